// What the ceremony before a deal costs: from the press on Start to the first table in the page, and what the evidence weighs.
// Figures are printed, not judged: machines differ.

import { statSync } from "node:fs";
import { mouse } from "../kit/input.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { waitForBest, withEvidence } from "../kit/proof.mjs";
import { openTable, sitDown } from "../kit/table.mjs";

/** What the ceremony should cost a player at most, in milliseconds. */
const BAR = 150;
/** The same for the weight of a witness, in bytes. */
const WITNESS_BAR = 100_000;

/** Notes in a page when Start is pressed, when the opening comes, and when the first table does. */
function watchStart() {
  globalThis.start = {};
  const note = (what, at) => (globalThis.start[what] ??= at);
  const press = ({ target, timeStamp }) => {
    if (target instanceof Element && target.closest("button")?.textContent.includes("Start the game"))
      globalThis.start = { pressed: timeStamp };
  };
  addEventListener("pointerdown", press, true);
  const Native = WebSocket;
  globalThis.WebSocket = class extends Native {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        const { update } = JSON.parse(data);
        if (update?.room?.opening) note("opened", performance.now());
        if (update?.table) note("dealt", performance.now());
      });
    }
  };
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
        await ann.context.addInitScript(watchStart);
        await openTable(ann, { game: "euchre", options: { target: 5 } });
        for (const guest of guests) await sitDown(guest, ann.page.url());
        if (people < 4) await ann.press(ann.page.getByRole("button", { name: "Fill with bots" }));
        await ann.press(ann.page.getByRole("button", { name: "Start the game" }));
        await ann.page.locator("[data-card]").first().waitFor();
        times.push(await ann.page.evaluate(() => globalThis.start));
        if (people === 1 && round === 0) await evidence(ann, figure);
        for (const { context } of all) await context.close();
      }
      const spans = (from) => times.map((at) => `${(at.dealt - at[from]).toFixed(0)} ms`).join(", ");
      figure(`from the press on Start to the first table, ${people} browsers`, `${spans("pressed")} (bar: ${BAR} ms)`);
      figure(`of this from the opening on, ${people} browsers`, spans("opened"));
    });
  }
}

/** Plays on, and says what file and witness weigh. */
async function evidence(person, figure) {
  await playToTheEnd(person.page, mouse);
  await waitForBest(person.page);
  await withEvidence(person, (file, witness) => {
    figure("the proof of a game of Euchre to 5", `${(statSync(file).size / 1000).toFixed(1)} KB`);
    figure("its witness", `${(statSync(witness).size / 1000).toFixed(1)} KB (bar: ${WITNESS_BAR / 1000} KB for the longest game)`);
  });
}
