// The order of the viewer's hand, as they want it.

import { birdName, birdOf } from "./deck.svelte";
import { costUnits } from "./present";
import { HABITATS } from "./things";

export const ORDERS = ["dealt", "habitat", "cost", "points"] as const;
export type Order = (typeof ORDERS)[number];

export function arranged(hand: readonly string[], order: Order): string[] {
  if (order === "dealt") return [...hand];
  const rank = (card: string): number => {
    const bird = birdOf(card);
    if (!bird) return 99;
    if (order === "cost") return costUnits(bird.cost);
    if (order === "points") return -bird.points;
    // Those with one habitat first, then those with several.
    return (bird.habitats.length - 1) * 3 + HABITATS.indexOf(bird.habitats[0] ?? "forest");
  };
  return hand.toSorted((a, b) => rank(a) - rank(b) || birdName(a).localeCompare(birdName(b)));
}
