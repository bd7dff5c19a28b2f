// Who watches sees no hand: not on screen, and not in anything that was sent.

import assert from "node:assert/strict";
import { hand, playWhile } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";
import { mouse } from "../kit/ways.mjs";

const views = (frames) =>
  frames.flatMap((frame) => {
    const { update } = JSON.parse(frame);
    return update?.view ? [update.view] : [];
  });
const steps = (made) => Object.values(made).reduce((sum, n) => sum + n, 0);

export default async function ({ house, person, check, figure }) {
  for (const game of ["casino", "eights", "euchre"]) {
    const home = await house();
    const ann = await person(home, { name: "Ann" });
    const eve = await person(home, { name: "Eve" });
    const code = await openTable(ann, { game });

    await check(`${game}: from the home page to the rail`, async () => {
      await eve.go("/");
      await eve.page.getByLabel("Table code").fill(code.toLowerCase());
      await eve.page.getByRole("button", { name: "Watch" }).click();
      await eve.page.getByRole("heading", { name: "At the table" }).waitFor();
      await ann.page.getByText("Eve", { exact: true }).waitFor();
      await startWithBots(ann.page, mouse);
      await eve.page.getByText("You are watching").waitFor();
    });

    await check(`${game}: no hand on screen`, async () => {
      await playWhile(ann.page, mouse, (made) => steps(made) < 3, { seconds: 40 });
      await eve.page.waitForTimeout(300);
      assert.equal(await eve.page.locator("[data-card]").count(), 0);
    });

    await check(`${game}: no hand in what was sent`, async () => {
      const seen = views(eve.frames);
      assert.ok(seen.length >= 3, `${seen.length} views`);
      for (const view of seen) {
        const own = view.hand ?? null;
        const hands = (view.hands ?? []).filter((hand) => hand !== null);
        assert.deepEqual([own, hands], [null, []]);
      }
      // A card that Ann holds and nobody has seen is named nowhere.
      const held = await hand(ann.page);
      assert.ok(held.length > 0);
      const open = views(ann.frames).map((view) => view.open?.up_card);
      const secret = held.filter((card) => !open.includes(card));
      const named = game === "eights" ? (card) => `"id":${card},` : (card) => `"${card}"`;
      // What an earlier deal showed at its end was everybody's to see.
      const deal = views(ann.frames).at(-1).open?.deal;
      const present = eve.frames.filter((frame) => views([frame]).every((view) => view.open?.deal === deal));
      for (const card of secret) {
        assert.ok(ann.frames.some((frame) => frame.includes(named(card))), `the test knows how ${card} is written`);
        assert.ok(!present.some((frame) => frame.includes(named(card))), `${card} was sent`);
      }
      figure("frames", `${eve.frames.length}, without ${secret.length} cards that Ann holds`);
    });
  }
}
