// Court cards and jokers: half figures mirrored over an oak board, built from shared parts. Each house has skin, hair,
// robe, weave and crown of its own. All keep their hands on the board: nobody here has anything up a sleeve.
// Loaded when the first of them is shown.

import type { Suit } from "../gen/kernel/Suit";
import { bothEnds, circle, clipped, type Drawing, ellipse, group, path, rect, type Shape } from "../look/shape";
import * as shape from "../look/shape";
import { GOLD, pip } from "./faces";
import { BEARD, BLOOM, CROWN_KING, CROWN_QUEEN, HAIR_BACK, HAIR_FRONT, HOUSES, type House, HAIR_JACK } from "./houses";

export type Court = "J" | "Q" | "K";

const INK = "#241a2b";
const BRASS = "#b97c16";
const LINEN = "#fffaf0";
const LIP = "#a33a35";

/** A part with an outline. */
const part = (d: string, fill: string, width = 1.1): Shape =>
  path(d, fill, { stroke: INK, "stroke-width": width, "stroke-linejoin": "round", "stroke-linecap": "round" });
const stroke = (d: string, width = 1, colour = INK): Shape => shape.line(d, colour, width);
const dot = (x: number, y: number, r: number, colour = INK): Shape => circle(x, y, r, colour);
const bead = (x: number, y: number, r: number, fill: string, width: number): Shape =>
  circle(x, y, r, fill, { stroke: INK, "stroke-width": width });
const dots = (places: readonly (readonly [number, number])[], r: number, colour = INK): Drawing =>
  places.map(([x, y]) => dot(x, y, r, colour));

const ROBE = "M19 71V63C20 53 31 49 41 46.5h18C69 49 80 53 81 63v8z";

/** Each house has its own cloth. */
function weave(suit: Suit, colour: string): Drawing {
  switch (suit) {
    case "s":
      return [stroke("M24 71V56M30 71V51M36 71V49M64 71V49M70 71V51M76 71V56", 1.3, colour)];
    case "h":
      return [25, 31, 31, 37, 63, 69, 69, 75].map((x, at) => pip("h", x, [60, 55, 65, 60][at % 4]!, 4.5, false, colour));
    case "d":
      return [stroke("M19 62 27 54 35 62 27 70zM35 62 41 54M65 62 73 54 81 62 73 70zM65 62 59 54M35 62 41 70M65 62 59 70", 1.2, colour)];
    case "c": {
      const left = [
        [24, 64],
        [24, 57],
        [30, 60],
        [30, 53],
        [30, 67],
        [36, 57],
        [36, 64],
      ] as const;
      const right = [
        [64, 57],
        [64, 64],
        [70, 60],
        [70, 53],
        [70, 67],
        [76, 57],
        [76, 64],
      ] as const;
      return dots([...left, ...right], 1.5, colour);
    }
  }
}

/** A hand lying on the board, fingers towards the middle. */
const restingHand = ({ skin }: House): Shape =>
  group("translate(33.5 66)", [
    part("M-9-3.5-3.5-5.5-1.5 1.5-8 3.5z", LINEN, 1),
    part("M-3.3-4.2C0-5.8 3.5-5.6 6-4.2c2.6 1.2 3.6 2.9 2.6 4.2H-2.2z", skin, 1),
    stroke("M2.6-1.4 6.6-1.2M3-3.1 6.4-2.9", 0.6),
  ]);

/** An open palm: nothing up this sleeve. */
const openPalm = ({ skin }: House): Shape =>
  group("translate(72.5 50)", [
    part("M-4 14-4.5 7h9L4 14z", LINEN, 1),
    part(
      "M-4.3 7.5C-5 3-4.6 0-4.8-4.5c0-1.5 2-1.5 2.2 0L-2.3-1.5-2.2-6.5c0-1.7 2.2-1.7 2.3 0L.3-1.7.9-6c.2-1.6 2.3-1.4 2.2.2L3-.5l1.3-1.9c1-1.3 2.8-.2 2 1.3L4.3 3.5c-.2 1.5.2 2.5.1 4z",
      skin,
      0.9,
    ),
  ]);

