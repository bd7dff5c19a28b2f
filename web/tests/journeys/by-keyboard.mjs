import { keyboard } from "../kit/input.mjs";
import { stranger } from "../kit/stranger.mjs";

export default stranger(keyboard);
