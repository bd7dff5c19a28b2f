import { stranger } from "../kit/stranger.mjs";
import { mouse } from "../kit/ways.mjs";

export default (stage) => stranger(stage, mouse);