/** A closed hand around something upright. */
const closedHand = ({ skin }: House): Drawing => [
  part("M67 66 69 56h7l2 10z", LINEN, 1),
  part("M68.5 57c-1-3.5.5-6 4-6s5 2.5 4 6z", skin, 1),
  stroke("M70 54h5", 0.6),
];

function face({ skin }: House, bearded: boolean): Drawing {
  return [
    part("M45 38h10v9c-3 2.5-7 2.5-10 0z", skin, 1),
    part("M40.5 29c0-8 4-11 9.5-11s9.5 3 9.5 11c0 8-4.5 14-9.5 14s-9.5-6-9.5-14z", skin),
    stroke("M43.3 27.6q2.3-1.5 4.6-.2M52.1 27.4q2.3-1.3 4.6.2", 1.1),
    dot(45.8, 30.2, 1.05),
    dot(54.2, 30.2, 1.05),
    stroke("M50.4 29.5 51.4 34.3 49.5 34.6", 0.9),
    ...(bearded ? [] : [stroke("M47.4 38.3q2.6 1.5 5.2 0", 1.2, LIP)]),
  ];
}

/** What a king holds: sword, sceptre, sun or branch. */
function regalia(suit: Suit, house: House): Drawing {
  switch (suit) {
    case "s":
      return [
        part("M70.8 50 71 20 72.5 15 74 20 74.2 50z", "#e9edf2"),
        part("M66 47.5h13v3H66z", GOLD),
        part("M71 50.5h3v8h-3z", house.trim),
        dot(72.5, 60, 2.2, GOLD),
      ];
    case "h":
      return [
        stroke("M72.5 62V30", 2.6, BRASS),
        stroke("M72.5 62V30", 1.2, GOLD),
        pip("h", 72.5, 24, 13, false, GOLD, { stroke: INK, "stroke-width": 8 }),
      ];
    case "d":
      return [
        stroke("M72.5 62V32", 2.6, BRASS),
        stroke("M72.5 14v4M72.5 34v-4M62.5 24h4M82.5 24h-4M65.5 17l2.5 2.5M79.5 17 77 19.5M65.5 31l2.5-2.5M79.5 31 77 28.5", 1.5, BRASS),
        bead(72.5, 24, 5.2, GOLD, 1.1),
      ];
    case "c": {
      const leaves = [
        [69, 44, -40],
        [76, 40, 40],
        [68, 35, -40],
        [76.5, 30, 40],
        [69.5, 26, -35],
        [73, 17, 0],
      ] as const;
      return [
        stroke("M72.5 62C72.5 48 71 40 73 20", 2, "#6b4a25"),
        ...leaves.map(([x, y, turn]) =>
          ellipse(x, y, 2.6, 5, "#3f9a62", { stroke: INK, "stroke-width": 0.9, transform: `rotate(${turn} ${x} ${y})` }),
        ),
      ];
    }
  }
}

const flower = (suit: Suit): Drawing => [
  stroke("M72.5 60C72 50 74 42 72.5 30", 1.5, "#3c7a4c"),
  part("M72.6 46c4-4 7-3 8-1-2 3-5 3.5-8 1z", "#4f9c62", 0.8),
  ...[0, 72, 144, 216, 288].map((turn) =>
    ellipse(72.5, 21.5, 3.3, 4.6, BLOOM[suit], { stroke: INK, "stroke-width": 0.9, transform: `rotate(${turn} 72.5 26)` }),
  ),
  bead(72.5, 26, 2.4, GOLD, 0.8),
];

