// The pictures of README and docs, all of them: `npm run pictures`. ABOVEBOARD says where the program is, built with
// `--features seeded` so that the deals are the same in every run, and CHROMIUM where the browser is.

import { mkdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { openDoor } from "./kit/home.mjs";
import { Person, PHONE } from "./kit/person.mjs";
import { play, playToTheEnd } from "./kit/play.mjs";
import { TestServer } from "./kit/server.mjs";
import { startWithBots, openTable } from "./kit/table.mjs";
import { calibrate, stop } from "./kit/timeouts.mjs";

const folder = new URL("../../docs/images/", import.meta.url);
const SIZES = { desktop: { viewport: { width: 1280, height: 800 }, touch: false }, phone: { viewport: PHONE, touch: true } };
const SCHEMES = ["light", "dark"];
/** JPEG keeps cloth and oak a quarter as large as PNG. */
const FILE = { type: "jpeg", quality: 78 };

/** By game: rules without clocks, and how far it is played before the picture is taken. */
const TABLES = {
  euchre: { options: { bid_seconds: 0, ready_seconds: 0 }, steps: 2 },
  casino: { options: { turn_seconds: 0 }, steps: 8 },
  dutch: { options: { draw_seconds: 60, play_seconds: 90, peek_seconds: 60 }, steps: 5, until: ".held, .foot .call" },
  eights: { options: { turn_seconds: 0 }, steps: 2 },
  roost: { options: { setup_seconds: 0, turn_seconds: 0, step_seconds: 0, first_seat: "host" }, steps: 55, until: ".acts .act" },
};

const { positionals: wanted } = parseArgs({ allowPositionals: true });
const pictures = {
  async home(ann) {
    await ann.go("/");
    await openDoor(ann.page, ann.way, "Euchre");
  },
  ...Object.fromEntries(
    Object.entries(TABLES).map(([game, { options, steps, until = "[data-card].lit" }]) => [
      game,
      async (ann) => {
        await openTable(ann, { game, options, settings: { bot_level: "medium" } });
        await startWithBots(ann.page, ann.way);
        await play(ann.page, ann.way, { stopAfter: steps });
        await play(ann.page, ann.way, { until });
        // A trick that has been won is on its way out.
        await ann.page.locator(".centre .won").waitFor({ state: "detached" });
      },
    ]),
  ),
  async result(ann) {
    await openTable(ann, { game: "euchre", options: { ...TABLES.euchre.options, target: 5 }, settings: { bot_level: "easy" } });
    await startWithBots(ann.page, ann.way);
    await playToTheEnd(ann.page, ann.way);
  },
};
for (const name of wanted)
  if (!(name in pictures)) throw new Error(`unknown picture "${name}"; pictures: ${Object.keys(pictures).join(", ")}`);

calibrate();
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--hide-scrollbars"],
});
for (const [name, prepare] of Object.entries(pictures)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const server = await TestServer.start({ seed: 1 });
  const ann = await Person.arrive(browser, server, { ...SIZES.desktop, mobile: false, still: true, name: "Ann" });
  try {
    await prepare(ann);
    for (const [size, window] of Object.entries(SIZES)) {
      await ann.resize(window);
      for (const scheme of SCHEMES) {
        await ann.prefer(scheme);
        await ann.atRest();
        const path = new URL(`${name}-${size}-${scheme}.jpg`, folder).pathname;
        await ann.page.screenshot({ path, ...FILE });
        console.log(`${path}  ${Math.round(readFileSync(path).length / 1024)} KB`);
      }
    }
    if (ann.troubles.length > 0) throw new Error(ann.troubles.join("\n"));
  } finally {
    await ann.leave();
    await server.close();
  }
}
await browser.close();
stop();
