import { DESKTOP } from "../kit/person.mjs";
import { screens } from "../kit/screens.mjs";

export default async function (stage) {
  await screens(stage, "desktop-light", { viewport: DESKTOP });
  await screens(stage, "desktop-dark", { viewport: DESKTOP, dark: true });
}
