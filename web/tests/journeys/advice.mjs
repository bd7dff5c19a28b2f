// Hints during the game, and everybody's reasons once the cards are revealed.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { PHONE } from "../kit/person.mjs";
import { openTable, sitDown, startWithBots } from "../kit/table.mjs";

const GAMES = {
  eights: { options: { match: "points", points_target: 1000, hand_size: 3, turn_seconds: 0 }, counted: false },
  euchre: { options: {}, counted: true },
};
/** No deal of these games takes more hints. */
const MOST_HINTS = 60;

/** The card that a hint plays rises in the hand. */
async function lifts(page, dialog) {
  const best = await dialog.locator(".best strong").innerText();
  assert.equal(await page.locator("#main [data-advised]").count(), /^(Play|Discard) /.test(best) ? 1 : 0, best);
}

const advice =
  (look, how) =>
  async ({ server, person, check }) => {
    const ann = await person(await server(), { ...how, still: true, name: "Ann" });
    const { page } = ann;
    const dialog = (name) => page.getByRole("dialog", { name, exact: true });
    const picture = (name) => ann.picture(`${name}-${look}`);
    for (const [game, { options, counted }] of Object.entries(GAMES)) {
      await check(`${game}, ${look}: a whole deal is played by hints alone`, async () => {
        await openTable(ann, { game, options, settings: { bot_level: "easy" } });
        await startWithBots(page, ann.way);
        const over = page.getByRole("button", { name: /^(Ready|Next round)$/ });
        const due = page.locator(".prompt.mine");
        const doIt = dialog("Hint").getByRole("button", { name: "Do it" });
        let taken = 0;
        while (taken < MOST_HINTS) {
          await due.or(over).first().waitFor();
          if (await over.isVisible()) break;
          await ann.button("Hint");
          await doIt.waitFor();
          if (taken === 0) {
            await picture(`hint-${game}`);
            assert.deepEqual(await ann.axe(), []);
            assert.equal(await dialog("Hint").getByText("Computed only from what you have seen").isVisible(), counted);
            await lifts(page, dialog("Hint"));
          }
          // At the end of a deal all there is to do is to go on: that is not a hint to follow.
          if (await dialog("Hint").getByText("Continue").isVisible()) {
            await page.keyboard.press("Escape");
            break;
          }
          await ann.press(doIt);
          taken += 1;
        }
        await over.waitFor();
        assert.ok(taken > 0, "no hint was taken");
      });
      await check(`${game}, ${look}: then everybody says why`, async () => {
        await ann.button("Log");
        // How many lines there are depends on the deal: a short one has four. Her own moves and those of bots are among them.
        const asked = (who) => page.getByRole("button", { name: who }).first();
        await asked(/^Why\? Ann\b/).waitFor();
        await ann.press(asked(/^Why\? (?!Ann\b)/));
        await dialog("Why?")
          .getByText(/chose:/)
          .waitFor();
        await picture(`why-${game}`);
        assert.deepEqual(await ann.axe(), []);
        await page.keyboard.press("Escape");
      });
    }
  };

async function friends({ server, person, check }) {
  await check("among friends nobody is helped", async () => {
    const home = await server();
    const bea = await person(home, { name: "Bea" });
    const cem = await person(home, { name: "Cem" });
    const code = await openTable(bea, { game: "euchre" });
    await sitDown(cem, `${home.url}/t/${code}`);
    await startWithBots(bea.page, mouse);
    assert.equal(await bea.page.getByRole("button", { name: "Hint" }).count(), 0);
  });
  await check("among friends the host turns hints on for everyone", async () => {
    const home = await server();
    const dan = await person(home, { name: "Dan" });
    const eve = await person(home, { name: "Eve" });
    const code = await openTable(dan, { game: "euchre" });
    const toggle = dan.page.getByRole("switch", { name: "Hints and card counting" });
    await dan.page.getByText("For you, until a second person sits down").waitFor();
    await sitDown(eve, `${home.url}/t/${code}`);
    await dan.page.getByText("Off, because several people play").waitFor();
    assert.equal(await toggle.isChecked(), false);
    await mouse.press(dan.page, toggle);
    for (const { page } of [dan, eve]) await page.getByText("For everyone at the table").waitFor();
    await startWithBots(dan.page, mouse);
    for (const { page } of [dan, eve]) await page.getByRole("button", { name: "Hint", exact: true }).waitFor();
  });
}

export default {
  desktop: advice("desktop", {}),
  phone: advice("phone", { touch: true, dark: true, viewport: PHONE }),
  friends,
};
