// The player's own moves: what the file must have of them, and what the witness says of them.

import { actionText } from "./actions";
import type { Entry } from "./file";
import type { Move, Range, Trace } from "./trace";
import { fail } from "./verdict";

/** The moves of a seat in a file that this page has made, by version. */
export type Acts = [version: number, action: unknown][];

const within = (ranges: Range[], version: number): boolean => ranges.some(([from, to]) => from <= version && version <= to);
const follows = (ranges: Range[], version: number): boolean => ranges.some(([from, to]) => from < version && version <= to);

/** Accepted, but the server did not say at which version. */
const isUnplaced = ({ state, version }: Move): boolean => state === "accepted" && version === null;

/** The player's moves are in the file, and no others where this page was looking. Returns those it can vouch for. */
export function checkMoves(log: Entry[], seat: number, trace: Trace): Acts {
  const { lines, away, moves } = trace;
  const made = new Map(
    log.map(({ version, steps }) => [version, steps.flatMap((step) => ("act" in step && step.act[0] === seat ? [step.act[1]] : []))]),
  );
  const accepted = new Map<number, Move>();
  for (const move of moves) {
    if (move.state !== "accepted" || move.version === null) continue;
    const there = made.get(move.version) ?? [];
    // Two moves are not one entry.
    if (there.length === 0 || accepted.has(move.version)) fail("move-missing", { version: move.version, own: actionText(move.action) });
    accepted.set(move.version, move);
    if (there.some((action) => actionText(action) === actionText(move.action))) continue;
    fail("move-changed", { version: move.version, own: actionText(move.action), other: there.map(actionText).join(", ") });
  }
  // A move whose answer was lost, or names no version, may have been carried out at any later version, once.
  const unanswered = [...moves.filter(isUnplaced), ...moves.filter(({ state }) => state === "sent" || state === "lost")];
  const acts: Acts = [];
  for (const [version, actions] of made) {
    for (const action of actions) {
      const text = actionText(action);
      const move = accepted.get(version);
      const lost = unanswered.findIndex((one) => one.at < version && actionText(one.action) === text);
      if (move && actionText(move.action) === text) acts.push([version, action]);
      else if (lost >= 0) {
        unanswered.splice(lost, 1);
        acts.push([version, action]);
      } else if (follows(lines, version) && !within(away, version)) fail("move-invented", { version, other: text });
    }
  }
  const dropped = unanswered.find(isUnplaced);
  if (dropped) fail("move-dropped", { version: dropped.at, own: actionText(dropped.action) });
  return acts;
}

/** The moves that the server accepted, by the version that it named; one that it dropped should have been the next. */
export function claimedMoves(moves: Move[], acts: Acts): Acts {
  const isIn = ({ at, action }: Move) => acts.some(([version, act]) => version > at && actionText(act) === actionText(action));
  return moves.flatMap((move): Acts => {
    if (move.state !== "accepted" || (isUnplaced(move) && isIn(move))) return [];
    return [[move.version ?? move.at + 1, move.action]];
  });
}
