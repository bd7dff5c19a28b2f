// Hints while one plays, and everybody's reasons once the cards lie open.

import assert from "node:assert/strict";
import { PHONE } from "../kit/person.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";
import { finger, mouse } from "../kit/ways.mjs";

const GAMES = {
  eights: { options: { match: "points", points_target: 1000, hand_size: 3, turn_seconds: 0 }, counted: false },
  euchre: { options: {}, counted: true },
};

export default async function ({ house, person, check, folder }) {
  const home = await house();
  for (const [look, how, way] of [
    ["desktop", {}, mouse],
    ["phone", { touch: true, dark: true, viewport: PHONE }, finger],
  ]) {
    const ann = await person(home, { ...how, still: true, name: "Ann" });
    const { page } = ann;
    const dialog = (name) => page.getByRole("dialog", { name, exact: true });
    const picture = (name) => page.screenshot({ path: `${folder}${name}-${look}.png` });
    for (const [game, { options, counted }] of Object.entries(GAMES)) {
      await check(`${game}, ${look}: a whole deal is played by hints alone`, async () => {
        await openTable(ann, { game, options, settings: { bot_level: "easy" } });
        await startWithBots(page, way);
        const over = page.getByRole("button", { name: /^(Ready|Next round)$/ });
        const hint = page.getByRole("button", { name: "Hint" });
        let taken = 0;
        const doIt = dialog("Hint").getByRole("button", { name: "Do it" });
        for (let deals = 1; ; ) {
          await page.locator(".prompt.mine").or(over).first().waitFor({ timeout: 30_000 });
          if (await over.isVisible()) {
            // A partner who plays alone leaves one out of a whole deal: then the next one is played.
            if (taken > 0 || deals === 5) break;
            deals += 1;
            await way.press(page, over);
            await over.waitFor({ state: "hidden" });
            continue;
          }
          await way.press(page, hint);
          await doIt.or(dialog("Hint").getByText("It is not your turn")).first().waitFor();
          // At the end of a deal all there is to do is to go on.
          const more = (await doIt.isVisible()) && !(await dialog("Hint").getByText("Go on").isVisible());
          if (more && !(await over.isVisible())) {
            if (taken === 0) {
              await picture(`hint-${game}`);
              assert.deepEqual(await ann.axe(), []);
              assert.equal(await dialog("Hint").getByText("Computed from what you have seen").isVisible(), counted);
            }
            await way.press(page, doIt);
            taken += 1;
          } else {
            await page.keyboard.press("Escape");
          }
          await page.waitForTimeout(150);
        }
        await over.waitFor();
        assert.ok(taken > 0, "no hint was taken");
      });
      await check(`${game}, ${look}: then everybody says why`, async () => {
        if (look === "phone") await way.press(page, page.getByRole("button", { name: "What happened" }));
        const asked = page.getByRole("button", { name: /^Why\?/ });
        assert.ok((await asked.count()) > 4, "bots and oneself may be asked");
        await way.press(page, asked.first());
        await dialog("Why?").getByText(/chose:/).waitFor();
        await picture(`why-${game}`);
        assert.deepEqual(await ann.axe(), []);
        await page.keyboard.press("Escape");
      });
    }
  }

  await check("among friends nobody is helped", async () => {
    const bea = await person(home, { name: "Bea" });
    const cem = await person(home, { name: "Cem" });
    const code = await openTable(bea, { game: "euchre" });
    await cem.go(`/t/${code}`);
    await cem.page.getByRole("button", { name: "Take a seat" }).click();
    await startWithBots(bea.page, mouse);
    assert.equal(await bea.page.getByRole("button", { name: "Hint" }).count(), 0);
  });
}
