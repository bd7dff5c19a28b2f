// The witness: what this page kept of one game, for the program that checks a file (docs/fairness.md, "Witness").

import type { Acts } from "./moves";
import type { Outcome } from "./file";
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

/** The text of the witness. Of a game that is too long for it, the later screens are left out. */
export function witnessText({ own, trace, acts, earlier, discarded, since, outcome }: WitnessParts): string {
  const write = (screens: number): string => {
    const json = JSON.stringify;
    const { transcript, signature, seat, bytes } = own;
    const head = json({ aboveboard: "witness 2", transcript, signature, seat, bytes, k: discarded, since }).slice(0, -1);
    const thrown = earlier.map((deal) => ({ transcript: deal.transcript, signature: deal.signature, bytes: deal.bytes }));
    const middle = `"earlier":${json(thrown)},"acts":${json(acts)},"seen":${json(runs(trace.seen.slice(0, screens)))}`;
    const last = `"lines":${json(trace.lines)},"away":${json(trace.away)},"outcome":${json(outcome)}}`;
    return `${head},\n${middle},\n${last}\n`;
  };
  const count = trace.seen.length;
  const whole = write(count);
  const excess = new TextEncoder().encode(whole).length - WITNESS_LIMIT + 1;
  return excess <= 0 ? whole : write(Math.max(0, count - Math.ceil(excess / 32)));
}
