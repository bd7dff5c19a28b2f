import { finger } from "../kit/input.mjs";
import { PHONE } from "../kit/person.mjs";
import { stranger } from "../kit/stranger.mjs";

export default stranger(finger, { viewport: PHONE });
