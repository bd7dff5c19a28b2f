// What people wait for, in bytes as they travel (gzip), held against the budgets.
//
//   first load   everything until the home page can be used
//   <game>       what opening that game's table adds to the room it stands in, with its drawings that come later
//   rules        the WebAssembly module (Brotli), in its form for people; loaded by nothing else that is listed here

import { existsSync, readFileSync } from "node:fs";

/** Without the font, which is preloaded beside it. */
const FIRST_LOAD = 70_000;
/** With its art. */
const TABLE = 40_000;

/** All five games, their bots, and the checker of proofs. */
const RULES = 720_000;

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

/** The files that a module needs before it runs. */
function needs(entry, found = new Set()) {
  const { file, css = [], imports = [] } = manifest[entry];
  if (found.has(file)) return found;
  for (const one of [file, ...css]) found.add(one);
  for (const one of imports) needs(one, found);
  return found;
}

/** Tables with playing cards fetch the court cards; other drawings are the game's own. */
const COURTS = ["casino", "dutch", "euchre"];
const artOf = (game) =>
  [COURTS.includes(game) ? "src/cards/courts.ts" : `src/games/${game}/art/index.ts`].filter((file) => file in manifest);

const size = (file) => {
  const packed = new URL(`${file}.gz`, dist);
  return readFileSync(existsSync(packed) ? packed : new URL(file, dist)).length;
};
const total = (files) => [...files].reduce((sum, file) => sum + size(file), 0);

const first = needs("index.html");
const room = new Set([...first, ...needs("src/room/TablePage.svelte"), ...needs("src/room/kit.ts")]);
const figures = [["first load", total(["index.html", "icon.svg", "manifest.webmanifest", ...first]), FIRST_LOAD]];
console.log(`  the room adds ${total([...room].filter((file) => !first.has(file)))} bytes, loaded while the home page is calm`);
for (const entry of Object.keys(manifest)) {
  const game = /^_table-(\w+)-.*\.js$/.exec(entry)?.[1];
  if (!game) continue;
  const files = new Set(
    [entry, `src/games/${game}/log.ts`, ...artOf(game)].filter((one) => one in manifest).flatMap((one) => [...needs(one)]),
  );
  figures.push([`${game} table`, total([...files].filter((file) => !room.has(file))), TABLE]);
}

// The rules are a file of their own, which the page fetches when it has nothing else to do: its HTML does not name it, and no
// file of the first load has it inside.
const rules = Object.values(manifest).find(({ file }) => file.endsWith(".wasm"))?.file;
if (rules) {
  for (const file of ["index.html", ...first]) {
    const text = readFileSync(new URL(file, dist), "utf8");
    const isInside = text.includes("AGFzbQ") || (file.endsWith(".html") && text.includes(rules));
    if (isInside) throw new Error(`the first load has the rules: ${file}`);
  }
  const stamp = new URL("../module/.built", import.meta.url);
  const isQuick = existsSync(stamp) && readFileSync(stamp, "utf8").startsWith("module-quick ");
  const bytes = readFileSync(new URL(`${rules}.br`, dist)).length;
  if (isQuick) console.log(`  the rules take ${bytes} bytes (Brotli) in their form for this machine`);
  else figures.push(["rules (Brotli)", bytes, RULES]);
} else console.log("  the rules are NOT THERE: this client was built without them");

let over = 0;
for (const [name, bytes, budget] of figures) {
  const fits = bytes <= budget;
  if (!fits) over += 1;
  console.log(`  ${name.padEnd(14)} ${String(bytes).padStart(6)} of ${budget} bytes${fits ? "" : "  TOO MUCH"}`);
}
if (figures.length < 2) throw new Error("no table found");
process.exitCode = over > 0 ? 1 : 0;
