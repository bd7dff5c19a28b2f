// Journeys of people through the real program in a real browser: `cargo xtask browser [NAME…]`, with `--pictures` for
// pictures of what they see; with `--figures` the benchmarks of figures/ instead, one at a time: `cargo xtask figures`.
//
// A journey is a file in journeys/ whose default export is a function, or several functions by name, each of which is a
// journey of its own. It gets what it needs, and `check(name, work)`: a check that throws has failed, and ends its journey.
// The last line says `N passed, N failed`.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { events } from "./kit/frames.mjs";
import { pressesOf } from "./kit/input.mjs";
import { Person } from "./kit/person.mjs";
import { TestServer } from "./kit/server.mjs";
import { StaticServer } from "./kit/static.mjs";
import { calibrate, stop, timeout } from "./kit/timeouts.mjs";
import { Wire } from "./kit/wire.mjs";

/** A check of this journey has failed. */
const OVER = Symbol("over");
/** The check around a whole journey. */
const TO_THE_END = "to the end";
/** No check takes longer, on any machine: what hangs fails. */
const CHECK_MS = 10 * 60_000;
/** How many of the last frames of a person are kept when a check fails. */
const FRAMES_KEPT = 20;

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    figures: { type: "boolean", default: false },
    lanes: { type: "string" },
    /** Writes pictures of the screens to tests/screens. */
    pictures: { type: "boolean", default: false },
    /** Prints a digest of the events that each person saw: equal in every run if the game was the same. */
    digest: { type: "boolean", default: false },
  },
});
/** Journeys at a time for each core: they wait for game clocks and moving cards about as long as they work. */
const PER_CORE = 2;
const lanes = flags.figures ? 1 : Number(flags.lanes ?? Math.max(2, PER_CORE * availableParallelism()));
const folder = new URL(flags.figures ? "./figures/" : "./journeys/", import.meta.url);
const screens = new URL("./screens/", import.meta.url);
mkdirSync(screens, { recursive: true });
if (flags.pictures) Person.pictures = screens.pathname;

/** All journeys by name. */
const journeys = new Map();
for (const file of readdirSync(folder)
  .filter((file) => file.endsWith(".mjs"))
  .sort()) {
  const { default: found } = await import(new URL(file, folder));
  const name = file.slice(0, -4);
  if (typeof found === "function") journeys.set(name, found);
  else for (const [part, journey] of Object.entries(found)) journeys.set(`${name}/${part}`, journey);
}
const names = [...journeys.keys()].filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));

// The longest first, so that no lane is left with a long one at the end. How long they take is known from the last run.
const past = new URL("durations.json", screens);
const durations = existsSync(past) ? JSON.parse(readFileSync(past, "utf8")) : {};
names.sort((a, b) => (durations[b] ?? Infinity) - (durations[a] ?? Infinity));

const atStart = calibrate();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // As root, in a container: neither has what the sandbox and the shared memory want.
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--hide-scrollbars"],
});

let passed = 0;
const failed = [];
const times = [];
let presses = 0;
let overtaken = 0;

/** The same number for the same text, below a million. */
const seedOf = (text) => createHash("sha256").update(text).digest().readUInt32BE() % 1_000_000;

/** The events that a person saw, in order: the same in two runs of the same game. */
const digest = ({ frames }) => {
  const happened = events(frames);
  return `${happened.length} events ${createHash("sha256").update(JSON.stringify(happened)).digest("hex").slice(0, 12)}`;
};

/** Saves what each person saw last. Nothing of that may hide the failure itself. */
async function saveEvidence(name, people, lines) {
  for (const [i, { page, frames }] of people.entries()) {
    const base = `failed-${name.replaceAll("/", "-")}-${i}`;
    writeFileSync(new URL(`${base}.txt`, screens), frames.slice(-FRAMES_KEPT).join("\n"));
    if (page.isClosed()) continue;
    try {
      await page.screenshot({ path: new URL(`${base}.png`, screens).pathname, timeout: 10_000 });
      lines.push(`        see screens/${base}.png and .txt`);
    } catch (error) {
      lines.push(`        no screenshot of person ${i}: ${error.message.split("\n")[0]}`);
    }
  }
}

/** What there is to say about journeys under way, for when the run is interrupted. */
const unfinished = new Map();
process.on("exit", () => {
  for (const lines of unfinished.values()) console.log(`${lines.join("\n")}\n  interrupted`);
});

