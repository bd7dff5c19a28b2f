// What the ceremony before a deal costs: from the press on Start to the first card, and what the evidence weighs. Figures are
// printed, not judged: machines differ.

import { statSync } from "node:fs";
import { mouse } from "../kit/input.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { waitForBest, withEvidence } from "../kit/proof.mjs";
import { openTable, sitDown } from "../kit/table.mjs";

/** Milliseconds between the first frames for which these hold. */
function span(frames, from, to) {
  const at = (holds) => frames.find(({ said }) => holds(said.update ?? {}))?.at ?? NaN;
  return at(to) - at(from);
}

export default async function ({ server, person, check, figure }) {
  for (const people of [1, 4]) {
    await check(`the ceremony of ${people} browsers`, async () => {
      const home = await server();
      const times = [];
      for (let round = 0; round < 5; round++) {
        const all = [];
        for (let n = 0; n < people; n++) all.push(await person(home, { name: ["Ann", "Bea", "Cem", "Dia"][n], still: true }));
        const [ann, ...guests] = all;
        const frames = [];
        ann.page.on("websocket", (socket) =>
          socket.on("framereceived", ({ payload }) => frames.push({ at: performance.now(), said: JSON.parse(String(payload)) })),
        );
        await openTable(ann, { game: "euchre", options: { target: 5 } });
        for (const guest of guests) await sitDown(guest, ann.page.url());
        if (people < 4) await ann.press(ann.page.getByRole("button", { name: "Fill with bots" }));
        await ann.press(ann.page.getByRole("button", { name: "Start the game" }));
        await ann.page.locator("[data-card]").first().waitFor();
        times.push(
          span(
            frames,
            ({ room }) => room?.opening,
            ({ table }) => table,
          ),
        );
        if (people === 1 && round === 0) await evidence(ann, figure);
        for (const { context } of all) await context.close();
      }
      figure(`from the opening to the first table, ${people} browsers`, times.map((ms) => `${ms.toFixed(0)} ms`).join(", "));
    });
  }
}

/** Plays on, and says what file and witness weigh. */
async function evidence(person, figure) {
  await playToTheEnd(person.page, mouse);
  await waitForBest(person.page);
  await withEvidence(person, (file, witness) => {
    figure("the proof of a game of Euchre to 5", `${(statSync(file).size / 1000).toFixed(1)} KB`);
    figure("its witness", `${(statSync(witness).size / 1000).toFixed(1)} KB`);
  });
}
