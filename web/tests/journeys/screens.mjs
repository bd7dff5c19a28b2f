// Every screen in light and dark, on a phone and on a desktop; each is looked at by axe, and written to
// tests/screens for people to look at.

import { DESKTOP, NARROW, PHONE } from "../kit/person.mjs";
import { byMouse, byTouch, step } from "../kit/play.mjs";

const LOOKS = [
  { look: "desktop-light", viewport: DESKTOP, dark: false, touch: false },
  { look: "desktop-dark", viewport: DESKTOP, dark: true, touch: false },
  { look: "phone-light", viewport: PHONE, dark: false, touch: true },
  { look: "phone-dark", viewport: PHONE, dark: true, touch: true },
  { look: "narrow-light", viewport: NARROW, dark: false, touch: true },
];

export default async function ({ house, person, check, screens }) {
  const home = await house();
  for (const { look, viewport, dark, touch } of LOOKS) {
    const ann = await person(home, { viewport, dark, touch, still: true, name: "Ann" });
    const { page } = ann;
    const way = touch ? byTouch : byMouse;
    const shot = (name) =>
      check(`${name}, ${look}`, async () => {
        await page.waitForTimeout(150);
        await page.screenshot({ path: `${screens}${name}-${look}.png` });
        const found = await ann.axe();
        if (found.length > 0) throw new Error(found.join("\n"));
      });
    const press = (name, within = page) => within.getByRole("button", { name, exact: false }).first().click();
    const close = () => page.keyboard.press("Escape");

    await ann.go("/");
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
    await shot("home");
    await press("Settings");
    await shot("settings");
    await close();
    await press(/^Your name|^Ann/);
    await shot("profile");
    await close();

    for (const game of ["Eights", "Euchre"]) {
      await ann.go("/");
      await page.getByRole("button", { name: `Create table: ${game}` }).or(page.getByRole("button", { name: new RegExp(`create.*${game}`, "i") })).first().click();
      await shot(`create-${game}`);
      await page.locator("dialog[open] summary").first().click();
      await shot(`create-options-${game}`);
      await press(/^Open (the )?table|^Create/, page.locator("dialog[open]"));
      await page.waitForURL("**/t/*");
      await page.locator("#seats-title").waitFor();
      await shot(`lobby-${game}`);
      await page.locator("[aria-expanded]").first().click();
      await press(/Fill/);
      await page.waitForTimeout(200);
      await shot(`lobby-full-${game}`);
      await press(/^Start/);
      await page.locator("[data-card]").first().waitFor();
      await shot(`table-${game}`);
      let n = 0;
      for (let i = 0; i < 60 && n < 5; i += 1) {
        const kind = await step(page, way);
        if (kind) {
          n += 1;
          await page.waitForTimeout(250);
          await page.screenshot({ path: `${screens}play-${game}-${n}-${look}.png` });
        }
        await page.waitForTimeout(100);
      }
    }
    await ann.go("/rules/eights");
    await page.locator("h1").first().waitFor();
    await shot("rules");
  }
}
