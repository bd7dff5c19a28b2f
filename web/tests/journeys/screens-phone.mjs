import { PHONE } from "../kit/person.mjs";
import { screens } from "../kit/screens.mjs";

export default screens("phone", { viewport: PHONE, touch: true });
