// What people wait for, in bytes as they travel (gzip), held against the budgets.
//
//   first load   everything until the home page can be used
//   <game>       what opening that game's table adds to the room it stands in

import { existsSync, readFileSync } from "node:fs";

const FIRST_LOAD = 45_000;
const TABLE = 20_000;
/** Roost is a board, not a hand of cards: a mat, a feeder, a tray, goals, powers in words. Its set-up, close looks, other
 *  mats, scores and drawings are files of their own beside this. */
const LARGE = { roost: 31_000 };

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
  const game = /^src\/games\/(\w+)\/Table\.svelte$/.exec(entry)?.[1];
  if (!game) continue;
  const files = new Set([...needs(entry), ...needs(`src/games/${game}/log.ts`)]);
  figures.push([`${game} table`, total([...files].filter((file) => !room.has(file))), LARGE[game] ?? TABLE]);
}

let over = 0;
for (const [name, bytes, budget] of figures) {
  const fits = bytes <= budget;
  if (!fits) over += 1;
  console.log(`  ${name.padEnd(14)} ${String(bytes).padStart(6)} of ${budget} bytes${fits ? "" : "  TOO MUCH"}`);
}
if (figures.length < 2) throw new Error("no table found");
process.exitCode = over > 0 ? 1 : 0;
