// An honest evening with all its disorder: somebody changes seats, both reload, one leaves in the middle, a bot stands in, and
// they play again. Whatever people do, an honest server's games are verified.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { playInTurn, playToTheEnd } from "../kit/play.mjs";
import { verifyWithWitness, waitForBest } from "../kit/proof.mjs";
import { HAS_RULES } from "../kit/rules.mjs";
import { dealt, openTable, sitDown } from "../kit/table.mjs";
import { timeout } from "../kit/timeouts.mjs";

const TABLES = {
  casino: { options: {} },
  dutch: { options: {}, preset: "speed" },
  eights: { options: { hand_size: 5 } },
  euchre: { options: { target: 5 } },
  roost: { options: { length: "short" } },
};
/** Steps of both before Bea leaves. */
const STEPS = 4;

/** The page recomputes every move of every bot, stand-ins included, and says so in the evidence. */
async function recomputedBots(person) {
  const { page } = person;
  await person.press(page.locator("header [data-proof]"));
  const dialog = page.getByRole("dialog", { name: "Verified" });
  await dialog.getByText(/^(\d+) of \1 bot moves recomputed/).waitFor({ timeout: timeout.long });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

async function verified(person) {
  await waitForBest(person.page);
  if (HAS_RULES) await recomputedBots(person);
  const told = await verifyWithWitness(person);
  assert.match(told, /Verified for seat \d/);
  assert.match(told, /(\d+) of \1 bot actions/);
}

const journey =
  (game, table) =>
  async ({ server, person, check }) => {
    const home = await server();
    const ann = await person(home, { name: "Ann", still: true });
    const bea = await person(home, { name: "Bea", still: true });
    await check("somebody changes seats, both reload, one leaves, and the game is verified", async () => {
      await openTable(ann, { game, settings: { bot_level: "medium" }, ...table });
      await sitDown(bea, ann.page.url());
      await ann.press(ann.page.getByRole("button", { name: "Add a bot" }));
      await ann.button("Move Bea down");
      if (game === "euchre") await ann.press(ann.page.getByRole("button", { name: "Fill with bots" }));
      await bea.page.getByText("Ann starts the game").waitFor();
      await ann.press(ann.page.getByRole("button", { name: "Start the game" }));
      await Promise.all([ann, bea].map(({ page }) => dealt(page)));
      await playInTurn([ann, bea], mouse, STEPS / 2);
      for (const { page } of [bea, ann]) {
        await page.reload();
        await dealt(page);
      }
      await playInTurn([ann, bea], mouse, STEPS / 2);
      await bea.button("Menu");
      await bea.press(bea.page.getByRole("dialog", { name: "Menu" }).getByRole("button", { name: "Leave the table" }));
      await bea.press(bea.page.getByRole("dialog", { name: "Leave this table?" }).getByRole("button", { name: "Leave the table" }));
      await playToTheEnd(ann.page, mouse);
      await verified(ann);
    });
    await check("so is the rematch", async () => {
      await ann.press(ann.page.getByRole("button", { name: "Start rematch" }));
      await dealt(ann.page);
      await playToTheEnd(ann.page, mouse);
      await verified(ann);
    });
  };

export default Object.fromEntries(Object.entries(TABLES).map(([game, table]) => [game, journey(game, table)]));
