// Where on the mat one should look.

import type { Event } from "../../gen/roost/Event";
import type { Habitat } from "../../gen/roost/Habitat";
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
    if (typeof event === "string") continue;
    if ("row_used" in event && event.row_used.seat === seat) spot = { row: event.row_used.row, column: null };
    else if ("placed" in event && event.placed.seat === seat) spot = spotOf(event.placed.position);
  }
  return spot;
}
