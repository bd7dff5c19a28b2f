// The trick as it is shown. The server is often ahead of it: it has swept a trick and heard the next lead while people still
// look at the cards. So the middle of the table follows the events at a pace for people; everything else on the table is the
// current view, and whoever acts jumps to it.

import type { Event } from "../../gen/euchre/Event";
import type { Open } from "../../gen/euchre/Open";
import type { Animated } from "../../lib/animation.svelte";
import { type Flip, lasting, MOVE } from "../../lib/flip";
import { cue } from "../../lib/sound";

/** How long a finished trick lies on the table, in milliseconds: reading, not motion. */
export const TRICK_PAUSE = 1000;
const SWEEP = 240;

type Four<T> = [T, T, T, T];
export interface ShownTrick {
  leader: number | null;
  cards: Four<string | null>;
  winner: number | null;
}

const EMPTY: Four<null> = [null, null, null, null];
const current = ({ phase, trick }: Open): ShownTrick => ({
  leader: trick?.leader ?? null,
  // A finished deal's last trick has left the table.
  cards: (phase === "trick" && trick?.cards) || EMPTY,
  winner: null,
});

export class EuchreAnimation implements Animated<Event> {
  trick = $state.raw<ShownTrick>({ leader: null, cards: EMPTY, winner: null });
  /** The seat that took the last trick, if we saw it. */
  lastWinner = $state<number | null>(null);
  readonly skippable = true;
  readonly cues = [
    ["dealt", "deal"],
    ["ordered", "strike"],
    ["named", "strike"],
  ] as const;
  readonly #open: () => Open;

  constructor(open: () => Open) {
    this.#open = open;
    this.trick = current(open());
  }

  also(): unknown {
    return this.trick;
  }

  before(events: Event[], flip: Flip | null): void {
    if (isDealt(events)) flip?.forget();
  }
  apart(events: Event[]): number {
    return isDealt(events) ? 70 : 0;
  }
  after(events: Event[]): void {
    for (const event of events) if (typeof event === "object" && "trick_won" in event) this.lastWinner = event.trick_won.seat;
  }

  shows(event: Event): boolean {
    return typeof event === "object" && ("played" in event || "trick_won" in event);
  }

  *show(event: Event, flip: Flip | null): Generator<number, void> {
    if (typeof event === "string") return;
    if ("played" in event) {
      const { seat, card } = event.played;
      const cards = this.trick.cards.with(seat, card) as Four<string | null>;
      const isFirst = this.trick.cards.every((card) => card === null);
      this.trick = { leader: isFirst ? seat : this.trick.leader, cards, winner: null };
      cue("play");
      yield Math.max(120, lasting(MOVE));
    } else if ("trick_won" in event) {
      const { seat } = event.trick_won;
      this.trick = { ...this.trick, winner: seat };
      cue("trick");
      yield TRICK_PAUSE;
      const cards = this.trick.cards.filter((card) => card !== null);
      flip?.send(cards, `seat-${seat}`);
      yield lasting(SWEEP);
      this.trick = { leader: seat, cards: EMPTY, winner: null };
    }
  }

  settle(): void {
    this.trick = current(this.#open());
  }
}

const isDealt = (events: Event[]) => events.some((event) => typeof event === "object" && "dealt" in event);
