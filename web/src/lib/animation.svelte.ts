// What a table shows of what happens: things move from where they were to where they are, and events are shown one after
// another. All of it is decoration above a table that is already as it will be, so nothing here delays what a person does.

import { untrack } from "svelte";
import type { TableEvent } from "./connection.svelte";
import { EventQueue } from "./event-queue";
import { Flip } from "./flip";
import { type Cue, cue } from "./sound";

/** What an event is called: its name, or the name of its one field. */
export type NameOf<Event> = Event extends string ? Event : keyof Event & string;
export const nameOf = (event: unknown): string => (typeof event === "string" ? event : (Object.keys(event as object)[0] ?? ""));

/** What a game animates; every part of it may be left out. */
export interface Animated<Event> {
  /** What things move for, beside the table itself. */
  also?(): unknown;
  /** Before the page changes, with the events that it changes for. */
  before?(events: Event[], flip: Flip | null): void;
  /** Things are on their way to where they are now. */
  moved?(flip: Flip | null): void;
  /** After it has changed, with the events that it changed for. */
  after?(events: Event[], flip: Flip | null): void;
  /** How much later each new thing sets off, in milliseconds. */
  apart?(events: Event[]): number;
  /** The sounds: of events that arrive together, the first one that is named here is heard. */
  cues?: readonly (readonly [NameOf<Event>, Cue])[];
  /** Shows one event: changes what is on screen, and yields for how many milliseconds to leave it there. */
  show?(event: Event, flip: Flip | null): Generator<number, void>;
  /** Which events are shown in this way; all of them, if left out. */
  shows?(event: Event): boolean;
  /** Shows the current state: no event is left to show, or the queue has jumped ahead. */
  settle?(): void;
  /** Whether a press anywhere jumps ahead. */
  skippable?: boolean;
  stop?(): void;
}

export class Animation<Event> {
  /** Events are still being shown, so the page is behind what has happened. */
  behind = $state(false);
  #flip: Flip | null = null;
  #queue: EventQueue<Event>;
  #seen: number;
  readonly #events: () => readonly TableEvent[];
  readonly #game: Animated<Event>;

  /** Make it while a component is set up. `view`: what is on the table. */
  constructor(view: () => unknown, events: () => readonly TableEvent[], game: Animated<Event>) {
    this.#events = events;
    this.#game = game;
    // What happened before somebody looked is not shown again.
    this.#seen = untrack(events).at(-1)?.number ?? 0;
    this.#queue = new EventQueue(
      (event) => game.show!(event, this.#flip),
      () => this.#settle(),
    );
    $effect.pre(() => {
      void view();
      game.also?.();
      untrack(() => {
        this.#flip?.note();
        game.before?.(this.#fresh(), this.#flip);
      });
    });
    $effect(() => {
      void [view(), game.also?.()];
      untrack(() => {
        this.#flip?.play({ apart: game.apart?.(this.#fresh()) ?? 0 });
        game.moved?.(this.#flip);
      });
    });
    $effect(() => {
      void [view(), events()];
      untrack(() => this.#follow());
    });
    $effect(() => () => {
      this.#queue.stop();
      game.stop?.();
    });
  }

  /** For the element around everything that moves. */
  root = (element: HTMLElement): (() => void) => {
    this.#flip = new Flip(element);
    return () => (this.#flip = null);
  };

  /** A person acts: what is shown is the current state. */
  skip(): void {
    if (this.#game.skippable) this.#queue.skip();
  }

  #fresh(): Event[] {
    return this.#events().flatMap(({ number, event }) => (number > this.#seen ? [event as Event] : []));
  }

  #follow(): void {
    const events = this.#fresh();
    this.#seen = this.#events().at(-1)?.number ?? this.#seen;
    const game = this.#game;
    game.after?.(events, this.#flip);
    const names = new Set(events.map(nameOf));
    const heard = game.cues?.find(([name]) => names.has(name));
    if (heard) cue(heard[1]);
    if (!game.show) return;
    const shown = events.filter((event) => game.shows?.(event) ?? true);
    if (shown.length > 0) {
      this.behind = true;
      this.#queue.push(shown);
    } else if (!this.#queue.busy) this.#settle();
  }

  #settle(): void {
    this.behind = false;
    this.#game.settle?.();
  }
}
