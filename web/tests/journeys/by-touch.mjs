import { PHONE } from "../kit/person.mjs";
import { stranger } from "../kit/stranger.mjs";
import { finger } from "../kit/ways.mjs";

export default (stage) => stranger(stage, finger, { viewport: PHONE });
