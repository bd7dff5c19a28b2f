// What Eights shows of what happens: captions, cards on their way, symbols.

import { type Kind, look } from "../../cards/colour";
import type { Card } from "../../gen/eights/Card";
import type { Event } from "../../gen/eights/Event";
import type { View } from "../../gen/eights/View";
import type { Animated } from "../../lib/animation.svelte";
import { type Flip, type Flight, lasting } from "../../lib/flip";
import { cue } from "../../lib/sound";
import { caption } from "./captions";
import { clockwise } from "./log";

/** The table as it is when something is to be shown. */
interface Scene {
  view: View;
  you: number | null;
  names: string[];
  hand: Card[];
}

/** From this number on, cards are poured. */
const POURED = 8;
/** How much later each of them sets off, in milliseconds. */
const POUR = 28;

const seatSpot = (seat: number) => `seat-${seat}`;

export class EightsAnimation implements Animated<Event> {
  /** What happened last, in words. */
  caption = $state<string | null>(null);
  /** Seats that have just been passed over. */
  skipped = $state.raw<number[]>([]);
  /** A large symbol; each has a key of its own. */
  burst = $state.raw<{ key: number; kind: Kind } | null>(null);
  /** The top card among moving cards, and where it comes from. */
  topKey = $state("top");
  topFrom = $state("middle");
  /** Where new cards of the viewer's hand come from. */
  handFrom = $state("deck");

  #scene: () => Scene;
  #hand: Card[] = [];
  #tops = 0;
  #timers: Partial<Record<"caption" | "skipped", ReturnType<typeof setTimeout>>> = {};

  constructor(scene: () => Scene) {
    this.#scene = scene;
  }

  apart(events: Event[]): number {
    const { you } = this.#scene();
    if (events.some((event) => typeof event === "object" && "drew" in event && event.drew.seat === you && event.drew.count >= POURED))
      return POUR;
    return Math.min(30, 240 / Math.max(1, this.#scene().hand.length));
  }

  stop(): void {
    Object.values(this.#timers).forEach(clearTimeout);
  }

  /** Where new things will come from. */
  before(events: Event[]): void {
    this.handFrom = "deck";
    for (const event of events) this.#origin(event);
    this.#hand = this.#scene().hand;
  }

  #origin(event: Event): void {
    const { you, hand, view } = this.#scene();
    if (typeof event === "string") return;
    if ("played" in event) {
      const { seat, card } = event.played;
      const left = (one: Card) => one.face === card && !hand.some(({ id }) => id === one.id);
      // The viewer's own card is known by its id, and moves from its place in the hand.
      const gone = seat === you ? this.#hand.find(left) : undefined;
      this.topKey = gone ? `c${gone.id}` : `top-${++this.#tops}`;
      this.topFrom = seatSpot(seat);
    } else if ("started" in event) {
      this.topKey = `top-${++this.#tops}`;
      this.topFrom = "deck";
    } else if ("stole" in event) {
      this.handFrom = seatSpot(event.stole.victim);
    } else if ("big_bang" in event || "reincarnation" in event) {
      this.handFrom = "middle";
    } else if (you === null) {
      return;
    } else if ("swapped" in event) {
      this.handFrom = seatSpot(event.swapped.a === you ? event.swapped.b : event.swapped.a);
    } else if ("rotated" in event) {
      this.handFrom = seatSpot(neighbour(view, you, clockwise(event.rotated.dir) ? -1 : 1));
    }
  }

  *show(event: Event, flip: Flip | null): Generator<number, void> {
    const { names, you } = this.#scene();
    const text = caption(event, names, you);
    if (text) {
      this.caption = text;
      // As long as it takes to read, or until more happens.
      this.#later("caption", 2500 + text.length * 40, () => (this.caption = null));
    }
    const ms = this.#decorate(event, (...flights) => flip?.fly(flights));
    if (isHeavy(event)) flip?.shake("middle", "deck");
    if (ms > 0) yield lasting(ms);
  }

  #later(what: "caption" | "skipped", ms: number, then: () => void): void {
    clearTimeout(this.#timers[what]);
    this.#timers[what] = setTimeout(then, ms);
  }

  #flash(kind: Kind, ms = 250): number {
    this.burst = { key: (this.burst?.key ?? 0) + 1, kind };
    return ms;
  }

  /** Starts what there is to see, and says how long it wants the stage for itself. */
  #decorate(event: Event, fly: (...flights: Flight[]) => void): number {
    const { view, you } = this.#scene();
    const playing = view.open.in_play;
    if (event === "noped") return this.#flash("nope");
    if (typeof event === "string") return 250;
    if ("played" in event) {
      cue(isHeavy(event) ? "snap" : "play");
      return 160;
    }
    if ("drew" in event) {
      const { seat, count } = event.drew;
      // The viewer's own cards are moved by the hand.
      if (seat !== you) fly({ from: "deck", to: seatSpot(seat), count });
      cue(count > 1 ? "deal" : "play");
      return 200;
    }
    if ("skipped" in event) {
      this.skipped = event.skipped.seats;
      this.#later("skipped", 900, () => (this.skipped = []));
      return this.#flash("skip");
    }
    if ("swapped" in event) {
      const [a, b] = [seatSpot(event.swapped.a), seatSpot(event.swapped.b)];
      fly({ from: a, to: b, count: 3 }, { from: b, to: a, count: 3 });
      return this.#flash("swap", 280);
    }
    if ("rotated" in event) {
      const way = clockwise(event.rotated.dir) ? 1 : -1;
      fly(...playing.map((seat) => ({ from: seatSpot(seat), to: seatSpot(neighbour(view, seat, way)), count: 3 })));
      return this.#flash("rotate", 280);
    }
    if ("stole" in event) {
      fly({ from: seatSpot(event.stole.victim), to: seatSpot(event.stole.thief) });
      return this.#flash("steal");
    }
    if ("big_bang" in event || "reincarnation" in event) {
      fly(...playing.map((seat) => ({ from: "middle", to: seatSpot(seat), count: 3 })));
      return this.#flash("godmode", 280);
    }
    if ("reversed" in event) return this.#flash("reverse");
    if ("lucky" in event) return this.#flash("luckyhand");
    if ("eye_opened" in event) return this.#flash("godmode");
    if ("started" in event) cue("deal");
    return 0;
  }
}

/** A +20, or the cards that it brings: the pile shakes. */
function isHeavy(event: Event): boolean {
  if (typeof event === "string") return false;
  if ("played" in event) return look(event.played.card).kind.startsWith("plus20");
  return "drew" in event && event.drew.count >= POURED;
}

/** The next seat that still plays; only for the way things fly. */
function neighbour({ open }: View, seat: number, way: 1 | -1): number {
  for (let i = 1; i < open.seats; i++) {
    const at = (seat + (way + open.seats) * i) % open.seats;
    if (open.in_play.includes(at)) return at;
  }
  return seat;
}
