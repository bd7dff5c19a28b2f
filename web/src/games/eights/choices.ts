// What there is to choose, filtered from the list of legal actions. No rules: if the list has it, it can
// be chosen.

import type { Action } from "../../gen/eights/Action";
import type { CardId } from "../../gen/eights/CardId";
import type { Color } from "../../gen/eights/Color";
import type { Play } from "../../gen/eights/Play";
import type { Power } from "../../gen/eights/Power";

export type Chosen = Pick<Play, "color" | "target" | "power">;

export type Question = { ask: "color"; options: Color[] } | { ask: "target"; options: number[] } | { ask: "power"; options: Power[] };

/** Every legal play, by card. */
export function playsByCard(legal: Action[]): Map<CardId, Play[]> {
  const plays = new Map<CardId, Play[]>();
  for (const action of legal) {
    if (typeof action === "string") continue;
    const known = plays.get(action.play.card);
    if (known) known.push(action.play);
    else plays.set(action.play.card, [action.play]);
  }
  return plays;
}

const fits = (play: Play, chosen: Chosen): boolean =>
  (["color", "target", "power"] as const).every((key) => chosen[key] == null || play[key] === chosen[key]);

/** The plays that are left after what has been chosen; the one to send, or the next question. */
export function decide(plays: Play[], chosen: Chosen): Play | Question | null {
  const left = plays.filter((play) => fits(play, chosen));
  for (const ask of ["color", "target", "power"] as const) {
    const options = [...new Set(left.map((play) => play[ask]).filter((option) => option != null))];
    if (options.length > 1) return { ask, options } as Question;
  }
  return left[0] ?? null;
}
