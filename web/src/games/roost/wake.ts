// "The row wakes": the birds of a row that is used hop from right to left, and each that does something gives its food, egg or
// card. The animation follows from the events alone; nothing waits for it.

import type { Event } from "../../gen/roost/Event";
import type { Mat } from "../../gen/roost/Mat";
import { arc } from "../../lib/arc";
import { lasting } from "../../lib/flip";
import { placeOf } from "./present";
import type { SymName } from "./signs";
import Sym from "./Sym.svelte";
import { HABITATS } from "./things";

/** Something that flies from one place to another: "F1" is a bird, anything else a part of the table. */
export interface Gift {
  sign: SymName;
  from: string;
  to: string;
}
export interface Step {
  /** The bird that hops, and how high. */
  hop: { place: string; high: boolean } | null;
  gifts: Gift[];
}

/** Between the hops of two birds, in milliseconds. */
const APART = 110;
const HOP = 340;
const FLIGHT = 620;
/** How large a sign is that flies. */
const SIZE = 30;
/** No power gives more of one kind. */
const MOST_GIFTS = 4;

/** What the events of one update show on the mat of this seat, in this order. */
export function waking(events: readonly Event[], seat: number, mat: Mat<string>): Step[] {
  const steps: Step[] = [];
  let bird: string | null = null;
  const give = (sign: SymName, to: string, from: string | null = bird, n = 1) => {
    if (!from) return;
    const last = steps.at(-1);
    const gifts = Array.from({ length: Math.min(n, MOST_GIFTS) }, () => ({ sign, from, to }));
    if (last && bird) last.gifts.push(...gifts);
    else steps.push({ hop: null, gifts });
  };
  for (const event of events) {
    if (typeof event === "string") continue;
    if ("row_used" in event && event.row_used.seat === seat) {
      const { row } = event.row_used;
      const birds = mat.rows[HABITATS.indexOf(row)] ?? [];
      for (let column = birds.length - 1; column >= 0; column -= 1) {
        steps.push({ hop: { place: placeOf(row, column), high: false }, gifts: [] });
      }
    } else if ("power_used" in event && event.power_used.seat === seat) {
      bird = event.power_used.position;
      steps.push({ hop: { place: bird, high: true }, gifts: [] });
    } else if ("gained" in event && event.gained.seat === seat) give(event.gained.food, "supply", bird, event.gained.n);
    else if ("cached" in event && event.cached.seat === seat) give(event.cached.food, event.cached.position, "supply", event.cached.n);
    else if ("die_taken" in event && event.die_taken.seat === seat) {
      give(event.die_taken.food, event.die_taken.cached ?? "supply", "feeder");
    } else if ("laid" in event && event.laid.seat === seat) {
      for (const place of event.laid.positions) give("egg", place, bird);
    } else if ("drew" in event && event.drew.seat === seat) give("card", "hand");
    else if ("tucked" in event && event.tucked.seat === seat) give("card", event.tucked.position, "hand");
  }
  return steps;
}

const find = (root: HTMLElement, name: string) =>
  root.querySelector<HTMLElement>(/^[FGW]\d$/.test(name) ? `[data-at="${name}"]` : `[data-gives="${name}"]`);

function hop(element: HTMLElement, high: boolean, delay: number): void {
  const up = high ? 16 : 8;
  element.animate?.(
    [
      { transform: "none" },
      { transform: `translateY(${-up}px) rotate(-2deg)`, offset: 0.4 },
      { transform: "translateY(0) scale(1.03, .97)", offset: 0.75 },
      { transform: "none" },
    ],
    { duration: lasting(HOP), delay, easing: "cubic-bezier(.3,.7,.4,1)" },
  );
}

/** Shows steps one after another; nothing at all to those who asked for stillness. */
export function wake(root: HTMLElement, steps: readonly Step[]): void {
  if (lasting(HOP) === 0) return;
  steps.forEach(({ hop: bird, gifts }, i) => {
    const delay = lasting(APART) * i;
    const element = bird && find(root, bird.place);
    if (bird && element) hop(element, bird.high, delay);
    gifts.forEach(({ sign, from, to }, n) => {
      const [start, end] = [find(root, from)?.getBoundingClientRect(), find(root, to)?.getBoundingClientRect()];
      if (!start || !end || start.width === 0) return;
      const late = delay + lasting(APART) * (n + 1);
      arc({ what: Sym, props: { name: sign, size: SIZE }, size: SIZE, root, from: start, to: end, lasts: lasting(FLIGHT), delay: late });
    });
  });
}
