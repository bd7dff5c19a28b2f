// Shows what happens: captions, moving cards, symbols. All of it is decoration above a table that is
// already as it will be, so nothing here delays what a person does.

import type { Kind } from "../../cards/colour";
import type { Card } from "../../gen/eights/Card";
import type { Event } from "../../gen/eights/Event";
import type { View } from "../../gen/eights/View";
import type { Happening } from "../../lib/connection.svelte";
import { EventQueue, Flip, lasting } from "../../lib/flip";
import { cue } from "../../lib/sound";
import { caption } from "./captions";
import { fly } from "./flights";
import { clockwise } from "./log";

/** The table as it is when something is to be shown. */
export interface Scene {
  view: View;
  you: number | null;
  names: string[];
  hand: Card[];
  happenings: Happening[];
}

const seatSpot = (seat: number) => `seat-${seat}`;

export class Stage {
  /** What happened last, in words. */
  said = $state<string | null>(null);
  /** Seats that have just been passed over. */
  skipped = $state.raw<number[]>([]);
  /** A large symbol; each has a key of its own. */
  burst = $state.raw<{ key: number; kind: Kind } | null>(null);
  /** The top card among moving cards, and where it comes from. */
  topKey = $state("top");
  topFrom = $state("middle");
  /** Where new cards of the own hand come from. */
  handFrom = $state("deck");

  #scene: () => Scene;
  #root: HTMLElement | null = null;
  #flip: Flip | null = null;
  #queue = new EventQueue<Event>(
    (event) => this.#show(event),
    () => {},
  );
  #seen: number;
  #before: Card[] = [];
  #said: ReturnType<typeof setTimeout> | undefined;
  #skipped: ReturnType<typeof setTimeout> | undefined;

  constructor(scene: () => Scene) {
    this.#scene = scene;
    // What happened before somebody looked is not shown again.
    this.#seen = scene().happenings.at(-1)?.number ?? 0;
  }

  /** For the element around everything that moves. */
  root = (element: HTMLElement): (() => void) => {
    this.#root = element;
    this.#flip = new Flip(element);
    return () => {
      this.#queue.stop();
      clearTimeout(this.#said);
      clearTimeout(this.#skipped);
      this.#root = null;
      this.#flip = null;
    };
  };

  /** Before the page changes: where everything is now, and where what is new will come from. */
  before(): void {
    const { hand, happenings } = this.#scene();
    this.#flip?.note();
    this.handFrom = "deck";
    for (const { number, event } of happenings) {
      if (number > this.#seen) this.#origin(event as Event, number);
    }
    this.#before = hand;
  }

  /** After it has changed: the moves, and then what there is to say. */
  after(): void {
    const { hand, happenings } = this.#scene();
    this.#flip?.play({ apart: Math.min(30, 240 / Math.max(1, hand.length)) });
    const fresh = happenings.filter(({ number }) => number > this.#seen);
    this.#seen = happenings.at(-1)?.number ?? this.#seen;
    this.#queue.push(fresh.map(({ event }) => event as Event));
  }

  #origin(event: Event, number: number): void {
    const { you, hand, view } = this.#scene();
    if (typeof event === "string") return;
    if ("played" in event) {
      const { seat, card } = event.played;
      const left = (one: Card) => one.face === card && !hand.some(({ id }) => id === one.id);
      // The viewer's own card is known by its id, and moves from its place in the hand.
      const gone = seat === you ? this.#before.find(left) : undefined;
      this.topKey = gone ? `c${gone.id}` : `top-${number}`;
      this.topFrom = seatSpot(seat);
    } else if ("started" in event) {
      this.topKey = `top-${number}`;
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

  *#show(event: Event): Generator<number, void> {
    const { names, you } = this.#scene();
    const text = caption(event, names, you);
    if (text) {
      this.said = text;
      clearTimeout(this.#said);
      // As long as it takes to read, or until more happens.
      this.#said = setTimeout(() => (this.said = null), 2500 + text.length * 40);
    }
    const ms = this.#decorate(event);
    if (ms > 0) yield lasting(ms);
  }

  #flash(kind: Kind): void {
    this.burst = { key: (this.burst?.key ?? 0) + 1, kind };
  }

  #fly(flights: Parameters<typeof fly>[1]): void {
    if (this.#root) fly(this.#root, flights);
  }

  /** Starts what there is to see, and says how long it wants the stage for itself. */
  #decorate(event: Event): number {
    const { view, you } = this.#scene();
    const playing = view.open.in_play;
    if (event === "noped") this.#flash("nope");
    if (typeof event === "string") return 250;
    if ("played" in event) {
      cue("play");
      return 160;
    }
    if ("drew" in event) {
      const { seat, count } = event.drew;
      // The viewer's own cards move by themselves.
      if (seat !== you) this.#fly([{ from: "deck", to: seatSpot(seat), count }]);
      cue(count > 1 ? "deal" : "play");
      return 200;
    }
    if ("skipped" in event) {
      this.skipped = event.skipped.seats;
      clearTimeout(this.#skipped);
      this.#skipped = setTimeout(() => (this.skipped = []), 900);
      this.#flash("skip");
      return 250;
    }
    if ("swapped" in event) {
      const [a, b] = [seatSpot(event.swapped.a), seatSpot(event.swapped.b)];
      this.#fly([
        { from: a, to: b, count: 3 },
        { from: b, to: a, count: 3 },
      ]);
      this.#flash("swap");
      return 280;
    }
    if ("rotated" in event) {
      const way = clockwise(event.rotated.dir) ? 1 : -1;
      this.#fly(playing.map((seat) => ({ from: seatSpot(seat), to: seatSpot(neighbour(view, seat, way)), count: 3 })));
      this.#flash("rotate");
      return 280;
    }
    if ("stole" in event) {
      this.#fly([{ from: seatSpot(event.stole.victim), to: seatSpot(event.stole.thief) }]);
      this.#flash("steal");
      return 250;
    }
    if ("big_bang" in event || "reincarnation" in event) {
      this.#fly(playing.map((seat) => ({ from: "middle", to: seatSpot(seat), count: 3 })));
      this.#flash("godmode");
      return 280;
    }
    if ("started" in event) cue("deal");
    if ("reversed" in event) this.#flash("reverse");
    else if ("lucky" in event) this.#flash("luckyhand");
    else if ("eye_opened" in event) this.#flash("godmode");
    else return 0;
    return 250;
  }
}

/** The next seat that still plays; only for the way things fly. */
function neighbour({ open }: View, seat: number, way: 1 | -1): number {
  for (let i = 1; i < open.seats; i++) {
    const at = (seat + (way + open.seats) * i) % open.seats;
    if (open.in_play.includes(at)) return at;
  }
  return seat;
}
