// How a hand of any size lies in the width there is: side by side, overlapping, then in rows.

import type { Card } from "../../gen/eights/Card";
import { look, rank } from "../../cards/colour";

export interface Layout {
  /** Width of a card, and from the left edge of one to the next, in pixels. */
  card: number;
  step: number;
  /** Extra space before a new colour. */
  gap: number;
  rows: number;
  /** Room for the widest row, counted by steps. */
  width: number;
}

/** So much of each card can be touched at least. */
const LEAST_STEP = 44;
const SPACE = 8;

export function lay(width: number, piles: number, groups: number): Layout {
  const room = Math.max(width, 240);
  const card = room < 480 ? (piles <= 4 ? 84 : 64) : room < 900 ? (piles <= 8 ? 84 : 72) : piles <= 12 ? 92 : 76;
  const gap = piles > 24 ? 6 : 10;
  const gaps = gap * (groups - 1);
  const most = Math.max(1, Math.floor((room - gaps - card) / LEAST_STEP) + 1);
  const rows = Math.max(1, Math.ceil(piles / most));
  const perRow = Math.max(1, Math.ceil(piles / rows));
  // Side by side every card takes a whole step; overlapping, the last one is a card wide.
  const apart = (room - gaps) / perRow;
  const step = apart >= card ? Math.min(card + SPACE, apart) : (room - gaps - card) / (perRow - 1);
  return { card, step, gap, rows, width: Math.ceil(step * perRow + gaps) };
}

/** Equal faces in a large hand lie on one pile; the first card is the one that is played. */
export interface Pile {
  card: Card;
  count: number;
  /** Whether it begins a new colour. */
  first: boolean;
}

/** More cards than this, and equal ones are piled up. */
export const PILE_ABOVE = 24;

export function piles(hand: Card[], alwaysApart: (card: Card) => boolean): Pile[] {
  const sorted = hand.toSorted((a, b) => rank(a.face) - rank(b.face) || a.id - b.id);
  const together = hand.length > PILE_ABOVE;
  const result: Pile[] = [];
  for (const card of sorted) {
    const last = result.at(-1);
    if (together && last?.card.face === card.face && !alwaysApart(card) && !alwaysApart(last.card)) {
      last.count += 1;
    } else {
      const first = last !== undefined && look(last.card.face).color !== look(card.face).color;
      result.push({ card, count: 1, first });
    }
  }
  return result;
}
