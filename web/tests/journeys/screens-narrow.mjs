// The narrowest window that people have: pictures only, for its colours are those of a phone.

import { NARROW } from "../kit/person.mjs";
import { screens } from "../kit/screens.mjs";

export default async function (stage) {
  await screens(stage, "narrow-light", { viewport: NARROW, touch: true, pictureOnly: true });
}
