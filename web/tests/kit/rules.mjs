// The rules as the client was built with them, outside of a browser.

import { readFileSync } from "node:fs";

const dist = new URL("../../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
/** The path of the module below the client's folder; null if the client was built without it. */
export const MODULE = Object.entries(manifest).find(([name]) => name.endsWith(".wasm"))?.[1].file ?? null;
/** Whether the client was built with the rules. Without them the best verdict of a page is Consistent. */
export const HAS_RULES = MODULE !== null;

/** Answers texts with texts. */
async function start() {
  const { instance } = await WebAssembly.instantiate(readFileSync(new URL(MODULE, dist)), {});
  const { memory, allocate, answer, release } = instance.exports;
  return (request) => {
    const bytes = Buffer.from(JSON.stringify(request));
    const at = allocate(bytes.length) >>> 0;
    Buffer.from(memory.buffer, at, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, answer(at, bytes.length));
    const [start, length] = [Number(packed >> 32n), Number(packed & 0xffff_ffffn)];
    const text = Buffer.from(memory.buffer, start, length).toString();
    release(start, length);
    return text;
  };
}

/** The analysis of a file, as the module writes it. */
export async function analyseByModule(file) {
  const ask = await start();
  let text = ask({ cmd: "analyse", file });
  while (!text.includes('"result":')) {
    const { ok, error } = JSON.parse(text);
    if (error) throw new Error(error.text);
    text = ask({ cmd: "step", job: ok.job });
  }
  return text.slice(text.indexOf('"result":') + '"result":'.length, -"}}".length);
}
