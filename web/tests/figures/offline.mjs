// How long a page takes without a network to the first own decision: from pressing Play now, and from opening the page in
// aeroplane mode. Figures are printed, not judged: machines differ.

import { openDoor } from "../kit/home.mjs";
import { mouse } from "../kit/input.mjs";
import { goHome, hurryBots, install, takeOff } from "../kit/offline.mjs";
import { HAS_RULES } from "../kit/rules.mjs";

/** What it should take from Play now, in milliseconds. */
const BAR = 1000;
const ROUNDS = 5;

/** Notes in a page when Play now could be pressed, when it was, and when it is the player's turn. Times begin with the page. */
function watchStart() {
  addEventListener("click", () => (globalThis.pressedAt = performance.now()), true);
  new MutationObserver(() => {
    if (document.querySelector(".door.open .ways button:not(:disabled)")) globalThis.offeredAt ??= performance.now();
    if (document.querySelector(".prompt.mine")) globalThis.askedAt ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class", "disabled"] });
}

/** Bots act at once: how long they let people wait is not what is measured. Neither is how long a person takes to press. */
const game =
  (name) =>
  async ({ server, person, check, figure }) => {
    await check(`${name} starts without a network`, async () => {
      if (!HAS_RULES) throw new Error("the client was built without the rules");
      const home = await server();
      const ann = await person(home, { name: "Ann", still: true });
      await ann.context.addInitScript(watchStart);
      await hurryBots(ann);
      await install(ann);
      await openDoor(ann.page, mouse, name);
      await takeOff(ann, home);
      const [fromPlay, fromOpening] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        await goHome(ann);
        await openDoor(ann.page, mouse, name);
        await ann.press(ann.page.getByRole("button", { name: `Play now against bots: ${name}` }));
        await ann.page.locator(".prompt.mine").waitFor();
        const { offeredAt, pressedAt, askedAt } = await ann.page.evaluate(() => {
          const { offeredAt, pressedAt, askedAt } = globalThis;
          return { offeredAt, pressedAt, askedAt };
        });
        fromPlay.push(Math.round(askedAt - pressedAt));
        fromOpening.push(Math.round(offeredAt + askedAt - pressedAt));
      }
      figure(`${name}, from Play now to the first own decision`, `${fromPlay.join(", ")} ms (bar: ${BAR} ms)`);
      figure(`${name}, from opening the page in aeroplane mode, without the time to press`, `${fromOpening.join(", ")} ms`);
    });
  };

export default { euchre: game("Euchre"), casino: game("Casino") };
