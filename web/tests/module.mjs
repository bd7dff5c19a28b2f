// Conversations with the rules, recorded natively (`crates/browser/examples/record.rs`), repeated with the WebAssembly
// module: every answer must be the same, byte for byte.
//
//   node tests/module.mjs <module.wasm> <transcripts.txt> [--figures]
//
// Figures are medians and 95th percentiles of what questions to bots and checks took, native and here.

import { readFileSync } from "node:fs";

/** A module that was started, as a function from request to answer, both JSON text. */
export async function start(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, allocate, answer, release } = instance.exports;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder("utf-8", { fatal: true })];
  return (request) => {
    const sent = encoder.encode(request);
    const address = allocate(sent.length) >>> 0;
    if (address === 0) throw new Error(`no buffer of ${sent.length} bytes`);
    // Memory may have grown: its buffer is read after the call.
    new Uint8Array(memory.buffer, address, sent.length).set(sent);
    const packed = BigInt.asUintN(64, answer(address, sent.length));
    const [from, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const text = decoder.decode(new Uint8Array(memory.buffer, from, length));
    release(from, length);
    return text;
  };
}

/** The first place at which two texts differ, with a little before and after. */
function difference(expected, got) {
  let at = 0;
  while (at < expected.length && expected[at] === got[at]) at += 1;
  const part = (text) => text.slice(Math.max(0, at - 60), at + 60);
  return `  at character ${at}:\n  native: …${part(expected)}…\n  module: …${part(got)}…`;
}

const [modulePath, transcriptPath, wanted] = process.argv.slice(2);
const module = readFileSync(modulePath);
const imports = WebAssembly.Module.imports(await WebAssembly.compile(module));
if (imports.length > 0) throw new Error(`the module imports ${imports.map(({ name }) => name).join(", ")}; it must import nothing`);

const ask = await start(module);
const lines = readFileSync(transcriptPath, "utf8").split("\n").slice(0, -1);
/** Times in milliseconds, native and of the module, by game and kind of request. */
const times = new Map();
let [game, wrong] = ["", 0];
for (let at = 0; at < lines.length; at += 3) {
  const [request, expected, native] = [0, 1, 2].map((line) => lines[at + line].slice(2));
  const { cmd, level, game: opened } = JSON.parse(request);
  game = opened ?? game;
  const began = performance.now();
  const got = ask(request);
  const took = performance.now() - began;
  const kind = `${game} ${level ?? cmd}`;
  if (!times.has(kind)) times.set(kind, []);
  times.get(kind).push([Number(native) / 1000, took]);
  if (got === expected) continue;
  wrong += 1;
  if (wrong <= 3) console.log(`${request.slice(0, 200)}\n${difference(expected, got)}`);
}
if (wanted === "--figures") {
  const at = (all, share) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))].toFixed(2);
  for (const [kind, pairs] of times) {
    if (!/ (easy|medium|hard|expert|verify|step)$/.test(kind)) continue;
    const [native, here] = [0, 1].map((side) => pairs.map((pair) => pair[side]));
    console.log(`  ${kind.padEnd(16)} native ${at(native, 0.5)} / ${at(native, 0.95)} ms, module ${at(here, 0.5)} / ${at(here, 0.95)} ms`);
  }
}
const count = lines.length / 3;
if (count < 1000) throw new Error(`a transcript with ${count} requests says little`);
console.log(wrong === 0 ? `  ${count} answers of the module are the native ones, byte for byte` : `  ${wrong} of ${count} answers DIFFER`);
process.exitCode = wrong === 0 ? 0 : 1;