function king(suit: Suit, house: House): Drawing {
  const beard = part(BEARD[suit], house.hair);
  const mouth = stroke("M47.8 39.8q2.2 1 4.4 0", 1.3, "#e9a793");
  return [
    part(ROBE, house.robe),
    ...weave(suit, house.dark),
    part("M41 46.5 45 71h10l4-24.5z", GOLD),
    ...dots(
      [
        [50, 56],
        [50, 62],
        [50, 68],
      ],
      1.3,
      house.dark,
    ),
    ...face(house, true),
    stroke("M44.6 37.2q3-2.5 5.4-.6 2.4-1.9 5.4.6", 1.5, house.hair),
    part(
      "M31 50.5C37 46.5 41 46 43.5 46c1 4.5 3.8 9 6.5 11 2.7-2 5.5-6.5 6.5-11 2.5 0 6.5.5 12.5 4.5-2.5 5-6.5 9-11 10-3-1-6-2-8-3.5-2 1.5-5 2.5-8 3.5-4.5-1-8.5-5-11-10z",
      LINEN,
    ),
    ...dots(
      [
        [36.5, 52],
        [42, 56],
        [64, 52],
        [58, 56],
        [41.5, 50.5],
        [58.5, 50.5],
      ],
      0.95,
    ),
    beard,
    mouth,
    part(CROWN_KING[suit], GOLD),
    part("M39 22.8h22v3.4H39z", house.trim, 1),
    ...dots(
      [
        [42.5, 24.5],
        [50, 24.5],
        [57.5, 24.5],
      ],
      1,
      GOLD,
    ),
    dot(50, 16.5, 1.7, house.trim),
    ...dots(
      [
        [37.5, 11.5],
        [62.5, 11.5],
      ],
      1.3,
      BRASS,
    ),
  ];
}

function queen(suit: Suit, house: House): Drawing {
  const pearls = [
    [43.5, 48.2],
    [45.6, 50.6],
    [48.3, 52.2],
    [51.7, 52.2],
    [54.4, 50.6],
    [56.5, 48.2],
  ] as const;
  return [
    part(HAIR_BACK[suit], house.hair),
    ...(suit === "d" ? [stroke("M39.3 34v15M60.7 34v15M41.5 40v10M58.5 40v10", 0.8, GOLD)] : []),
    part(ROBE, house.robe),
    ...weave(suit, house.dark),
    part("M40 47 50 62 60 47c-3-2-17-2-20 0z", house.skin, 1),
    part("M37 49c4 1 9 9 13 13v9h-6C43 62 39 55 37 49zM63 49c-4 1-9 9-13 13v9h6c1-9 5-16 7-22z", house.trim, 1),
    ...face(house, false),
    part(HAIR_FRONT[suit], house.hair, 1),
    part(CROWN_QUEEN[suit], GOLD),
    dot(50, 15.5, 1.8, house.trim),
    ...dots(
      [
        [44.8, 17.3],
        [55.2, 17.3],
      ],
      1.2,
      house.dark,
    ),
    ...pearls.map(([x, y]) => bead(x, y, 1.35, LINEN, 0.6)),
    ...dots(
      [
        [40.2, 35.5],
        [59.8, 35.5],
      ],
      1.3,
      GOLD,
    ),
  ];
}

/** A jack's cap. */
function cap(suit: Suit, house: House): Drawing {
  switch (suit) {
    case "s":
      return [
        part("M37.5 24.5C36 15 44 11.5 51 12c8 .5 12 5 12 10.5-6 3-18 4.5-25.5 2z", house.trim),
        stroke("M39 24.6q12 1.8 23.5-2", 1.8, BRASS),
        part("M58 14c4-6 9-7 13-5-1 5-5 9-11 9.5z", LINEN, 0.9),
        stroke("M59.5 17 68 10.5", 0.7),
      ];
    case "h":
      return [
        part("M37 25c1-7 3-13 13-13s12 6 13 13c-8-2.5-18-2.5-26 0z", house.trim),
        part("M35 25.5c9-4 21-4 30 0-2 2-4 2.5-6 2-5-1.5-13-1.5-18 0-2 .5-4 0-6-2z", GOLD, 1),
        part("M60 22c5-2 8-8 6-13-5 2-8 7-8 11z", house.robe, 0.9),
      ];
    case "d":
      return [
        part("M38 24.5C38 14 43 10 50 10s12 4 12 14.5c-7-3-17-3-24 0z", house.robe),
        stroke("M39 21q11-5 22 0M40 17.5q10-5 20 0M43 13.7q7-3.5 14 0", 1, GOLD),
        part("M47.5 14.5 50 6.5l2.5 8-2.5 4z", house.trim, 0.9),
      ];
    case "c":
      return [
        part("M36 25.5 43 13c5-4 11-3 15 1l7 7c-4 .5-4 2.5-6 4-7-2-16-2-23 .5z", house.robe),
        part("M36 25.5c8-3.5 16-3.5 23-.5l-1.5 2.5c-6-2-13-2-19.5.5z", house.trim, 1),
        part("M56 15c4-3 10-3 13 1-4 4-9 4-13-1z", "#e7dcc4", 0.9),
      ];
  }
}

