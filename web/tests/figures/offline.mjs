// How long a page takes without a network from pressing Play now to the first own decision. Figures are printed, not judged:
// machines differ.

import { openDoor } from "../kit/home.mjs";
import { mouse } from "../kit/input.mjs";
import { goHome, install, takeOff } from "../kit/offline.mjs";
import { HAS_RULES } from "../kit/rules.mjs";

/** What it should take, in milliseconds. */
const BAR = 1000;
const ROUNDS = 5;

/** Notes in a page when Play now was pressed, and when it is the player's turn. */
function watchStart() {
  addEventListener("click", () => (globalThis.pressedAt = performance.now()), true);
  new MutationObserver(() => {
    if (document.querySelector(".prompt.mine")) globalThis.askedAt ??= performance.now();
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
}

/** Bots act at once: how long they let people wait is not what is measured. */
const game =
  (name) =>
  async ({ server, person, check, figure }) => {
    await check(`${name} starts without a network`, async () => {
      if (!HAS_RULES) throw new Error("the client was built without the rules");
      const home = await server();
      const ann = await person(home, { name: "Ann", still: true });
      await ann.context.addInitScript(watchStart);
      await ann.context.addInitScript(() => localStorage.setItem("aboveboard.bot-pace", JSON.stringify("at_once")));
      await install(ann);
      await takeOff(ann, home);
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await goHome(ann);
        await openDoor(ann.page, mouse, name);
        await ann.press(ann.page.getByRole("button", { name: `Play now against bots: ${name}` }));
        await ann.page.locator(".prompt.mine").waitFor();
        times.push(Math.round(await ann.page.evaluate(() => globalThis.askedAt - globalThis.pressedAt)));
      }
      figure(`${name}, from Play now to the first own decision`, `${times.join(", ")} ms (bar: ${BAR} ms)`);
    });
  };

export default { euchre: game("Euchre"), casino: game("Casino") };
