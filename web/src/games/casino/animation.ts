// What Casino shows of what happens: a card that captures comes to the cards it takes, and they go to the pile together.

import type { Event } from "../../gen/casino/Event";
import type { View } from "../../gen/casino/View";
import type { Animated } from "../../lib/animation.svelte";
import type { Flip, Lifted } from "../../lib/flip";
import { takenTo } from "./draft";

export class CasinoAnimation implements Animated<Event> {
  /** The cards of every build that was seen, by its number: what a move names may be gone. */
  readonly built = new Map<number, string[]>();
  readonly cues = [
    ["dealt", "deal"],
    ["captured", "capture"],
    ["leftovers", "capture"],
    ["trailed", "play"],
    ["built", "play"],
    ["joined", "play"],
    ["added", "play"],
    ["raised", "play"],
  ] as const;
  /** What leaves it now. */
  #lifted: Lifted[] = [];

  constructor(
    /** The table as it was shown. */
    public shown: View,
    readonly view: () => View,
    /** The cards that a person lays together move too. */
    readonly also: () => unknown,
  ) {}

  before(_: Event[], flip: Flip | null): void {
    const view = this.view();
    const taken = takenTo(this.shown, view);
    this.#lifted = (taken && flip?.lift(taken.cards)) || [];
    for (const { id, cards } of view.open.builds) this.built.set(id, cards);
  }

  apart(events: Event[]): number {
    return events.some((event) => typeof event === "object" && "dealt" in event) ? 60 : 0;
  }

  moved(flip: Flip | null): void {
    const view = this.view();
    const taken = takenTo(this.shown, view);
    this.shown = view;
    if (taken) flip?.carry(this.#lifted, view.piles[taken.seat]?.top ?? "", `pile-${taken.seat}`);
  }
}
