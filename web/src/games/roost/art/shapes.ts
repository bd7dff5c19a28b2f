// The shapes of birds in a box of 100 by 80, looking to the left: those that others are made from. Outlines run from the beak over the back to
// the tail and below back to the throat; curve.ts says how their parts are written.

export interface Family {
  body: string;
  belly: string;
  cap: string;
  /** Round the eye. */
  mask: string;
  wing: string;
  /** On the wing: an area, or lines. */
  bar?: string;
  lines?: string;
  beak: string;
  tail: string;
  eye: readonly [x: number, y: number, r: number];
  legs?: string;
  /** The wing behind the body, of those that fly. */
  far?: string;
  /** A neck as a line, so wide, with a head at its end. */
  neck?: readonly [d: string, width: number, x: number, y: number, r: number];
  /** Drawn smaller about the middle of the upper edge. */
  scale?: number;
  /** Seen from the front, with two eyes. */
  front?: true;
  on?: "ground" | "water" | "trunk" | "branch" | "reed";
  /** Where marks go: feathers on the head, spots on the breast, a ring round the neck, a patch on the wing, the beak's tip. */
  crown: readonly [x: number, y: number];
  breast: readonly [x: number, y: number, rx: number, ry: number];
  collar?: string;
  shoulder?: readonly [x: number, y: number];
  tip?: string;
}

