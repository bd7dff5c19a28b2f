import { mouse } from "../kit/input.mjs";
import { stranger } from "../kit/stranger.mjs";

export default stranger(mouse);
