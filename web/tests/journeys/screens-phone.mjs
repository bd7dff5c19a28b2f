import { PHONE } from "../kit/person.mjs";
import { screens } from "../kit/screens.mjs";

export default async function (stage) {
  await screens(stage, "phone-light", { viewport: PHONE, touch: true });
  await screens(stage, "phone-dark", { viewport: PHONE, touch: true, dark: true });
}