export const SONG: Family = {
  body: "19 28 22 19 29 13.5 38 12.5 46 16 53 23.5 61 30 71 39 77 50 76 57 66 63.5 52 65 40 62.5 30 55 23 45 19.5 36",
  belly: "10 15; 27 36 36 44 47 54 58 59.5",
  cap: "0 5; 43 21.5 31 22",
  mask: "19 29 25 26 33 25.5 40 29 33 33 25 34.5 19.6 33.5",
  wing: "39 35 50 34 64 41 78 54 87 62 87 62 70 62 52 58 41 49 37 41",
  bar: "43 44 56 49.5 73 53 75 56 60 54 43 47.5",
  beak: "M21 26 9 30.5 21 33z",
  tail: "M68 48 98 61 94 68 63 59z",
  eye: [31, 25.5, 2.2],
  legs: "M46 64v11m-5 0h8M56 64v11m-5 0h8",
  crown: [37, 12.5],
  breast: [34, 50, 9, 8],
  collar: "M20 39q10 6 24-1",
  shoulder: [47, 40],
};
export const ROUND: Family = {
  body: "21 33 24 22 33 14 45 12.5 57 17 68 27 75 40 74 52 66 61 53 66 40 64 29 57 22 46",
  belly: "8 12; 28 42 38 47 50 55 60 58",
  cap: "0 4; 47 20 33 22",
  mask: "21.5 32 28 27 36 27 44 31 36 36 27 37",
  wing: "43 37 54 35 66 42 79 53 79 53 62 57 48 54 42 46",
  bar: "47 44 58 47 68 50 67 53 56 51.5 46 47.5",
  beak: "M22 30 12 34 22 37z",
  tail: "M68 44 90 51 88 58 64 56z",
  eye: [33, 28, 2.4],
  legs: "M46 64v11m-5 0h8M56 64v11m-5 0h8",
  crown: [45, 13],
  breast: [37, 53, 9, 7],
  collar: "M24 45q12 6 26-2",
  shoulder: [50, 41],
};
export const CROW: Family = {
  body: "22 24 25 16 32 11.5 41 12 48 17 55 23 66 28 77 36 84 45 79 52 67 57 53 58.5 41 55.5 32 48 25 39 22 31",
  belly: "9 15; 28 34 36 42 48 50 64 53",
  cap: "0 5; 45 21 33 19",
  mask: "22 25 28 20 36 20 42 24 35 29 26 30",
  wing: "44 31 56 29 70 36 84 47 94 55 94 55 74 55 55 51 45 42",
  bar: "48 40 60 45 76 49 78 52 62 50 48 44",
  beak: "M25 17C17 17 10 21 6 27c6 1 12 2 17 3z",
  tail: "M74 38 99 50 97 59 70 54z",
  eye: [33, 20, 2.2],
  legs: "M50 57v18m-6 0h9M59 57v18m-6 0h9",
  crown: [39, 12],
  breast: [36, 45, 9, 7],
  collar: "M24 33q10 5 22-4",
  shoulder: [52, 35],
};
export const PECKER: Family = {
  body: "36 16 39 9 46 5 54 6 60 12 63 22 65 38 64.5 55 60 62 52 60 45 47 40 34 38 23",
  belly: "8 12; 44 24 48 36 54 50",
  cap: "0 4; 54 13 45 12",
  mask: "37 18 43 15 50 16 57 21 48 23.5 40 22.5",
  wing: "50 24 58 30 63 44 64 58 60 62 60 62 53 48 49 34",
  lines: "M53 34l9 4M54 42l9 4M56 50l7 3",
  beak: "M38 12 17 15 38 19z",
  tail: "M58 54 66 79 56 78 52 58z",
  eye: [45, 14.5, 2],
  legs: "M42 44l-12 2M45 50l-14 4",
  on: "trunk",
  crown: [50, 5],
  breast: [46, 40, 4, 9],
};
export const RAPTOR: Family = {
  body: "30 20 33 11 40 7 48 7.5 55 13 61 22 68 36 71 50 67 60 56 64 45 61 37 51 33 38 31.5 28",
  belly: "8 13; 39 31 45 41 51 53 58 61",
  cap: "0 4; 48 14 39 14.5",
  mask: "31 20 37 17 43 18 46 21 40 24.5 33 24.5",
  wing: "48 24 58 30 67 44 72 60 70 71 70 71 59 58 50 40",
  lines: "M52 36q8 4 13 10M55 46q7 3 12 9",
  beak: "M32 15c-6 0-11 3-10 9.5 3-3.5 6-3.5 10-3z",
  tail: "M62 56 76 78 64 79 54 62z",
  eye: [39, 17, 2.4],
  legs: "M44 62v13m-6 0h9M54 63v12m-6 0h9",
  crown: [46, 7],
  breast: [42, 46, 7, 11],
  collar: "M32 31q8 4 16 1",
  shoulder: [54, 30],
};
export const OWL: Family = {
  body: "M50 6c16 0 24 10 24 26 0 24-9 38-24 38S26 56 26 32C26 16 34 6 50 6z",
  belly: "M50 32c9 0 14 6 14 16 0 12-6 20-14 20s-14-8-14-20c0-10 5-16 14-16z",
  cap: "M50 6c12 0 20 5 23 16-8-6-14-4-23 4-9-8-15-10-23-4C30 11 38 6 50 6z",
  mask: "M50 20c4-4 17-4 18 5 0 9-9 13-18 8-9 5-18 1-18-8 1-9 14-9 18-5z",
  wing: "M27 34c-4 12-1 26 9 33 0-12-2-24-9-33zM73 34c4 12 1 26-9 33 0-12 2-24 9-33z",
  lines: "M42 44q4 4 8 0t8 0M42 52q4 4 8 0t8 0M44 60q3 3 6 0t6 0",
  beak: "M50 27l-3 4 3 6 3-6z",
  tail: "M40 62h20l-3 14H43z",
  eye: [41, 26, 4],
  front: true,
  legs: "M43 70v5m-4 0h8M57 70v5m-4 0h8",
  crown: [50, 6],
  breast: [50, 51, 10, 12],
};
export const DUCK: Family = {
  body: "M14 24c0-9 7-14 15-13 9 1 12 8 11 16-1 7 6 9 18 9 16 0 27 4 29 12 1 10-13 16-34 16-20 0-32-5-32-16 0-8 5-11 6-15C19 33 14 31 14 24z",
  belly: "M21 48c3 10 14 16 32 16 20 0 33-6 34-14-8 2-16 2-24 0-9-3-15-8-21-12-6-3-12-3-15-4-1 4-6 7-6 14z",
  cap: "M14 24c0-9 7-14 15-13 9 1 12 8 11 16-1 4-14 3-19 5-4-1-7-4-7-8z",
  mask: "M20 24c5-3 12-3 18 2-5 5-12 5-17 4z",
  wing: "M42 42c12-6 30-5 44 2-6 9-22 13-34 10-6-2-10-6-10-12z",
  bar: "M50 47c9 2 18 2 26 0l-3 5c-8 1-15 0-21-2z",
  beak: "M16 20C10 21 5 24 2 27c5 3 10 2 15 1z",
  tail: "M80 42 96 34 93 48 80 54z",
  eye: [26, 20, 2],
  on: "water",
  crown: [30, 11],
  breast: [30, 48, 6, 5],
  collar: "M26 35q7 3 15-4",
};
export const GREBE: Family = {
  body: "24 30 26 22 33 18 41 20 45 28 47 37 58 38 74 41 84 47 84 58 70 66 46 66 34 60 31 50 33 42 30 36",
  belly: "9 13; 40 52 56 60 72 59",
  cap: "0 4; 39 26 32 25",
  mask: "28 31 35 27 42 30 45 38 40 46 34 43 33 37",
  wing: "48 46 62 42 78 46 87 52 87 52 70 58 54 56",
  bar: "50 56 66 59.5 82 55 82 58 66 63 50 60",
  beak: "M26 26 14 31 26 34z",
  tail: "M78 42 92 38 90 50 82 54z",
  eye: [33, 26, 1.9],
  on: "water",
  crown: [34, 18],
  breast: [38, 54, 5, 5],
};
export const GAME: Family = {
  body: "24 24 27 17 33 14 39 17 43 26 52 29 66 30 78 37 84 47 78 57 66 63 50 64 38 58 32 47 30 36 26 30",
  belly: "9 14; 37 41 46 53 60 58",
  cap: "0 4; 37 22 30 20.5",
  mask: "25 25 30 22 37 24 39 31 33 33.5 28 30.5",
  wing: "46 36 58 33 72 38 85 49 85 49 70 55 54 53 46 45",
  lines: "M51 41q9 4 20 5M52 47q8 4 18 4",
  beak: "M26 19 16 24.5 25 28z",
  tail: "M74 38 93 42 92 53 76 56z",
  eye: [32, 21, 2],
  legs: "M48 63v12m-6 0h9M58 63v12m-6 0h9",
  crown: [33, 14],
  breast: [40, 49, 6, 7],
  collar: "M29 36q7 4 16-2",
};
export const NIGHTJAR: Family = {
  body: "14 44 17 36 25 32 35 33 50 36 66 42 80 50 70 57 52 59 34 58 21 54 15 49",
  belly: "7 11; 24 51 40 55 56 56",
  cap: "0 3; 31 39 20 40",
  mask: "14.5 45 20 44 27 48 23 53 16 50",
  wing: "36 40 52 40 70 47 91 58 91 58 66 57 46 54 37 48",
  lines: "M44 44l34 9M46 50l22 4",
  beak: "M16 41 9 45 16 48z",
  tail: "M70 44 99 57 97 62 66 57z",
  eye: [23, 40, 2.8],
  on: "branch",
  crown: [28, 32],
  breast: [30, 54, 8, 3],
};
export const WADER: Family = {
  body: "24 24 26 18 32 15 38 17 42 25 50 30 64 32 78 38 84 44 74 51 60 54 46 52 37 46 32 37 28 30",
  belly: "9 13; 38 41 48 48 62 50",
  cap: "0 4; 36 22 29 20.5",
  mask: "24 25 30 21 36 24 37 30 29 31",
  wing: "44 36 56 33 70 37 84 44 93 49 93 49 72 50 54 48 44 42",
  bar: "48 43 62 47 80 46.5 79 49 62 51 48 47.5",
  beak: "M26 19 1 24.5 1 27 26 27z",
  tail: "M76 37 93 44 88 51 74 47z",
  eye: [31, 20.5, 1.9],
  legs: "M52 53v23m-6 0h9M61 53v23m-6 0h9",
  crown: [34, 15],
  breast: [38, 44, 6, 5],
  collar: "M29 33q8 5 17-3l3 9q-10 7-15 3z",
};
export const HERON: Family = {
  body: "M22 13c0-6 5-9 10-9 6 0 9 4 8 9-1 6-7 8-7 14 0 5 8 3 20 6 16 3 26 8 25 13-3 8-20 11-32 9-12-3-19-9-19-18 0-8 6-13 5-17-1-3-10-2-10-7z",
  belly: "M28 34c4 8 10 15 22 18 8 1 17 1 22-1-8 6-18 6-26 4-11-3-18-10-18-21z",
  cap: "M23 11c2-5 6-7 10-7 5 0 7 2 7 6 6-2 12 0 17 5-8-2-13-2-18-1-6-3-11-4-16-3z",
  mask: "M28 9h8v3h-8z",
  wing: "M42 33c14-2 28 4 38 14 2 3 4 5 6 7-16 2-36 0-43-9-4-5-4-9-1-12z",
  bar: "M46 41c9 5 20 7 29 8l2 2c-12 0-24-3-31-8z",
  beak: "M24 9 2 13l22 3z",
  tail: "M74 40 90 48 86 54 70 50z",
  eye: [30, 10, 1.7],
  legs: "M52 54v22m-6 0h9M60 54v22m-6 0h9",
  crown: [34, 4],
  breast: [32, 40, 4, 7],
};
export const STORK: Family = {
  body: "24 14 27 8 33 6 38 10 39 18 43 27 54 29 68 31 80 38 84 46 72 51 56 53 43 49 35 40 32 28 28 20",
  belly: "10 14; 37 38 46 46 60 49",
  cap: "0 4; 34 13 29 12.5",
  mask: "25 14 30 11 35 14 31 17.5",
  wing: "46 36 58 33 72 38 89 49 89 49 70 51 54 48 46 42",
  bar: "54 44 70 43 89 49 86 53 70 53 56 50",
  beak: "M26 9 0 20 2 23 27 18z",
  tail: "M76 36 91 43 87 51 72 48z",
  eye: [31, 11.5, 1.8],
  legs: "M53 52v24m-6 0h9M61 52v24m-6 0h9",
  crown: [33, 6],
  breast: [40, 43, 6, 5],
};
export const SOAR: Family = {
  body: "19 45 22 39 29 37 37 40 50 42 64 45 73 49 66 54 52 56 36 55 26 52 20 49",
  belly: "7 11; 26 48 40 51 56 52",
  cap: "0 3; 33 44 25 43",
  mask: "20 45 25 43 30 45 26 48",
  wing: "42 44 48 30 60 16 78 6 98 4 98 4 90 15 94 17 82 25 84 29 70 38 62 49 52 51",
  bar: "56 40 68 25 84 15 86 22 74 32 62 46",
  far: "38 44 30 30 18 16 3 8 3 8 14 8 13 4 30 12 44 26 50 44",
  beak: "M21 42c-5 0-9 2-9 7 3-2 6-2 9-2z",
  tail: "M66 45 95 47 96 55 66 54z",
  eye: [26, 43, 1.8],
  crown: [29, 37],
  breast: [40, 52, 9, 3],
};
export const SWIFT: Family = {
  body: "22 43 25 37 32 35 42 38 56 43 72 49 60 52 44 52 31 50 24 47",
  belly: "6 9; 28 45 42 48 54 48",
  cap: "0 3; 36 42 28 41",
  mask: "22 43 28 41 34 45 28 49 23 46.5",
  wing: "38 41 44 25 60 11 92 1 92 1 74 18 64 33 56 47 46 48",
  bar: "50 38 62 22 80 10 70 22 58 42",
  far: "36 41 30 28 17 18 1 14 1 14 24 14 40 26 46 42",
  beak: "M24 41 16 44 24 46z",
  tail: "M60 44 99 48 76 52 93 64 56 52z",
  eye: [29, 40, 1.8],
  crown: [32, 35],
  breast: [38, 49, 7, 3],
};
/** As a bird hangs on the side of a nest, hovers or sits upright on a branch. */
export const PARROT: Family = {
  body: "35 20 37 12 44 8 52 10 57 17 61 27 66 40 68 52 62 60 53 60 44 54 38 44 35 33 34 26",
  belly: "8 13; 40 32 46 44 54 54",
  cap: "0 4; 50 15 42 13",
  mask: "35 18 41 13 49 16 49 25 41 30 35 26",
  wing: "50 26 59 34 66 50 73 68 73 68 60 56 51 42",
  lines: "M53 33l8 4M54 40l9 5M57 47l8 5M60 54l7 4",
  beak: "M36 15c-6 1-8 6-5 11 2-2 4-2 6-2z",
  tail: "M60 50 79 79 71 79 54 58z",
  eye: [43, 17, 2],
  legs: "M47 58l-3 7M56 60l-2 6",
  on: "branch",
  crown: [46, 8],
  breast: [44, 44, 5, 9],
};
