// Which cards of a hand are new: those that its owner drew in the last own turn.

import type { Event } from "../../gen/eights/Event";
import type { TableEvent } from "../../lib/connection.svelte";

const NONE: ReadonlySet<number> = new Set();

/** The ids of the cards that `you` drew and has not had a turn with. */
export function freshCards(events: readonly TableEvent[], you: number | null): ReadonlySet<number> {
  if (you === null) return NONE;
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i]!.event as Event;
    if (typeof event === "string") continue;
    if ("played" in event && event.played.seat === you) return NONE;
    // A new hand has no new cards.
    if ("started" in event || "swapped" in event || "rotated" in event || "big_bang" in event || "reincarnation" in event) return NONE;
    if ("drew" in event && event.drew.seat === you) return new Set(event.drew.cards?.map(({ id }) => id));
  }
  return NONE;
}
