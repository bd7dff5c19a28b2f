// The narrowest window that people have: without axe, for its colours are those of a phone.

import { NARROW } from "../kit/person.mjs";
import { screens } from "../kit/screens.mjs";

export default screens("narrow", { viewport: NARROW, touch: true }, { schemes: ["light"], axe: false });
