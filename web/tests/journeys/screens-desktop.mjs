import { DESKTOP } from "../kit/person.mjs";
import { screens } from "../kit/screens.mjs";

export default screens("desktop", { viewport: DESKTOP });
