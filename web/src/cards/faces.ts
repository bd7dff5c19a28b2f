// The faces of playing cards but for court cards, drawn by numbers in a box of 100 by 140: indices, pips, aces, the
// small face and the back. What the suit colours is painted with --suit, so that the four-colour deck needs no drawing.

import type { Suit } from "../gen/kernel/Suit";
import { type Attributes, bothEnds, clipped, type Drawing, group, path, rect, type Shape } from "../look/shape";
import { printed } from "../look/glyph";
import { SHAPE } from "./suits";

/** Colours that courts, aces and backs share. */
export const GOLD = "#e3aa35";

/** A suit of this size around a point. */
export function pip(suit: Suit, x: number, y: number, size: number, turned = false, fill = "var(--suit)", more: Attributes = {}): Shape {
  const turn = turned ? "rotate(180) " : "";
  return path(SHAPE[suit], fill, { transform: `translate(${x} ${y}) ${turn}scale(${size / 100}) translate(-50 -50)`, ...more });
}

/** How wide an index is squeezed; other ranks are 13.5 wide. */
const WIDTHS: Record<string, number> = { A: 16.5, K: 16.5, Q: 16, J: 12, 10: 17.5 };
const widthOf = (rank: string): number => WIDTHS[rank] ?? 13.5;

const rankAt = (rank: string, middle: number, y: number, width: number, size: number): Shape =>
  printed(rank, 800, middle, y, size, width, "var(--suit)");

/** Rank and suit in both corners. */
export const indices = (rank: string, suit: Suit): Drawing =>
  bothEnds([rankAt(rank, 11.3, 26, widthOf(rank), 27), pip(suit, 11.3, 37.5, 14)]);

/** One large rank and one large suit, for cards below 50 pixels. */
export const smallFace = (rank: string, suit: Suit): Drawing => [rankAt(rank, 30, 56, widthOf(rank) * 2.6, 66), pip(suit, 62, 96, 60)];

const STAR = "M10.8 7.5l2.3 5.6 6 .5-4.6 3.9 1.4 5.9-5.1-3.2-5.1 3.2 1.4-5.9-4.6-3.9 6-.5z";
/** Jokers have a star where others have rank and suit. */
export const STARS: Drawing = bothEnds([path(STAR, "var(--suit)")]);
export const SMALL_STAR: Drawing = [path(STAR, "var(--suit)", { transform: "translate(50 70) scale(4.4) translate(-10.8 -15.5)" })];

/** Places of pips: column (-1, 0, 1) and height from 0 to 1. */
type Place = [column: number, height: number];
const columns = (...heights: number[]): Place[] =>
  heights.flatMap((height): Place[] => [
    [-1, height],
    [1, height],
  ]);
const LAYOUT: Record<string, Place[]> = {
  2: [
    [0, 0],
    [0, 1],
  ],
  3: [
    [0, 0],
    [0, 0.5],
    [0, 1],
  ],
  4: columns(0, 1),
  5: [...columns(0, 1), [0, 0.5]],
  6: columns(0, 0.5, 1),
  7: [...columns(0, 0.5, 1), [0, 0.25]],
  8: [...columns(0, 0.5, 1), [0, 0.25], [0, 0.75]],
  9: [...columns(0, 1 / 3, 2 / 3, 1), [0, 0.5]],
  10: [...columns(0, 1 / 3, 2 / 3, 1), [0, 1 / 6], [0, 5 / 6]],
};

/** The house mark, two cards leaning above a board, in a box of 32; `gap` keeps the cards apart. */
const mark = (card: string, board: string, gap: string): Drawing => [
  rect(-4.5, -10, 9, 20, card, { rx: 1.8, transform: "translate(11.3 14.2) rotate(21)" }),
  group("translate(20.7 14.2) rotate(-21)", [rect(-5.3, -10.8, 10.6, 21.6, gap, { rx: 2.4 }), rect(-4.5, -10, 9, 20, card, { rx: 1.8 })]),
  rect(2.5, 25.3, 27, 3.4, board, { rx: 1.7 }),
];

function ace(suit: Suit): Drawing {
  if (suit !== "s") return [pip(suit, 50, 70, 46)];
  const frame = { stroke: "var(--suit)", "stroke-width": 1 };
  return [
    path("M50 20 80 70 50 120 20 70z", "none", frame),
    path("M50 25 77 70 50 115 23 70z", "none", { ...frame, "stroke-width": 0.7 }),
    pip("s", 50, 67, 62),
    group("translate(50 70) scale(.86) translate(-16 -16)", mark("var(--paper)", GOLD, "var(--suit)")),
  ];
}

/** What stands between the indices of an ace or a number; nothing for court cards, which have a module of their own. */
export function middle(rank: string, suit: Suit): Drawing {
  if (rank === "A") return ace(suit);
  return (LAYOUT[rank] ?? []).map(([column, height]) => pip(suit, 50 + column * 18.5, 25 + height * 90, 20, height > 0.5));
}

function lattice(): string {
  let d = "";
  for (let column = -3; column <= 9; column++) {
    for (let row = -1; row <= 9; row++) d += `M${2 + column * 12 + (row % 2) * 6} ${row * 16}l4 6-4 6-4-6z`;
  }
  return d;
}

/** The mark and its reflection make a rhombus; the rhombus makes the lattice. Two colours of back: see look/surface.css. */
export const BACK: Drawing = [
  clipped(5, 5, 90, 130, [rect(5, 5, 90, 130, "var(--back)", { rx: 4.5 }), path(lattice(), "var(--back-line)")]),
  rect(8, 8, 84, 124, "none", { rx: 3, stroke: "var(--back-thin)", "stroke-width": 1.2 }),
  path("M50 26 80 70 50 114 20 70z", "var(--back)", { stroke: "var(--back-thin)", "stroke-width": 2 }),
  path("M50 32 76 70 50 108 24 70z", "none", { stroke: "var(--back-thin)", "stroke-width": 1.2 }),
  ...bothEnds([path("M50 41 35.5 62h8.5L50 53.3 56 62h8.5z", "var(--back-thin)"), path("M50 56.5 53.8 62h-7.6z", "var(--gold)")]),
  rect(29, 68.2, 42, 3.6, "var(--gold)", { rx: 1.8 }),
];
