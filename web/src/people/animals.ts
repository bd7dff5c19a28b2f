// The animals that people are drawn as: fur in two or three colours, a head, and what is on the face. Box 64.

import { circle, type Drawing, ellipse, pair, path } from "../look/shape";
import { eyes, INK, muzzle, stroke, turned, WHISKERS } from "./parts";

/** Fur, its light places, its dark ones. */
export type Fur = readonly [main: string, light: string, dark: string];

interface Animal {
  readonly furs: readonly Fur[];
  readonly head: (fur: Fur) => Drawing;
  readonly face: Drawing;
  readonly eyes: (kind: number) => Drawing;
}

const usualEyes =
  (y = 29, apart = 7.5) =>
  (kind: number): Drawing =>
    eyes(kind, y, apart);
const ears = (x: number, y: number, r: number, fill: string, inner: number, innerFill: string): Drawing =>
  pair((side) => [circle(32 + side * x, y, r, fill), circle(32 + side * x, y, inner, innerFill)]);
const ROUND_HEAD = "M32 10c13 0 20 9 20 20 0 12-8 22-20 22S12 42 12 30c0-11 7-20 20-20z";

export const ANIMALS = {
  fox: {
    furs: [
      ["#d8672b", "#fff3e2", "#7d3013"],
      ["#8f9299", "#f1efea", "#4c4f58"],
    ],
    head: ([fur, light, dark]) => [
      ...pair((side) => [
        path(`M${32 + side * 7} 21 ${32 + side * 21} 5q${side * 3} 11 ${-side} 22z`, fur),
        path(`M${32 + side * 11} 20 ${32 + side * 19} 10q${side * 1.5} 7 ${-side} 13z`, dark),
      ]),
      path("M32 14c11 0 18 6 19 16 3 3 5 7 5 9-8 0-12 12-24 12S16 39 8 39c0-2 2-6 5-9 1-10 8-16 19-16z", fur),
      path("M8 39c8-2 14-3 18 1 3 3 9 3 12 0 4-4 10-3 18-1-8 0-12 12-24 12S16 39 8 39z", light),
    ],
    face: muzzle(40),
    eyes: usualEyes(),
  },
  otter: {
    furs: [
      ["#7d5739", "#ecd3b0", "#54361f"],
      ["#8e6b4c", "#f3e2c6", "#5e422a"],
    ],
    head: ([fur, light, dark]) => [
      ...ears(17.5, 21, 4.5, fur, 2.3, dark),
      path("M32 11c13 0 20 9 20 20s-7 20-20 20-20-9-20-20 7-20 20-20z", fur),
      ellipse(32, 41, 14, 9.5, light),
    ],
    face: [...muzzle(36.5, 4.2), ...WHISKERS],
    eyes: usualEyes(),
  },
  badger: {
    furs: [["#f4efe6", "#f4efe6", "#2b2830"]],
    head: ([fur, light, dark]) => [
      ...ears(16, 17, 5, dark, 2.5, light),
      path("M32 11c12 0 19 8 19 18 0 9-7 14-10 18-3 4-6 5-9 5s-6-1-9-5c-3-4-10-9-10-18 0-10 7-18 19-18z", fur),
      ...pair((side) => [
        path(
          `M${32 + side * 4.5} 12q${side * 3} -.5 ${side * 7} 2q${side * 5} 14 ${side} 30q${-side * 4} 2 ${-side * 6} -1q${side} -18 ${-side * 2} -31z`,
          dark,
        ),
      ]),
    ],
    face: muzzle(41, 4),
    eyes: () => pair((side) => [circle(32 + side * 8.3, 29, 3.1, "#fff"), circle(32 + side * 8, 29.2, 1.8, INK)]),
  },
  hare: {
    furs: [
      ["#b98c5e", "#f2dfc2", "#8a6239"],
      ["#cfc6bd", "#fbf5ec", "#9d9189"],
    ],
    head: ([fur, light]) => [
      ...pair((side) => [
        turned(32 + side * 8.5, 11, 5, 14.5, fur, side * 10),
        turned(32 + side * 8.7, 12, 2.4, 10.5, "#e9a99b", side * 10),
      ]),
      path("M32 18c11 0 17 7 17 16s-7 17-17 17-17-8-17-17 6-16 17-16z", fur),
      ellipse(32, 42.5, 10, 7.5, light),
    ],
    face: [...muzzle(38.5, 2.8), path("M30 45.2h4v4.3h-4z", "#fff", { stroke: INK, "stroke-width": 0.8 }), ...WHISKERS],
    eyes: usualEyes(),
  },
  owl: {
    furs: [
      ["#8b6844", "#f0dfc0", "#5d4128"],
      ["#d9d5cc", "#fffaf0", "#8d8a86"],
      ["#a5532d", "#f4d9b4", "#6d3117"],
    ],
    head: ([fur, light, dark]) => [
      ...pair((side) => [path(`M${32 + side * 5} 15 ${32 + side * 19} 7q${side} 9 ${-side * 2} 16z`, dark)]),
      path("M32 12c13 0 20 8 20 20s-8 20-20 20-20-8-20-20 7-20 20-20z", fur),
      ...pair((side) => [circle(32 + side * 8.5, 30, 10, light)]),
      path("M32 16 26 22l6 10 6-10z", dark),
    ],
    face: [path("M32 33.5 28.5 37 32 43.5 35.5 37z", "#e2a031")],
    eyes: () =>
      pair((side) => [
        circle(32 + side * 8.5, 30, 5, "#f0b33a"),
        circle(32 + side * 8.5, 30, 2.9, INK),
        circle(33 + side * 8.5, 29, 1, "#fff"),
      ]),
  },
  robin: {
    furs: [["#8a6a48", "#e2622f", "#6b4f33"]],
    head: ([fur, light]) => [path(ROUND_HEAD, fur), path("M32 20c10-3 17 3 17 12 0 11-7 20-17 20s-17-9-17-20c0-9 7-15 17-12z", light)],
    face: [path("M32 33 27.5 36 32 40.5 36.5 36z", "#3b2c2a")],
    eyes: usualEyes(29, 8),
  },
  wren: {
    furs: [["#8c5a33", "#f0ddbd", "#63391c"]],
    head: ([fur, light, dark]) => [
      path(ROUND_HEAD, fur),
      ellipse(32, 44, 12, 9, light),
      ...pair((side) => [stroke(`M${32 + side * 5} 25q${side * 6}-6 ${side * 14} 1`, 3.4, light)]),
      stroke("M24 14.5q8-3 16 0", 1.6, dark),
    ],
    face: [path("M32 31 29 35.5 32 44 35 35.5z", "#e6b45a")],
    eyes: usualEyes(29, 8.5),
  },
  heron: {
    furs: [["#9aa9b5", "#f4f6f5", "#2f3a46"]],
    head: ([, light, dark]) => [
      path("M32 10c11 0 17 7 17 17 0 12-5 25-17 25S15 39 15 27c0-10 6-17 17-17z", light),
      path("M32 10c11 0 17 7 17 16-4-5-8-8-17-8s-13 3-17 8c0-9 6-16 17-16z", dark),
      stroke("M46 17q9-1 14-8M47 20q8 2 13-1", 2.2, dark),
    ],
    face: [path("M32 27 28 32 32 55 36 32z", "#e2a031"), stroke("M32 32v20", 0.9, "#8f5b12")],
    eyes: usualEyes(29, 9),
  },
  lynx: {
    furs: [
      ["#c99a63", "#fbeeda", "#7c532b"],
      ["#b0a79c", "#f6f1e8", "#6e655c"],
    ],
    head: ([fur, light, dark]) => [
      ...pair((side) => [
        path(`M${32 + side * 6} 18 ${32 + side * 17} 8q${side * 4} 6 ${side * 2} 16z`, fur),
        stroke(`M${32 + side * 17} 9l${side * 2.5}-6.5`, 2.4),
        path(`M${32 + side * 10.5} 18 ${32 + side * 16} 12q${side * 2} 4 ${side} 9z`, dark),
      ]),
      path("M32 13c12 0 18 8 19 17l5 4-4 2 3 6-6 0c-3 6-9 9-17 9s-14-3-17-9l-6 0 3-6-4-2 5-4c1-9 7-17 19-17z", fur),
      ellipse(32, 41.5, 10.5, 8, light),
      ...[26, 32, 38, 18, 46, 20, 44].map((x, at) => circle(x, [19, 17, 19, 34, 34, 39, 39][at]!, 1.3, dark)),
    ],
    face: [...muzzle(37), ...WHISKERS],
    eyes: usualEyes(),
  },
  marten: {
    furs: [["#5b3c2a", "#f0cf8e", "#3c261a"]],
    head: ([fur, light]) => [
      ...ears(14, 16, 6.5, fur, 3.8, "#e6c79a"),
      path("M32 12c12 0 19 8 19 18 0 12-9 21-19 21s-19-9-19-21c0-10 7-18 19-18z", fur),
      path("M22 42q10-7 20 0-2 9-10 9t-10-9z", light),
    ],
    face: muzzle(38.5, 3),
    eyes: usualEyes(),
  },
  bear: {
    furs: [
      ["#6d4a33", "#c99d72", "#4b3122"],
      ["#e9e2d6", "#fffaf1", "#b8ada0"],
    ],
    head: ([fur, light, dark]) => [...ears(15, 16, 6.5, fur, 3.4, dark), circle(32, 31.5, 20, fur), ellipse(32, 40, 10.5, 8.5, light)],
    face: muzzle(36.5, 4),
    eyes: usualEyes(),
  },
  frog: {
    furs: [["#5d9a4b", "#dcebb2", "#3b6c31"]],
    head: ([fur, light]) => [
      ...ears(12, 17, 8.5, fur, 5.8, "#fff8e4"),
      path("M32 17c15 0 22 7 22 17s-9 17-22 17-22-7-22-17 7-17 22-17z", fur),
      path("M12 40q20 9 40 0-5 11-20 11T12 40z", light),
    ],
    face: [stroke("M17 37.5q15 8 30 0", 1.8), circle(29, 31, 0.9, "#3b6c31"), circle(35, 31, 0.9, "#3b6c31")],
    eyes: usualEyes(17, 12),
  },
  hedgehog: {
    furs: [["#6f553f", "#f0d9b5", "#4b3727"]],
    head: ([, light, dark]) => [
      path("M32 6l4 5 6-3 1 6 7 0-1 6 6 2-3 5 5 4-5 3 3 6-6 1 0 6-6-1-3 4H24l-3-4-6 1 0-6-6-1 3-6-5-3 5-4-3-5 6-2-1-6 7 0 1-6 6 3z", dark),
      path("M32 20c4-4 15 0 16 11 0 11-7 20-16 20s-16-9-16-20c1-11 12-15 16-11z", light),
    ],
    face: muzzle(38, 3.6),
    eyes: usualEyes(),
  },
  cat: {
    furs: [
      ["#4a4650", "#d8d2cc", "#2f2c35"],
      ["#e0a458", "#fff2dc", "#b5722a"],
    ],
    head: ([fur, light, dark]) => [
      ...pair((side) => [
        path(`M${32 + side * 5} 17 ${32 + side * 18} 6q${side * 4} 9 ${side} 19z`, fur),
        path(`M${32 + side * 10} 17 ${32 + side * 16.5} 11q${side * 1.5} 5 ${side * 0.5} 10z`, "#e9a99b"),
      ]),
      path("M32 14c13 0 20 8 20 18S43 51 32 51 12 42 12 32s7-18 20-18z", fur),
      ellipse(32, 41.5, 9.5, 7, light),
      stroke("M28 16v5M32 15v6M36 16v5", 1.8, dark),
    ],
    face: [...muzzle(37, 2.8), ...WHISKERS],
    eyes: usualEyes(),
  },
} satisfies Record<string, Animal>;

export type Species = keyof typeof ANIMALS;
export const SPECIES = Object.keys(ANIMALS) as Species[];
export const animal = (species: Species): Animal => ANIMALS[species];
