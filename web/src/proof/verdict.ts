// Verdicts about a deal, as values; words.ts has the texts.

import type { Words } from "./words";

type After<Prefix extends string, Key> = Key extends `${Prefix}${infer Name}` ? Name : never;

/** Something that speaks against a deal. `words.ts` has a sentence for each, with both values in it. */
export type FaultName = After<"broken.", keyof Words>;
export interface Fault {
  what: FaultName;
  /** The values in the sentence. `seat` becomes the name of the player on it. */
  values: Record<string, string | number>;
}

/** Why a page cannot vouch for a deal. */
export type Absence = After<"absent.", keyof Words>;

/** Why the rules were not checked. */
export type Unchecked = After<"unchecked.", keyof Words>;

/** What stands beside a verdict. */
export type RemarkName = After<"remark.", keyof Words>;
export interface Remark {
  what: RemarkName;
  values: Record<string, string | number>;
}

/** The result of checking a game. Only what was positively established counts. */
export type Verdict =
  | { kind: "broken"; fault: Fault }
  /**
   * Nothing speaks against it. `absent`: why this page cannot vouch for the deal, `null` if it can. `unchecked`: why the rules
   * were not checked, `null` if they were.
   */
  | { kind: "consistent"; absent: Absence | null; unchecked: Unchecked | null; discarded: number; facts: Facts }
  /** Consistent, witnessed, and played by the rules. */
  | { kind: "verified"; discarded: number; facts: Facts };

/** How much was compared. */
export interface Facts {
  /** Shuffles and rolls that were computed again. */
  chances: number;
  /** Entries of the log whose links were computed again. */
  entries: number;
  /** Screens that this page was shown and that the file has. */
  screens: number;
  /** The player's own moves in the file. */
  moves: number;
}

/** Thrown by a check; caught where a verdict is made of it. */
export class Broken extends Error {
  constructor(readonly fault: Fault) {
    super(fault.what);
  }
}

/** Ends a check with what speaks against the deal. */
export function fail(what: FaultName, values: Fault["values"] = {}): never {
  throw new Broken({ what, values });
}

/** What an error in a check says about the deal. A server that sends what no check can read has not passed it. */
export const faultIn = (error: unknown): Fault =>
  error instanceof Broken ? error.fault : { what: "unreadable", values: { other: String(error) } };

/** The fault of a check that failed; `null` if it passed. */
export function faultOf(check: () => void): Fault | null {
  try {
    check();
    return null;
  } catch (error) {
    return faultIn(error);
  }
}

/** What a replay of the rules makes of a verdict: it alone can turn "consistent" into "verified". */
export function withRules(verdict: Verdict, { fault, unchecked }: { fault: Fault | null; unchecked: Unchecked | null }): Verdict {
  if (verdict.kind === "broken") return verdict;
  if (fault) return { kind: "broken", fault };
  if (verdict.kind === "verified") return verdict;
  const { absent, discarded, facts } = verdict;
  if (unchecked !== null || absent !== null) return { kind: "consistent", absent, unchecked, discarded, facts };
  return { kind: "verified", discarded, facts };
}
