// Somebody who has never been here sets up a small table of each game and plays it to its end against bots.

import assert from "node:assert/strict";
import { playToTheEnd } from "./play.mjs";
import { BEST_STANDING, verifyWithWitness, waitForBest } from "./proof.mjs";
import { createTable, dealt, startWithBots } from "./table.mjs";

/** A small table of each game. */
export const TABLES = [
  { game: "Casino" },
  { game: "Dutch", preset: "Speed" },
  { game: "Eights", preset: "Classic", rules: { "Starting cards": "3" } },
  { game: "Euchre", rules: { "Points to win": "5" } },
  { game: "Roost", rules: { Length: "Short: 6, 5, 4 and 3 turns" } },
];

/** One journey per game. */
export function stranger(way, look = {}) {
  const journey =
    (table) =>
    async ({ server, person, check, figure }) => {
      const somebody = await person(await server(), { touch: way.touch, ...look });
      const { page } = somebody;
      await somebody.go("/");
      await check(`${table.game} ${way.name}: to the table`, async () => {
        await createTable(page, way, table);
        await startWithBots(page, way);
      });
      await check(`${table.game} ${way.name}: to the end`, async () => {
        figure("steps", JSON.stringify(await playToTheEnd(page, way)));
      });
      await check(`${table.game} ${way.name}: the browser has checked the deal: ${BEST_STANDING}`, async () => {
        await waitForBest(page);
      });
      if (!way.touch) {
        await check(`${table.game} ${way.name}: the program verifies it with the witness, bots and all`, async () => {
          const told = await verifyWithWitness(somebody);
          assert.match(told, /Verified for seat \d/);
          assert.match(told, /(\d+) of \1 bot actions/);
        });
      }
      await check(`${table.game} ${way.name}: once more`, async () => {
        await way.press(page, page.getByRole("button", { name: "Start rematch" }));
        await dealt(page);
      });
    };
  return Object.fromEntries(TABLES.map((table) => [table.game.toLowerCase(), journey(table)]));
}
