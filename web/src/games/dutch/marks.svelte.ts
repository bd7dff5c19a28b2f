// What everybody sees happen at a place: a look, a swap, a wrong card.

import { SvelteMap } from "svelte/reactivity";
import type { Event } from "../../gen/dutch/Event";
import type { Open } from "../../gen/dutch/Open";
import { key } from "./choices";

export type Mark = "look" | "swap" | "wrong";
/** How long the two places of a swap stay outlined, in milliseconds: reading, not motion. */
const SWAPPED = 2400;

export class Marks {
  #now = $state.raw(new Map<string, Mark>());
  #swapped = new SvelteMap<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  at(place: string): Mark | null {
    return this.#now.get(place) ?? (this.#swapped.has(place) ? "swap" : null);
  }

  /** The table as it is, and what has just happened. */
  follow(open: Open, events: Event[]): void {
    const now = new Map<string, Mark>();
    open.picks.forEach((slots, seat) => slots.forEach((slot) => now.set(key({ seat, slot }), "look")));
    if (open.looked_at) now.set(key(open.looked_at), "look");
    for (const { at } of open.exposed) now.set(key(at), "wrong");
    this.#now = now;
    for (const event of events) {
      if (typeof event === "string" || !("swapped" in event)) continue;
      this.#swapped.clear();
      for (const place of [event.swapped.a, event.swapped.b]) this.#swapped.set(key(place), 1);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#swapped.clear(), SWAPPED);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
