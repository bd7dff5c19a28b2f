// A table is whole in every window, with as many people as it can have, and nothing on it moves for a prompt, a button, a
// clock or a banner: a thing is where it was when somebody aimed at it.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { survey } from "../kit/layout.mjs";
import { play } from "../kit/play.mjs";
import { openTable, sitDown, start } from "../kit/table.mjs";

/** Adds bots until all seats are taken. */
async function fill(ann, from, seats) {
  for (let taken = from + 1; taken <= seats; taken += 1) {
    await ann.press(ann.page.getByRole("button", { name: "Add a bot" }).first());
    await ann.page.getByText(`${taken} of `).first().waitFor();
  }
}

/** One game of `steps` steps, seen in all windows between them. */
const steady =
  (game, seats, options, steps) =>
  async ({ server, person, check }) => {
    const home = await server();
    const ann = await person(home, { name: "Ann", still: true });
    await openTable(ann, { game, options });
    await fill(ann, 1, seats);
    await start(ann.page, mouse);
    const first = {};
    for (let step = 0; step <= steps; step += 1) {
      await check(`${game} with ${seats} after ${step} steps: whole, and nothing has moved`, async () =>
        assert.deepEqual(await survey(ann, game, first), []),
      );
      if (step < steps) await play(ann.page, mouse, { stopAfter: 1 });
    }
  };

/** Three people leave, and then the line drops: the table is where it was, and nothing covers the hand or the prompt. */
const banners = async ({ server, person, check }) => {
  const home = await server();
  const ann = await person(home, { name: "Ann", still: true });
  const options = { bid_seconds: 0, play_seconds: 0, ready_seconds: 0 };
  const code = await openTable(ann, { game: "euchre", options });
  const guests = [];
  for (const name of ["Bea", "Cem", "Dora"]) {
    const guest = await person(home, { name, still: true });
    await sitDown(guest, `${home.url}/t/${code}`);
    guests.push(guest);
  }
  await ann.page.getByText("4 of 4").first().waitFor();
  await start(ann.page, mouse);
  const first = {};
  assert.deepEqual(await survey(ann, "euchre", first), []);
  for (const [i, guest] of guests.entries()) {
    await guest.page.close();
    const note = i === 0 ? "is offline" : `${i} more`;
    await ann.page.locator(".notes").getByText(note).waitFor();
  }
  await check("three people have left: whole, and nothing has moved", async () => assert.deepEqual(await survey(ann, "euchre", first), []));
  ann.excuse(/WebSocket connection/);
  home.freeze();
  await ann.page.getByText("Trying again").waitFor();
  await check("the line is down: whole, and nothing has moved", async () => assert.deepEqual(await survey(ann, "euchre", first), []));
  await check("the lamp is out", () => ann.page.locator(".table-frame.unlit").waitFor());
  home.thaw();
  await check("the lamp is on again", () => ann.page.locator(".table-frame:not(.unlit)").waitFor());
};

export default {
  euchre: steady("euchre", 4, { bid_seconds: 0, play_seconds: 0, ready_seconds: 0 }, 5),
  eights: steady("eights", 10, { max_players: 10, turn_seconds: 0 }, 4),
  casino: steady("casino", 4, { turn_seconds: 0 }, 4),
  dutch: steady("dutch", 6, { max_seats: 6, peek_seconds: 60, draw_seconds: 60, play_seconds: 90 }, 4),
  banners,
};
