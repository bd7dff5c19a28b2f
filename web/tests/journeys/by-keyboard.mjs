import { stranger } from "../kit/stranger.mjs";
import { keyboard } from "../kit/ways.mjs";

export default (stage) => stranger(stage, keyboard);
