// A card is looked at closely: by a tap, a long press or a key until it is put away, or while a mouse rests on it.

import { tick } from "svelte";

/** A card, and what it lies beside. */
export interface Looked {
  card: string;
  place: string | null;
  seat: number;
  anchor: HTMLElement | null;
  /** Only while the mouse rests there. */
  passing?: boolean;
}

/** How long a mouse rests on a card before it is shown closely. */
const REST_MS = 600;

const birdAt = (from: EventTarget | null) => (from as HTMLElement).closest<HTMLElement>("[data-bird]");

export class Looking {
  at = $state.raw<Looked | null>(null);
  #resting: ReturnType<typeof setTimeout> | undefined;
  readonly #seat: () => number;

  /** `seat`: the seat whose mat is shown. */
  constructor(seat: () => number) {
    this.#seat = seat;
  }

  look = (card: string, anchor: HTMLElement | null, place: string | null = null): void => {
    this.at = { card, place, seat: this.#seat(), anchor };
  };
  /** At the bird there, if there is one. */
  on(from: EventTarget | null): boolean {
    const bird = birdAt(from);
    if (bird) this.look(bird.dataset.bird!, bird, bird.dataset.at ?? null);
    return bird !== null;
  }
  /** No longer, if the card lies neither on a mat nor among those that are `there`. */
  keep(there: (card: string) => boolean): void {
    if (this.at && this.at.place === null && !there(this.at.card)) this.end();
  }
  end(): void {
    this.at = null;
  }
  /** No longer, and back to where one came from. */
  back = (): void => {
    const anchor = this.at?.anchor;
    this.end();
    void tick().then(() => anchor?.isConnected && anchor.focus({ preventScroll: true }));
  };

  onpointerover = (event: PointerEvent): void => {
    const anchor = birdAt(event.target);
    clearTimeout(this.#resting);
    if (this.at?.passing && this.at.anchor !== anchor) this.end();
    if (event.pointerType !== "mouse" || !anchor || this.at || anchor.closest("dialog")) return;
    const { bird, at: place = null } = anchor.dataset;
    const looked = { card: bird!, place, seat: this.#seat(), anchor, passing: true };
    this.#resting = setTimeout(() => (this.at = looked), REST_MS);
  };
  /** The mouse rests no more. */
  leave = (): void => {
    clearTimeout(this.#resting);
    if (this.at?.passing) this.end();
  };
  /** A long press, or the other button of the mouse. */
  oncontextmenu = (event: MouseEvent): void => {
    if (this.on(event.target)) event.preventDefault();
  };
}
