// Card backs that fly between spots of the table: draws, thefts and exchanges of hands. They are pure
// decoration above the table: they take no clicks, and the table is already as it will be.

import { lasting } from "../../lib/flip";

export interface Flight {
  from: string;
  to: string;
  /** How many backs fly; a hand is three. */
  count?: number;
}

const MS = 280;

export function fly(root: HTMLElement, flights: Flight[]): void {
  const duration = lasting(MS);
  if (duration === 0) return;
  const spot = (name: string) => root.querySelector(`[data-spot="${name}"]`)?.getBoundingClientRect();
  // Read all places first, then write.
  const paths = flights.map(({ from, to, count = 1 }) => ({ a: spot(from), b: spot(to), count }));
  const base = root.getBoundingClientRect();
  for (const { a, b, count } of paths) {
    if (!a || !b) continue;
    for (let i = 0; i < Math.min(count, 4); i++) {
      const back = document.createElement("div");
      back.className = "flying";
      back.setAttribute("aria-hidden", "true");
      root.append(back);
      const at = (box: DOMRect) => `${box.left + box.width / 2 - base.left - 16}px ${box.top + box.height / 2 - base.top - 24}px`;
      const move = back.animate?.(
        [
          { translate: at(a), rotate: "0deg", opacity: 0 },
          { opacity: 1, offset: 0.2 },
          { translate: at(b), rotate: `${8 * (i - 1)}deg`, opacity: 0.9 },
        ],
        { duration, delay: i * 40 * (duration / MS), easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" },
      );
      if (move) move.onfinish = move.oncancel = () => back.remove();
      else back.remove();
    }
  }
}
