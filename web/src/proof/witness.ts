// The witness: what this page kept of one game, for the program that checks a file (docs/fairness.md, "Witness").

import type { Acts } from "./moves";
import type { Outcome } from "./file";
import { hashText } from "./keys";
import type { KeptDeal } from "./memory";
import type { Trace } from "./trace";

/** A witness is shorter than this, in bytes. */
export const WITNESS_LIMIT = 100_000;

/** Versions that follow one another, with the digits of their hashes joined. */
function runs(seen: { version: number; hash: string }[]): [number, string][] {
  const found: [number, string][] = [];
  let next = -1;
  for (const { version, hash } of seen) {
    if (version === next) found.at(-1)![1] += hash;
    else found.push([version, hash]);
    next = version + 1;
  }
  return found;
}

export interface WitnessParts {
  own: KeptDeal;
  trace: Trace;
  acts: Acts;
  /** The deals that were thrown away first: those that are kept whole, and how many there were in all. */
  earlier: KeptDeal[];
  discarded: number;
  since: number;
  outcome: Outcome | null;
}

/** The text of the witness. Of a game that is too long for it, the older screens are one hash for each run. */
export function witnessText({ own, trace, acts, earlier, discarded, since, outcome }: WitnessParts): string {
  const { seen } = trace;
  const write = (hashed: number): string => {
    const json = JSON.stringify;
    const { transcript, signature, seat, bytes } = own;
    const head = json({ aboveboard: "witness 2", transcript, signature, seat, bytes, k: discarded, since }).slice(0, -1);
    const thrown = earlier.map((deal) => ({ transcript: deal.transcript, signature: deal.signature, bytes: deal.bytes }));
    const older = runs(seen.slice(0, hashed)).map(([first, digits]) => [first, first + digits.length / 32 - 1, hashText(digits)]);
    const screens = [...older, ...runs(seen.slice(hashed))];
    const middle = `"earlier":${json(thrown)},"acts":${json(acts)},"seen":${json(screens)}`;
    const last = `"lines":${json(trace.lines)},"away":${json(trace.away)},"outcome":${json(outcome)}}`;
    return `${head},\n${middle},\n${last}\n`;
  };
  let [hashed, text] = [0, write(0)];
  for (;;) {
    const excess = new TextEncoder().encode(text).length - WITNESS_LIMIT + 1;
    if (excess <= 0 || hashed === seen.length) return text;
    hashed = Math.min(seen.length, hashed + Math.ceil(excess / 32) + 3);
    text = write(hashed);
  }
}
