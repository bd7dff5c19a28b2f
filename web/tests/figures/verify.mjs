// How long a page takes to verify a finished game: from the file to the verdict, with the rules loaded during the game, and with
// everything fetched again. Figures are printed, not judged: machines differ.

import { mouse } from "../kit/input.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { HAS_RULES } from "../kit/rules.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

/** What a Euchre match should take, in milliseconds. */
const BAR = { warm: 300, cold: 500 };

/** Notes in a page when its mark changes. */
function watchMark() {
  globalThis.standings = [];
  const look = () => {
    const standing = document.querySelector("header [data-proof]")?.dataset.proof;
    if (standing && standing !== globalThis.standings.at(-1)?.standing) globalThis.standings.push({ standing, at: performance.now() });
  };
  const what = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-proof"] };
  new MutationObserver(look).observe(document, what);
}

/** Milliseconds from the last byte of the file to the verdict; with `cold`, from the first request for the rules if that was earlier. */
async function took(page, { cold = false } = {}) {
  await page.locator("header [data-proof=verified]").waitFor();
  return page.evaluate((cold) => {
    const fetched = performance.getEntriesByType("resource");
    const file = fetched.findLast(({ name }) => name.endsWith("/proof"));
    const worker = fetched.find(({ name }) => /\/rules-worker-.*\.js$/.test(name));
    if (!file || !worker) throw new Error("neither the file nor the worker was fetched");
    const began = cold ? Math.min(worker.startTime, file.responseEnd) : file.responseEnd;
    return globalThis.standings.findLast(({ standing }) => standing === "verified").at - began;
  }, cold);
}

const game =
  (table) =>
  async ({ server, person, check, figure }) => {
    await check(`${table.game} is verified`, async () => {
      if (!HAS_RULES) throw new Error("the client was built without the rules");
      const ann = await person(await server(), { name: "Ann", still: true });
      const { page } = ann;
      await ann.context.addInitScript(watchMark);
      await openTable(ann, table);
      await startWithBots(page, mouse);
      await playToTheEnd(page, mouse);
      const bar = (kind) => (table.game === "euchre" ? ` (bar: ${BAR[kind]} ms)` : "");
      figure(`${table.game}, rules loaded before`, `${Math.round(await took(page))} ms${bar("warm")}`);
      // Neither the browser's cache nor the service worker has anything.
      const devtools = await ann.context.newCDPSession(page);
      await devtools.send("Network.enable");
      await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
      await devtools.send("Network.setBypassServiceWorker", { bypass: true });
      const times = [];
      for (let round = 0; round < 5; round++) {
        await page.reload();
        times.push(Math.round(await took(page, { cold: true })));
      }
      figure(`${table.game}, rules fetched for it`, `${times.join(", ")} ms${bar("cold")}`);
    });
  };

export default {
  casino: game({ game: "casino", settings: { bot_level: "easy" } }),
  dutch: game({ game: "dutch", preset: "speed", settings: { bot_level: "easy" } }),
  euchre: game({ game: "euchre", options: { target: 10 }, settings: { bot_level: "easy" } }),
  eights: game({ game: "eights", options: { hand_size: 5 }, settings: { bot_level: "easy" } }),
  roost: game({ game: "roost", options: { length: "short" }, settings: { bot_level: "easy" } }),
};
