// What stands beside a verdict: it speaks neither for nor against a deal.

import { actionText } from "./actions";
import { short } from "./deal";
import type { KeptDeal } from "./memory";
import type { Acts } from "./moves";
import type { Report } from "./report";
import type { Move, Trace } from "./trace";
import type { Remark } from "./verdict";

/** How far the moves of the bots have been recomputed. */
export type BotsCheck = { state: "running"; done: number; of: number } | { state: "done"; count: number } | { state: "stopped" };

const HOUR = 3_600_000;
/** A move that is lost with less time left may have come too late. */
const LATE = 2_000;

interface RemarkParts {
  trace: Trace;
  own: KeptDeal | null;
  stage: Report["stage"];
  acts: Acts;
  bots: BotsCheck | null;
  attempt: number;
  /** Another key that the server signed with before. */
  keyBefore: string | null;
  /** Whether this browser stores what it knows, and since when. */
  stored: boolean;
  since: number;
}

export function gameRemarks({ trace, own, stage, acts, bots, attempt, keyBefore, stored, since }: RemarkParts): Remark[] {
  const remarks: Remark[] = [];
  const add = (what: Remark["what"], n: number, values: Remark["values"] = {}) => {
    if (n > 0) remarks.push({ what, values: { n, ...values } });
  };
  if (bots?.state === "running") add("bots-running", 1, { done: bots.done, of: bots.of });
  if (bots?.state === "done") add("bots", bots.count);
  if (bots?.state === "stopped") add("bots-stopped", 1);
  if (keyBefore !== null) add("key", 1, { before: short(keyBefore) });
  if (!stored) add("storage", 1);
  const age = Date.now() - since;
  if (own && age < HOUR) add("since", Math.max(1, Math.round(age / 60_000)));
  add("attempts", attempt - 1);
  if (stage === "sealed") return remarks;
  const { moves } = trace;
  const isIn = ({ at, action }: Move) => acts.some(([version, act]) => version > at && actionText(act) === actionText(action));
  // Without a clock there is no "too late".
  const inTime = ({ left }: Move) => (left ?? Infinity) > LATE;
  const isLost = (move: Move) => (move.state === "lost" || move.state === "sent") && inTime(move) && !isIn(move);
  add("lost", moves.filter(isLost).length);
  const refused = moves.filter(({ state, listed }) => state === "refused" && listed);
  add("refused", refused.filter(({ overtaken }) => !overtaken).length);
  add("overtaken", refused.filter((move) => move.overtaken && inTime(move)).length);
  add("away", trace.away.length);
  return remarks;
}
