// How long bots of level `hard` think in the page's worker, with the module as the client was built with it. Bots of that level
// decide everything at tables of all presets. Figures are printed, not judged: machines differ.

import { readdirSync } from "node:fs";
import { HAS_RULES, MODULE } from "../kit/rules.mjs";

/** Decisions of each game. */
const DECISIONS = 200;
/** What a decision should take at the 95th percentile, in milliseconds. */
const BAR = 1000;

const ASSETS = new URL("../../dist/assets/", import.meta.url);
/** The worker in which the rules run. */
const WORKER = readdirSync(ASSETS).find((name) => /^rules-worker-.*\.js$/.test(name));
if (!WORKER) throw new Error(`no rules-worker-*.js in ${ASSETS.pathname}`);

/** Plays in a page, through the client's own worker; returns the milliseconds of each decision. */
async function think({ game, worker, module, decisions }) {
  const port = new Worker(worker, { type: "module" });
  const waiting = new Map();
  port.onmessage = ({ data }) => {
    if ("loaded" in data) return;
    const failure = data.unloadable ?? data.trap ?? data.answer?.error?.text;
    const { resolve, reject } = waiting.get(data.id) ?? [...waiting.values()][0];
    waiting.delete(data.id);
    if (failure === undefined) resolve(data.answer.ok);
    else reject(new Error(failure));
  };
  port.postMessage({ load: module });
  let ids = 0;
  const ask = (request) =>
    new Promise((resolve, reject) => {
      const id = ++ids;
      waiting.set(id, { resolve, reject });
      port.postMessage({ task: { id, request, job: false, rank: 0 } });
    });

  const { presets } = (await ask({ cmd: "games" })).games.find(({ name }) => name === game);
  const times = [];
  for (let seed = 0; times.length < decisions; seed++) {
    await ask({ cmd: "open", game, preset: presets[seed % presets.length].name, seed });
    while (times.length < decisions) {
      const { seats } = (await ask({ cmd: "turn" })).turn;
      const seat = seats?.must[0] ?? seats?.may[0];
      if (seat === undefined) break;
      const began = performance.now();
      const { action } = await ask({ cmd: "choose", seat, level: "hard", seed: times.length });
      times.push(performance.now() - began);
      await ask(action === null ? { cmd: "expire", window: seats.window.id } : { cmd: "act", seat, action });
    }
  }
  port.terminate();
  return times;
}

const game =
  (name) =>
  async ({ server, person, check, figure }) => {
    await check(`${name}: bots of level hard decide`, async () => {
      if (!HAS_RULES) throw new Error("the client was built without the rules");
      const ann = await person(await server(), { name: "Ann", still: true });
      // A worker comes from where its page does.
      await ann.go("/");
      const times = await ann.page.evaluate(think, {
        game: name,
        worker: `/assets/${WORKER}`,
        module: `/${MODULE}`,
        decisions: DECISIONS,
      });
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
      figure(`${name}, ${times.length} decisions`, `median ${at(0.5)} ms, p95 ${at(0.95)} ms (bar: ${BAR} ms), longest ${at(1)} ms`);
    });
  };

export default Object.fromEntries(["casino", "dutch", "eights", "euchre", "roost"].map((name) => [name, game(name)]));
