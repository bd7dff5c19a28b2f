// Journeys of people through the real program in a real browser: `cargo xtask browser [NAME…]`.
//
// A journey is a file in journeys/ with a default function. It is handed what it needs, and `check(name, work)`: a
// check that throws has failed, and ends its journey. The last line says `N passed, N failed`.

import { mkdirSync, readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { House } from "./kit/house.mjs";
import { Person } from "./kit/person.mjs";

/** Journeys under way at the same time. */
const LANES = 2;
/** These measure, and want the machine for themselves. */
const ALONE = ["figures"];
/** A check of this journey has failed. */
const OVER = Symbol("over");

const journeys = new URL("./journeys/", import.meta.url);
const screens = new URL("./screens/", import.meta.url);
mkdirSync(screens, { recursive: true });

const wanted = process.argv.slice(2);
const names = readdirSync(journeys)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.slice(0, -4))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // As root, in a container: neither has what the sandbox and the shared memory want.
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--hide-scrollbars"],
});

let passed = 0;
const failed = [];

async function travel(name) {
  const began = performance.now();
  const lines = [`\n${name}`];
  const houses = [];
  const people = [];
  const check = async (what, work) => {
    try {
      await work();
    } catch (error) {
      if (error === OVER) throw error;
      failed.push(`${name}: ${what}`);
      lines.push(`  FAIL  ${what}\n        ${String(error?.stack ?? error).replaceAll("\n", "\n        ")}`);
      for (const [i, { page }] of people.entries()) {
        const path = new URL(`failed-${name}-${i}.png`, screens).pathname;
        await page.screenshot({ path, timeout: 5000 }).catch(() => {});
      }
      throw OVER;
    }
    passed += 1;
    lines.push(`  ok    ${what}`);
  };
  const stage = {
    check,
    /** A figure worth knowing. */
    figure: (what, value) => lines.push(`        ${what}: ${value}`),
    house: async (options) => {
      const house = await House.open(options);
      houses.push(house);
      return house;
    },
    person: async (house, options) => {
      const person = await Person.arrive(browser, house, options);
      people.push(person);
      return person;
    },
    folder: screens.pathname,
  };
  try {
    const { default: journey } = await import(new URL(`${name}.mjs`, journeys));
    await check("to the end", () => journey(stage));
    await check("nothing went wrong on any page", () => {
      const troubles = people.flatMap((person) => person.troubles);
      if (troubles.length > 0) throw new Error([...new Set(troubles)].join("\n"));
    });
  } catch (error) {
    if (error !== OVER) throw error;
  } finally {
    await Promise.all(people.map((person) => person.leave().catch(() => {})));
    await Promise.all(houses.map((house) => house.close()));
    lines.push(`  ${((performance.now() - began) / 1000).toFixed(1)} s`);
    console.log(lines.join("\n"));
  }
}

for (const name of names.filter((name) => ALONE.includes(name))) await travel(name);
// The longest first, so that no lane waits for the other.
const queue = names.filter((name) => !ALONE.includes(name)).sort((a, b) => Number(b.startsWith("screens")) - Number(a.startsWith("screens")));
const lane = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) await travel(name);
};
await Promise.all(Array.from({ length: LANES }, lane));

await browser.close();
if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join("\n  ")}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
