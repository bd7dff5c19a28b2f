// What Dutch shows of what happens: faces on their way while their buttons stay where they are, so that nobody's claim is lost
// in somebody else's animation; and marks that everybody sees at a place: a look, a swap, a wrong card.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Event } from "../../gen/dutch/Event";
import type { Slot } from "../../gen/dutch/Slot";
import type { View } from "../../gen/dutch/View";
import type { Animated } from "../../lib/animation.svelte";
import { type Flip, lasting, type Shift } from "../../lib/flip";
import { cue } from "../../lib/sound";
import { key } from "./choices";

export type Mark = "look" | "swap" | "wrong";
/** How long the two places of a swap stay outlined, in milliseconds: reading, not motion. */
const SWAPPED = 2400;
/** The time between two cards that are turned over at the end, and the longest that all of them may take, in milliseconds. */
const TURN = 170;
const REVEAL = 2400;

const isEnd = (event: Event): boolean => typeof event === "object" && ("deal_ended" in event || "ended" in event);

export class DutchAnimation implements Animated<Event> {
  /** The discard that was on top before: it is seen until the new one has landed. */
  under = $state.raw<string | null>(null);
  readonly cues = [
    ["dealt", "deal"],
    ["match_failed", "no"],
    ["collected", "trick"],
    ["dutch_called", "trick"],
    ["matched", "snap"],
    ["played", "play"],
    ["swapped", "play"],
  ] as const;
  readonly skippable = true;
  /** Cards of a finished deal that are about to be turned over. */
  readonly #down = new SvelteSet<string>();
  #marks = $state.raw(new Map<string, Mark>());
  #swapped = new SvelteMap<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shown: View;
  readonly #view: () => View;

  constructor(view: () => View) {
    this.#view = view;
    this.#shown = view();
  }

  /** What everybody sees at a place. */
  at(place: string): Mark | null {
    return this.#marks.get(place) ?? (this.#swapped.has(place) ? "swap" : null);
  }

  /** The card that is seen at a place. */
  shown(place: string, held: Slot | null): Slot | null {
    return held && this.#down.has(place) ? { ...held, card: null } : held;
  }

  before(events: Event[]): void {
    const view = this.#view();
    if (events.some(isEnd) && lasting(TURN) > 0) {
      view.hands.forEach((hand, seat) =>
        hand.forEach((held, slot) => {
          if (held?.card && !this.#shown.hands[seat]?.[slot]?.card) this.#down.add(key({ seat, slot }));
        }),
      );
    }
    if (view.discards > this.#shown.discards) this.under = this.#shown.top;
    else if (view.discards < this.#shown.discards) this.under = null;
    this.#shown = view;
  }

  after(events: Event[], flip: Flip | null): void {
    const view = this.#view();
    const { picks, looked_at, exposed } = view.open;
    const marks = new Map<string, Mark>();
    picks.forEach((slots, seat) => slots.forEach((slot) => marks.set(key({ seat, slot }), "look")));
    if (looked_at) marks.set(key(looked_at), "look");
    for (const { at } of exposed) marks.set(key(at), "wrong");
    this.#marks = marks;
    for (const event of events) {
      if (typeof event === "string" || !("swapped" in event)) continue;
      this.#swapped.clear();
      for (const place of [event.swapped.a, event.swapped.b]) this.#swapped.set(key(place), 1);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#swapped.clear(), SWAPPED);
    }
    flip?.shift(moves(events, view));
  }

  shows(event: Event): boolean {
    return isEnd(event);
  }

  /** The hands are turned over, card by card. */
  *show(): Generator<number, void> {
    const places = [...this.#down];
    let heard = "";
    for (const place of places) {
      const seat = place.split(":")[0]!;
      if (seat !== heard) cue("reveal");
      heard = seat;
      this.#down.delete(place);
      yield lasting(Math.min(TURN, REVEAL / places.length));
    }
  }

  settle(): void {
    this.#down.clear();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** What moves for what has happened. Nobody's card has a name; it is known by where it lay. */
export const moves = (events: Event[], view: View): Shift[] => events.flatMap((event) => movesOf(event, view));

function movesOf(event: Event, view: View): Shift[] {
  if (typeof event === "string") return [];
  const last = (seat: number, back = 0) => key({ seat, slot: (view.hands[seat]?.length ?? 0) - 1 - back });
  if ("dealt" in event) {
    const places = view.hands.flatMap((hand, seat) => hand.map((_, slot) => ({ seat, slot })));
    places.sort((a, b) => a.slot - b.slot);
    return places.map((place, i) => ({ from: "pile", to: key(place), late: i }));
  }
  if ("drew" in event) return [{ from: "pile", to: "drawn" }];
  if ("took" in event) return [{ from: "discard", to: "drawn" }];
  if ("played" in event) {
    const { seat, from } = event.played;
    if (from === "drawn") return [{ from: "drawn", to: "discard" }];
    const at = key({ seat, slot: from.slot });
    return [
      { from: at, to: "discard" },
      { from: "drawn", to: at },
    ];
  }
  if ("matched" in event) return [{ from: key(event.matched), to: "discard" }];
  if ("match_failed" in event) {
    const { seat, penalty } = event.match_failed;
    return Array.from({ length: penalty }, (_, i) => ({ from: "pile", to: last(seat, penalty - 1 - i), late: i * 3 }));
  }
  if ("turn_missed" in event && event.turn_missed.kept) return [{ from: "drawn", to: last(event.turn_missed.seat) }];
  if ("collected" in event) {
    const { seat, card } = event.collected;
    const slot = view.hands[seat]?.findIndex((held) => held?.card === card) ?? -1;
    return slot < 0 ? [] : [{ from: "discard", to: key({ seat, slot }) }];
  }
  if ("swapped" in event) {
    const [a, b] = [key(event.swapped.a), key(event.swapped.b)];
    return [
      { from: a, to: b },
      { from: b, to: a },
    ];
  }
  return "reshuffled" in event ? [{ from: "discard", to: "pile" }] : [];
}
