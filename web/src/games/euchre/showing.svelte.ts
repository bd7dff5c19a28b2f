// The trick as it is shown. The server is often ahead of it: it has swept a trick and heard the next lead
// while people still look at the cards. So the middle of the table follows the events at a pace for
// people; everything else on the table is the present view, and whoever acts jumps to the present.

import type { Event } from "../../gen/euchre/Event";
import type { Open } from "../../gen/euchre/Open";
import type { Happening } from "../../lib/connection.svelte";
import { EventQueue, lasting, MOVE } from "../../lib/flip";
import { cue } from "../../lib/sound";

/** How long a finished trick lies on the table, in milliseconds: reading, not motion. */
export const HOLD = 1000;
const SWEEP = 240;

type Four<T> = [T, T, T, T];
export interface ShownTrick {
  leader: number | null;
  cards: Four<string | null>;
  winner: number | null;
}

type Shown = Extract<Event, { played: unknown } | { trick_won: unknown }>;
const isShown = (event: unknown): event is Shown =>
  typeof event === "object" && event !== null && ("played" in event || "trick_won" in event);

const present = (open: Open): ShownTrick => ({
  leader: open.trick?.leader ?? null,
  // A finished deal's last trick has left the table.
  cards: open.phase === "trick" ? (open.trick?.cards ?? [null, null, null, null]) : [null, null, null, null],
  winner: null,
});

export class Showing {
  trick = $state.raw<ShownTrick>({ leader: null, cards: [null, null, null, null], winner: null });
  /** The middle is behind the view. */
  behind = $state(false);
  /** Who took the last trick, if we saw it. */
  lastWinner = $state<number | null>(null);

  #open: Open;
  #seen: number;
  #sweep: (cards: string[], winner: number) => void;
  #queue: EventQueue<Shown>;

  /** `sweep` sends the cards to the winner's seat. */
  constructor(open: Open, happenings: Happening[], sweep: (cards: string[], winner: number) => void) {
    this.#open = open;
    this.#sweep = sweep;
    // What happened before we sat down is not shown again.
    this.#seen = happenings.at(-1)?.number ?? 0;
    this.trick = present(open);
    this.#queue = new EventQueue(
      (event) => this.#show(event),
      () => {
        this.trick = present(this.#open);
        this.behind = false;
      },
    );
  }

  /** The view has changed, and this has happened. */
  follow(open: Open, happenings: Happening[]): void {
    this.#open = open;
    const fresh = happenings.filter(({ number }) => number > this.#seen);
    this.#seen = happenings.at(-1)?.number ?? this.#seen;
    const shown = fresh.map(({ event }) => event).filter(isShown);
    for (const event of shown) if ("trick_won" in event) this.lastWinner = event.trick_won.seat;
    if (shown.length > 0) {
      this.behind = true;
      this.#queue.push(shown);
    } else if (!this.#queue.busy) {
      this.trick = present(open);
    }
  }

  /** Jumps to the present. */
  skip(): void {
    this.#queue.skip();
  }
  stop(): void {
    this.#queue.stop();
  }

  *#show(event: Shown): Generator<number, void> {
    if ("played" in event) {
      const { seat, card } = event.played;
      const cards = [...this.trick.cards] as Four<string | null>;
      const first = cards.every((card) => card === null);
      cards[seat] = card;
      this.trick = { leader: first ? seat : this.trick.leader, cards, winner: null };
      cue("play");
      yield Math.max(120, lasting(MOVE));
      return;
    }
    const { seat } = event.trick_won;
    this.trick = { ...this.trick, winner: seat };
    cue("trick");
    yield HOLD;
    this.#sweep(
      this.trick.cards.filter((card) => card !== null),
      seat,
    );
    yield lasting(SWEEP);
    this.trick = { leader: seat, cards: [null, null, null, null], winner: null };
  }
}
