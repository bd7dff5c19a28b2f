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
  /** Whether the rows fit the height there is; else they scroll. */
  fits: boolean;
}

/** So much of each card can be touched at least; less in zones that have no room for a second row. */
const [LEAST_STEP, LOW_STEP, LOW] = [44, 30, 130];
const SPACE = 8;
/** Widths of a card. */
const [SMALLEST, LARGEST] = [46, 150];
/** How high a card is, how much of it the next row leaves free, and what a lifted card needs, by its width or in pixels. */
const [TALL, BARE, LIFT] = [1.4, 0.85, 26];
/** More rows than this, and the hand scrolls. */
const MOST_ROWS = 3;

/** The largest cards that fit the zone: it never grows with the hand. */
export function lay(width: number, height: number, piles: number, groups: number): Layout {
  // Browsers round the width that they measure; a row that is a fraction of a pixel too wide would break.
  const room = Math.max(width - 1, 240);
  const gap = piles > 24 ? 6 : 10;
  const gaps = gap * (groups - 1);
  const least = height < LOW ? LOW_STEP : LEAST_STEP;
  const perRow = (card: number) => Math.max(1, Math.floor((room - gaps - card) / least) + 1);
  const sized = (rows: number) => Math.min(LARGEST, Math.max(SMALLEST, (height - LIFT) / (TALL + (rows - 1) * BARE)));
  let rows = 1;
  while (rows < MOST_ROWS && Math.ceil(piles / perRow(sized(rows))) > rows) rows += 1;
  const card = Math.floor(sized(rows));
  rows = Math.max(1, Math.ceil(piles / perRow(card)));
  const each = Math.max(1, Math.ceil(piles / rows));
  // Side by side every card takes a whole step; overlapping, the last one is a card wide.
  const apart = (room - gaps) / each;
  const step = apart >= card ? Math.min(card + SPACE, apart) : (room - gaps - card) / (each - 1);
  const fits = card * (TALL + (rows - 1) * BARE) + LIFT <= height + 1;
  return { card, step, gap, rows, width: Math.ceil(step * each + gaps), fits };
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