async function run(name) {
  const began = performance.now();
  const lines = [`\n${name}`];
  unfinished.set(name, lines);
  const servers = [];
  const people = [];
  const check = async (what, work) => {
    let timer;
    const late = new Promise((_, fail) => {
      timer = setTimeout(
        () => fail(new Error(`not done after ${CHECK_MS / 60_000} minutes`)),
        what === TO_THE_END ? 3 * CHECK_MS : CHECK_MS,
      );
    });
    try {
      await Promise.race([work(), late]);
    } catch (error) {
      if (error === OVER) throw error;
      failed.push(`${name}: ${what}`);
      lines.push(`  FAIL  ${what}\n        ${String(error?.stack ?? error).replaceAll("\n", "\n        ")}`);
      if (servers.length > 0) lines.push(`        seeds: ${servers.map(({ seed }) => seed).join(", ")}`);
      await saveEvidence(name, people, lines);
      throw OVER;
    } finally {
      clearTimeout(timer);
    }
    passed += 1;
    lines.push(`  ok    ${what}`);
  };
  const context = {
    check,
    /** A figure worth knowing. */
    figure: (what, value) => lines.push(`        ${what}: ${value}`),
    /** A server of this journey. Its seed follows from the journey's name, unless the journey has chosen one. */
    server: async ({ seed = seedOf(`${name} ${servers.length}`), ...options } = {}) => {
      const server = await TestServer.start({ seed, ...options });
      servers.push(server);
      return server;
    },
    /** A host of files, which hands out a folder below a path. */
    files: async (folder, path) => {
      const server = await StaticServer.start({ folder, path, seed: seedOf(`${name} ${servers.length}`) });
      servers.push(server);
      return server;
    },
    /** A network before a server, which can go dead. */
    wire: async (to) => {
      const wire = await Wire.to(to);
      servers.push(wire);
      return wire;
    },
    person: async (server, options) => {
      const number = people.filter((person) => person.server === server).length;
      const person = await Person.arrive(browser, server, { number, ...options });
      people.push(person);
      return person;
    },
  };
  const records = () => people.map((person) => pressesOf(person.context));
  try {
    await check(TO_THE_END, () => journeys.get(name)(context));
    await check("nothing went wrong on any page", () => {
      const troubles = people.flatMap((person) => person.troubles);
      if (troubles.length > 0) throw new Error([...new Set(troubles)].join("\n"));
    });
    await check("no click was swallowed", () => {
      const missed = records().flatMap((record) => record.missed);
      if (missed.length > 0) throw new Error(`${missed.length} missed:\n${missed.join("\n")}`);
    });
  } catch (error) {
    if (error !== OVER) throw error;
    const missed = records().flatMap((record) => record.missed);
    if (missed.length > 0) lines.push(`        missed clicks before:\n        ${missed.join("\n        ")}`);
  } finally {
    const late = records().flatMap((record) => record.overtaken);
    if (late.length > 0) lines.push(`        presses that the table overtook: ${late.length}`);
    overtaken += late.length;
    presses += records().reduce((sum, { made }) => sum + made, 0);
    if (flags.digest) lines.push(...people.map((person, i) => `        digest of person ${i}: ${digest(person)}`));
    await Promise.all(people.map((person) => person.leave()));
    await Promise.all(servers.map((server) => server.close()));
    const seconds = (performance.now() - began) / 1000;
    times.push([seconds, name]);
    if (!failed.some((one) => one.startsWith(`${name}:`))) durations[name] = Math.round(seconds * 10) / 10;
    lines.push(`  ${seconds.toFixed(1)} s`);
    unfinished.delete(name);
    console.log(lines.join("\n"));
  }
}

const began = performance.now();
const queue = [...names];
const lane = async () => {
  for (let name = queue.shift(); name; name = queue.shift()) await run(name);
};
await Promise.all(Array.from({ length: lanes }, lane));
await browser.close();
stop();
writeFileSync(past, JSON.stringify(durations, null, 2));

console.log("\nSeconds by journey:");
for (const [seconds, name] of times.sort((a, b) => b[0] - a[0])) console.log(`  ${seconds.toFixed(1).padStart(6)}  ${name}`);
const wall = (performance.now() - began) / 1000;
console.log(
  `\n${lanes} at a time: ${wall.toFixed(0)} s. Machine at the start ${atStart.toFixed(2)}, at worst ${timeout.worst.toFixed(2)} times the nominal time.`,
);
console.log(`${presses} presses, ${overtaken} overtaken by the table.`);
if (failed.length > 0) console.log(`\nFailed:\n  ${failed.join("\n  ")}`);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 || passed === 0 ? 1 : 0;
