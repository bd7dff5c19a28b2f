// Journeys of people through the real program in a real browser: `cargo xtask browser [NAME…]`.
//
// A journey is a file in journeys/ with a default function. It is handed what it needs, and `check(name, work)`: a
// check that throws has failed, and ends its journey. The last line says `N passed, N failed`.

import { mkdirSync, readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { House } from "./kit/house.mjs";
import { Person } from "./kit/person.mjs";

const folder = new URL("./journeys/", import.meta.url);
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.slice(0, -4))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  .sort();

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--hide-scrollbars"],
});
const screens = new URL("./screens/", import.meta.url);
mkdirSync(screens, { recursive: true });

/** A check of this journey has failed. */
const OVER = Symbol("over");
let passed = 0;
const failed = [];

for (const name of names) {
  const began = performance.now();
  console.log(`\n${name}`);
  const houses = [];
  const people = [];
  const check = async (what, work) => {
    try {
      await work();
    } catch (error) {
      if (error === OVER) throw error;
      failed.push(`${name}: ${what}`);
      console.log(`  FAIL  ${what}\n        ${String(error?.stack ?? error).replaceAll("\n", "\n        ")}`);
      for (const [i, { page }] of people.entries()) {
        const path = new URL(`failed-${name}-${i}.png`, screens).pathname;
        await page.screenshot({ path, timeout: 5000 }).catch(() => {});
      }
      throw OVER;
    }
    passed += 1;
    console.log(`  ok    ${what}`);
  };
  const stage = {
    browser,
    check,
    /** A figure worth knowing. */
    figure: (what, value) => console.log(`  ${what}: ${value}`),
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
    screens: screens.pathname,
  };
  const { default: journey } = await import(new URL(`${name}.mjs`, folder));
  try {
    await check("to the end", () => journey(stage));
    await check("nothing went wrong on any page", () => {
      const troubles = people.flatMap((person) => person.troubles);
      if (troubles.length > 0) throw new Error([...new Set(troubles)].join("\n"));
    });
  } catch (error) {
    if (error !== OVER) throw error;
  }
  await Promise.all(people.map((person) => person.leave().catch(() => {})));
  await Promise.all(houses.map((house) => house.close()));
  console.log(`  ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

await browser.close();
if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join("\n  ")}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
