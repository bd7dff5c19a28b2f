// What the page can say about its deal now.

import type { Opening } from "./opening";
import type { Fault, Remark, Verdict } from "./verdict";

export interface Report {
  /** No deal yet, under way, its file being fetched and checked, out of reach, or checked. */
  stage: "none" | "sealed" | "checking" | "unreachable" | "done";
  /** Something broken is known at once; anything else when the file was checked. */
  verdict: Verdict | null;
  /** `hash`: that of the transcript; `seats`: those that promised bytes. */
  deal: { record: string; opening: Opening; hash: string; seats: number[] } | null;
  /** The table number. */
  number: string | null;
  remarks: Remark[];
  /** An earlier game of this room that turned out to be broken. */
  earlier: { game: number; fault: Fault } | null;
  /** The very bytes that were checked. */
  file: Uint8Array | null;
  /** Writes the witness, where this page took part. */
  witness: () => string | null;
}

export const NOTHING: Report = {
  stage: "none",
  verdict: null,
  deal: null,
  number: null,
  remarks: [],
  earlier: null,
  file: null,
  witness: () => null,
};