function jack(suit: Suit, house: House): Drawing {
  return [
    part(HAIR_JACK[suit], house.hair),
    part(ROBE, house.robe),
    ...weave(suit, house.dark),
    part("M44 47h12l-1 24H45z", house.trim),
    ...dots(
      [
        [50, 54],
        [50, 59],
        [50, 64],
      ],
      1.1,
      GOLD,
    ),
    ...face(house, false),
    // The ruff.
    ...[38, 42, 46, 50, 54, 58, 62].map((x, at) => bead(x, at === 0 || at === 6 ? 47.5 : 48.5, 3.2, LINEN, 0.9)),
    ...cap(suit, house),
  ];
}

/** One half of a court card: the figure, one hand on the board, the other in sight. */
function half(rank: Court, suit: Suit, house: House): Drawing {
  const figure = { K: king, Q: queen, J: jack }[rank](suit, house);
  const held = rank === "K" ? regalia(suit, house) : rank === "Q" ? flower(suit) : [];
  const other = rank === "J" ? [openPalm(house)] : closedHand(house);
  return [...figure, restingHand(house), group("translate(-2.4 0)", [...held, ...other])];
}

/** The board that both halves keep their hands on. */
const board = (x: number, width: number): Shape => rect(x, 67.4, width, 5.2, "#a9713c", { stroke: INK, "stroke-width": 1 });

/** What stands between the indices of a court card. */
export function court(rank: Court, suit: Suit): Drawing {
  const house = HOUSES[suit];
  return [
    rect(22, 8, 56, 124, house.tint, { rx: 3 }),
    ...bothEnds([clipped(22, 8, 56, 62, half(rank, suit, house))]),
    board(22, 56),
    shape.line("M24 69.2h20M50 71h22M61 69.4h14M28 71.2h14", "#7d4e22", 0.6),
    rect(22, 8, 56, 124, "none", { rx: 3, stroke: "var(--suit)", "stroke-width": 1.2 }),
    pip(suit, 30, 17, 11.5),
    pip(suit, 70, 123, 11.5, true),
  ];
}

/** What stands between the stars of a joker. */
export function joker(red: boolean): Drawing {
  const [one, two] = red ? ["#b92f43", GOLD] : ["#2f3f86", "#1f8a80"];
  const skin = "#f0cfa8";
  const figure = [
    part("M30 71C30 56 40 50 50 50s20 6 20 21z", one),
    part("M50 50c8 0 20 6 20 21H50z", two),
    part("M45.5 41h9v11h-9z", skin, 1),
    part("M36 54l7-4 7 6 7-6 7 4-4 8-4-4-6 6-6-6-4 4z", LINEN, 1),
    part("M41 30c0-7 4-10 9-10s9 3 9 10c0 8-4 15-9 15s-9-7-9-15z", skin),
    stroke("M43.5 29q2.2-2 4.4 0M52.1 29q2.2-2 4.4 0", 1.2),
    stroke("M45 37q5 4.5 10 0", 1.3, LIP),
    stroke("M50 31v3.5", 0.9),
    part("M41 28C38 20 32 20 26 27 25 15 34 10 42 12c2-4 5-5 8-5v15c-4 0-7 2-9 6z", one),
    part("M59 28c3-8 9-8 15-1C75 15 66 10 58 12c-2-4-5-5-8-5v15c4 0 7 2 9 6z", two),
    ...[26, 74].map((x) => bead(x, 28.5, 2.8, GOLD, 1)),
    bead(50, 7, 2.8, GOLD, 1),
  ];
  return [...bothEnds([clipped(20, 4, 60, 66, figure)]), board(26, 48)];
}
