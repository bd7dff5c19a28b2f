// A spectator sees no hand: not on screen, and not in anything that was sent.

import assert from "node:assert/strict";
import { events, views } from "../kit/frames.mjs";
import { mouse } from "../kit/input.mjs";
import { hand, play, sameVersion, total } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

/** The events of some kind in what was sent. */
const told = (frames, kind) => events(frames).flatMap((event) => event[kind] ?? []);

/** In Dutch all hands are in every view: places without faces. A face is there only where everybody sees it. */
function checkDutch(ann, eve) {
  for (const view of views(eve.frames)) {
    const open = view.hands.flat().filter((slot) => slot?.card && !slot.collected);
    assert.deepEqual([open.length, view.drawn], [view.open.exposed.length, null]);
    assert.ok(view.hands.flat().every((slot) => slot === null || slot.noted === undefined));
  }
  const seen = told(ann.frames, "peeked").flatMap(({ card }) => card ?? []);
  const open = ["rank_set", "played", "matched", "match_failed"].flatMap((kind) => told(eve.frames, kind));
  const secret = seen.filter((card) => !open.some((event) => event.card === card || event.chosen?.card === card));
  assert.equal(told(eve.frames, "peeked").filter(({ card }) => card).length, 0);
  for (const card of secret) {
    assert.ok(!eve.frames.some((frame) => frame.includes(`"${card}"`)), `${card} was sent`);
  }
  return seen.length;
}

/** In Roost all hands are in every view: as numbers, and by name only the cards that everybody saw. */
function checkRoost(ann, eve) {
  for (const view of views(eve.frames)) {
    assert.ok(view.hands.every(({ cards }) => cards === undefined));
    assert.ok(view.bonus.every(({ kinds }) => kinds === undefined));
    assert.ok(view.scores.every(({ bonus }) => bonus === undefined));
    assert.equal(view.choice, null);
  }
  const last = views(ann.frames).at(-1);
  const secret = last.hands[0].cards.filter((card) => !JSON.stringify(last.open).includes(`"${card}"`));
  for (const card of secret) {
    assert.ok(!eve.frames.some((frame) => frame.includes(`"${card}"`)), `${card} was sent`);
  }
  return secret.length;
}

const spectator =
  (game) =>
  async ({ server, person, check, figure }) => {
    const home = await server();
    const ann = await person(home, { name: "Ann" });
    const eve = await person(home, { name: "Eve" });
    const code = await openTable(ann, { game });

    await check(`${game}: from the home page to the rail`, async () => {
      await eve.go("/");
      await eve.page.getByLabel("Table code").fill(code.toLowerCase());
      await eve.press(eve.page.getByRole("button", { name: "Watch" }));
      await eve.page.getByRole("heading", { name: "At the table" }).waitFor();
      await ann.page.getByText("Eve", { exact: true }).waitFor();
      await startWithBots(ann.page, mouse);
      await eve.page.getByText("You are watching").waitFor();
    });

    await check(`${game}: no hand on screen`, async () => {
      // A move may take several steps: it goes on until there is something to look at.
      const enough = (made) => total(made) >= (game === "roost" ? 10 : 3) && views(eve.frames).length >= 3;
      await play(ann.page, mouse, { enough, steps: 60 });
      await sameVersion([ann, eve]);
      assert.equal(await eve.page.locator("[data-card]").count(), 0);
    });

    await check(`${game}: no hand in what was sent`, async () => {
      const seen = views(eve.frames);
      assert.ok(seen.length >= 3, `${seen.length} views`);
      if (game === "dutch") {
        assert.equal(checkDutch(ann, eve), 2, "Ann has looked at two cards");
        return;
      }
      if (game === "roost") {
        figure("cards that only Ann knows", checkRoost(ann, eve));
        return;
      }
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
        assert.ok(
          ann.frames.some((frame) => frame.includes(named(card))),
          `the test knows how ${card} is written`,
        );
        assert.ok(!present.some((frame) => frame.includes(named(card))), `${card} was sent`);
      }
      figure("frames", `${eve.frames.length}, without ${secret.length} cards that Ann holds`);
    });
  };

export default Object.fromEntries(["casino", "dutch", "eights", "euchre", "roost"].map((game) => [game, spectator(game)]));
