// The back of a bird card: nests on moss.

import { type Drawing, group, line, path, rect } from "../../look/shape";

const NEST = "M-11 0q11 9 22 0q-2 9-11 9t-11-9z";
const EGGS = "M-5 1q-2-8 2.500-8t2.500 8zM0 1q-2-9 2.500-9t2.500 9z";
const at = (x: number, y: number) =>
  group(`translate(${x} ${y})`, [path(EGGS, "#c3d2a0"), path(NEST, "#8f7a4d"), line("M-9 3q9 6 18 0", "#6d5a34", 1)]);
const PLACES = [18, 50, 82, 34, 66];

export const BACK: Drawing = [
  rect(0, 0, 100, 120, "#fffaf0"),
  rect(5, 5, 90, 110, "#46552f", { rx: 7 }),
  rect(8.5, 8.5, 83, 103, "none", { rx: 5, stroke: "#8d9a66", "stroke-width": 1 }),
  ...[0, 1, 2, 3, 4].flatMap((row) => (row % 2 ? PLACES.slice(3) : PLACES.slice(0, 3)).map((x) => at(50 + (x - 50) * 0.84, 23 + row * 19))),
];
