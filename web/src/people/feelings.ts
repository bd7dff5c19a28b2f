// What people say without words, drawn as tokens of paper in a box of 64: faces, and signs for what is said to somebody.

import { SHAPE } from "../cards/suits";
import { circle, type Drawing, ellipse, group, pair, path } from "../look/shape";
import { INK, stroke } from "./parts";

const RED = "#b81f33";
const TEAR = "#3f7fc4";

const token = (...face: Drawing): Drawing => [
  circle(32, 32, 29, "#fdf0d2"),
  circle(32, 32, 29, "none", { stroke: "#b98a3c", "stroke-width": 2.5 }),
  ...face,
];
const cheeks: Drawing = pair((side) => [ellipse(32 + side * 16, 38, 4.5, 3, "#e9a083")]);
const open: Drawing = pair((side) => [ellipse(32 + side * 9, 27, 3, 4, INK)]);
const shut: Drawing = pair((side) => [stroke(`M${32 + side * 10 - 5} 29q5-7 10 0`, 3)]);
const grin = path("M20 37h24q-2 13-12 13t-12-13z", INK);
const drop = (x: number, y: number) => path(`M${x} ${y}q6 8 0 11q-6-3 0-11z`, TEAR);

export const FEELINGS = {
  smile: token(...cheeks, ...open, stroke("M21 39q11 10 22 0", 3)),
  laugh: token(...cheeks, ...shut, grin, path("M24 46q8-4 16 0q-3 4-8 4t-8-4z", RED)),
  cheer: [
    ...token(...cheeks, ...shut, grin),
    stroke("M8 18l-5-6M18 8l-3-7M46 8l3-7M56 18l5-6", 4, RED),
    ...pair((side) => [circle(32 + side * 27, 26, 2.5, TEAR)]),
  ],
  sweat: token(...open, stroke("M21 43q4-5 8 0t8 0t6-1", 3), drop(50, 12)),
  sad: token(...open, stroke("M22 46q10-10 20 0M17 21q4-3 8-2M47 21q-4-3-8-2", 3), drop(22, 34)),
  heart: token(group("translate(11 13) scale(.42)", [path(SHAPE.h, RED)])),
  well_played: token(path("M32 9l6.5 15 16 1.5-12.3 10.5 3.8 15.8L32 43.5 18 51.8l3.8-15.8L9.500 25.5l16-1.5z", "#d99a26")),
  wow: token(
    ...pair((side) => [stroke(`M${32 + side * 9 - 4} 18q4-4 8 0`, 2.5), ellipse(32 + side * 9, 27, 4, 5, INK)]),
    ellipse(32, 45, 5, 7, INK),
  ),
  thanks: token(
    ...[0, 72, 144, 216, 288].map((turn) => ellipse(32, 20, 6.5, 9, "#d0667a", { transform: `rotate(${turn} 32 31)` })),
    circle(32, 31, 5, "#f0b33a"),
  ),
  hurry_up: token(
    path("M17 44q5-4 5-14 0-12 10-12t10 12q0 10 5 14z", "#d9a441"),
    stroke("M17 44h30M32 18v-5", 3),
    circle(32, 48.5, 3.5, INK),
  ),
} as const satisfies Record<string, Drawing>;

export type Feeling = keyof typeof FEELINGS;
export const isFeeling = (phrase: string): phrase is Feeling => Object.hasOwn(FEELINGS, phrase);
