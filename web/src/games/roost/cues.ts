// What a table of Roost sounds like, and where on the mat one should look.

import type { Event } from "../../gen/roost/Event";
import type { Habitat } from "../../gen/roost/Habitat";
import type { Cue } from "../../lib/sound";
import { columnOf, rowOf } from "./present";

/** A row of the mat, and the bird in it that matters; `null`: its last one. */
export interface Spot {
  row: Habitat;
  column: number | null;
}
export const spotOf = (place: string): Spot => ({ row: rowOf(place), column: columnOf(place) });

/** Where on the mat of this seat something happened last. */
export function lastSpot(events: readonly Event[], seat: number): Spot | null {
  let spot: Spot | null = null;
  for (const event of events) {
    if ("row_used" in event && event.row_used.seat === seat) spot = { row: event.row_used.row, column: null };
    else if ("placed" in event && event.placed.seat === seat) spot = spotOf(event.placed.position);
  }
  return spot;
}

/** The sound of some events: of the most important one. */
export function soundOf(events: readonly Event[]): Cue | null {
  const has = (name: string) => events.some((event) => name in event);
  if (has("dealt")) return "deal";
  if (has("goal_scored")) return "trick";
  if (has("laid")) return "egg";
  return has("placed") || has("drew") || has("die_taken") ? "play" : null;
}
