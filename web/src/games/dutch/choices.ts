// The list of legal actions, sorted by what a person points at. It adds nothing to the list.

import type { Action } from "../../gen/dutch/Action";
import type { Place } from "../../gen/dutch/Place";

/** A place as one word: "2:0" is seat 2's first slot. */
export const key = ({ seat, slot }: Place): string => `${seat}:${slot}`;
export const placeOf = (key: string): Place => {
  const [seat, slot] = key.split(":").map(Number);
  return { seat: seat ?? 0, slot: slot ?? 0 };
};

export interface Choices {
  /** By place: what a tap on that card does. */
  taps: Map<string, Action>;
  /** By place: what a jack may exchange its card with, and how. */
  swaps: Map<string, Map<string, Action>>;
  draw: Action | null;
  take: Action | null;
  /** Play the card held apart. */
  drawn: Action | null;
  collect: Action | null;
  call: Action | null;
  /** "Seen enough" of the first look or of a queen's look. */
  done: Action | null;
  decline: Action | null;
  ready: Action | null;
}

export function sort(legal: Action[], you: number | null): Choices {
  const found: Choices = {
    taps: new Map(),
    swaps: new Map(),
    draw: null,
    take: null,
    drawn: null,
    collect: null,
    call: null,
    done: null,
    decline: null,
    ready: null,
  };
  const own = (slot: number) => key({ seat: you ?? 0, slot });
  const pair = (a: Place, b: Place, action: Action) => {
    const partners = found.swaps.get(key(a)) ?? new Map<string, Action>();
    found.swaps.set(key(a), partners.set(key(b), action));
  };
  for (const action of legal) {
    if (action === "call_dutch") found.call = action;
    else if (action === "confirm_peek" || action === "done_peeking") found.done = action;
    else if (action === "decline_power") found.decline = action;
    else if (action === "ready") found.ready = action;
    else if ("draw" in action) found[action.draw.from === "pile" ? "draw" : "take"] = action;
    else if ("collect" in action) found.collect = action;
    else if ("peek" in action) found.taps.set(own(action.peek.slot), action);
    else if ("match" in action) found.taps.set(own(action.match.slot), action);
    else if ("peek_card" in action) found.taps.set(key(action.peek_card), action);
    else if ("swap" in action) {
      pair(action.swap.a, action.swap.b, action);
      pair(action.swap.b, action.swap.a, action);
    } else if (action.play === "drawn") found.drawn = action;
    else found.taps.set(own(action.play.slot), action);
  }
  return found;
}
