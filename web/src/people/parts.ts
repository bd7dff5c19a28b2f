// Parts that portraits share, in a box of 64.

import { circle, type Drawing, ellipse, line, pair, path, type Shape } from "../look/shape";

export const INK = "#2a1d22";

export const stroke = (d: string, width = 1.6, colour = INK): Shape => line(d, colour, width);
export const turned = (x: number, y: number, rx: number, ry: number, fill: string, turn: number): Shape =>
  ellipse(x, y, rx, ry, fill, { transform: `rotate(${turn} ${x} ${y})` });

/** A nose with the mouth below it. */
export const muzzle = (y = 36, width = 3.4): Drawing => [
  path(`M${32 - width} ${y - 1.6}q${width}-2 ${2 * width} 0q-.6 3.4-${width} 4.2q-${width - 0.6}-.8-${width}-4.2z`, INK),
  stroke(`M32 ${y + 2.6}v1.8M32 ${y + 4.4}q-3 2.2-5-.2M32 ${y + 4.4}q3 2.2 5-.2`, 1.4),
];
export const WHISKERS: Drawing = [stroke("M14 37.5l7 1M14 42l7-1M50 37.5l-7 1M50 42l-7-1", 0.9, "#2a1d2288")];

/** Eyes that smile (1), look from under their lids (2), or are plainly open. */
export function eyes(kind: number, y: number, apart: number): Drawing {
  return pair((side) => {
    const x = 32 + side * apart;
    if (kind === 1) return [stroke(`M${x - 2.8} ${y + 0.8}q2.8-3.2 5.6 0`, 1.9)];
    if (kind === 2) {
      return [ellipse(x, y, 2.3, 2.7, INK), circle(x + 0.8, y - 0.9, 0.9, "#fff"), stroke(`M${x - 3.2} ${y - 2.5}h6.4`, 1.7)];
    }
    return [ellipse(x, y, 2.4, 2.8, INK), circle(x + 0.8, y - 0.9, 0.9, "#fff")];
  });
}

/** One thing worn: scarf, bow tie, glasses, beret, headphones, flower, cap, or nothing. */
export const WORN: readonly ((cloth: string, other: string) => Drawing)[] = [
  (_cloth, other) => [
    path("M16 52q16 9 32 0l3 6q-19 10-38 0z", other),
    path("M40 55l8 9h-9l-4-7z", other),
    stroke("M19 56.5q13 6 26 0", 1.2, "#fff8"),
  ],
  (cloth, other) => [path("M32 53l-9-5v10zM32 53l9-5v10z", other), circle(32, 53, 2.6, cloth)],
  () => [
    stroke("M19 29a6 6 0 1 0 12 0 6 6 0 1 0-12 0zM33 29a6 6 0 1 0 12 0 6 6 0 1 0-12 0zM31 28q1-1 2 0M19 28l-6-2M45 28l6-2", 1.7, "#3a2a20"),
  ],
  (_cloth, other) => [path("M13 17C13 7 24 3 34 4c11 1 18 6 17 12-9-3-27-4-38 1z", other), path("M31 4.5q1-4 4-3l-1 3.2z", other)],
  (_cloth, other) => [
    stroke("M12 32C10 14 20 7 32 7s22 7 20 25", 3, "#37323c"),
    ellipse(12, 33, 4, 6, other),
    ellipse(52, 33, 4, 6, other),
  ],
  () => [
    ...[0, 72, 144, 216, 288].map((turn) => ellipse(45, 12.5, 2.5, 3.6, "#fff4e0", { transform: `rotate(${turn} 45 16)` })),
    circle(45, 16, 2.2, "#e9a83a"),
  ],
  (_cloth, other) => [path("M14 18C15 8 23 4 33 4s17 4 17 12l6 3q-4 2-10 1-16-4-32 0z", other), stroke("M15 17.5q16-4 34 0", 1.4, "#0004")],
  () => [],
];
/** Those that need a head without long ears or raised eyes. */
export const HATS: readonly number[] = [3, 4, 6];
export const BOW_TIE = 1;
