// What people say at the table: a bubble at their seat for a few seconds, and where it is said to somebody, a sign that flies
// there and is smiled at.

import { SvelteMap } from "svelte/reactivity";
import { arc } from "../lib/arc";
import type { Connection } from "../lib/connection.svelte";
import { t } from "../lib/i18n.svelte";
import { lasting } from "../lib/flip";
import Feeling from "../people/Feeling.svelte";
import { type Feeling as Sign, isFeeling } from "../people/feelings";
import type { Said } from "./context";

/** How long a bubble, and a smile, stay. */
const STAYS_MS = 4000;
const FLIGHT_MS = 700;
const SIZE = 34;

/** To whom a phrase is said; the others are said to everybody. */
const TO: Readonly<Record<string, "actor" | "turn">> = {
  well_played: "actor",
  wow: "actor",
  thanks: "actor",
  laugh: "actor",
  heart: "actor",
  hurry_up: "turn",
};

/** The seat that a phrase is said to, if that is known. `actor`: who acted last; `turns`: for whom the table waits. */
export function targetOf(phrase: string, from: number, actor: number | null, turns: readonly number[]): number | null {
  const seat = { actor, turn: turns.length === 1 ? turns[0]! : null }[TO[phrase]!] ?? null;
  return seat === from ? null : seat;
}

const badge = (seat: number) => document.querySelector<HTMLElement>(`[data-seat="${seat}"] .face`);

export class Reactions {
  readonly #bubbles = new SvelteMap<number, Said>();
  readonly #glad = new SvelteMap<number, true>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(readonly conn: Pick<Connection, "events">) {}

  bubble = (seat: number): Said | null => this.#bubbles.get(seat) ?? null;
  glad = (seat: number): boolean => this.#glad.has(seat);

  /** Shows what a seat says, and returns it in words. */
  tell({ seat, phrase }: { seat: number; phrase: string }): string {
    const words = t.maybe(`phrase.${phrase}`) ?? phrase;
    // Each has its own time, whatever others say meanwhile.
    this.#keep(this.#bubbles, seat, { phrase, words });
    const turns = [...document.querySelectorAll<HTMLElement>("[data-seat].turn")].map(({ dataset }) => Number(dataset.seat));
    const actor = this.conn.events.findLast(({ acted }) => acted !== null && acted !== undefined)?.acted ?? null;
    const target = targetOf(phrase, seat, actor, turns);
    if (target !== null && isFeeling(phrase)) this.#fly(phrase, seat, target);
    return words;
  }

  stop = (): void => this.#timers.forEach(clearTimeout);

  #fly(name: Sign, seat: number, target: number): void {
    const [from, to] = [badge(seat), badge(target)];
    const root = from?.closest<HTMLElement>("main");
    if (!from || !to || !root) return;
    const lasts = lasting(FLIGHT_MS);
    const onland = () => {
      this.#keep(this.#glad, target, true);
      to.animate?.([{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], { duration: lasting(260), easing: "ease-out" });
    };
    if (lasts === 0) return onland();
    const props = { name, size: SIZE };
    arc({ what: Feeling, props, size: SIZE, root, from: from.getBoundingClientRect(), to: to.getBoundingClientRect(), lasts, onland });
  }

  #keep<T>(map: SvelteMap<number, T>, seat: number, value: T): void {
    map.set(seat, value);
    const key = `${map === (this.#glad as unknown) ? "glad" : "said"} ${seat}`;
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => map.delete(seat), STAYS_MS),
    );
  }
}
