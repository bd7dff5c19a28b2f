// The shapes of birds in a box of 100 by 80, looking to the left: those that others are made from. Outlines run from the beak over the back to
// the tail and below back to the throat; curve.ts says how they are written.

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
  body: "19 28 3-9 7-5.5 9-1 8 3.5 7 7.5 8 6.5 10 9 6 11-1 7-10 6.5-14 1.5-12-2.5-10-7.5-7-10-3.5-9",
  belly: "10 15;27 36 9 8 11 10 11 5.5",
  cap: "0 5;43 21.5-12 .5",
  mask: "19 29 6-3 8-.5 7 3.5-7 4-8 1.5-5.4-1",
  wing: "39 35 11-1 14 7 14 13 9 8 0 0-17 0-18-4-11-9-4-8",
  bar: "43 44 13 5.5 17 3.5 2 3-15-2-17-6.5",
  beak: "M21 26l-12 4.5 12 2.5z",
  tail: "M68 48l30 13-4 7-31-9z",
  eye: [31, 25.5, 2.2],
  legs: "M46 64v11m-5 0h8M56 64v11m-5 0h8",
  crown: [37, 12.5],
  breast: [34, 50, 9, 8],
  collar: "M20 39q10 6 24-1",
  shoulder: [47, 40],
};
export const ROUND: Family = {
  body: "21 33 3-11 9-8 12-1.5 12 4.5 11 10 7 13-1 12-8 9-13 5-13-2-11-7-7-11",
  belly: "8 12;28 42 10 5 12 8 10 3",
  cap: "0 4;47 20-14 2",
  mask: "21.5 32 6.5-5 8 0 8 4-8 5-9 1",
  wing: "43 37 11-2 12 7 13 11 0 0-17 4-14-3-6-8",
  bar: "47 44 11 3 10 3-1 3-11-1.5-10-4",
  beak: "M22 30l-10 4 10 3z",
  tail: "M68 44l22 7-2 7-24-2z",
  eye: [33, 28, 2.4],
  legs: "M46 64v11m-5 0h8M56 64v11m-5 0h8",
  crown: [45, 13],
  breast: [37, 53, 9, 7],
  collar: "M24 45q12 6 26-2",
  shoulder: [50, 41],
};
export const CROW: Family = {
  body: "22 24 3-8 7-4.5 9 .5 7 5 7 6 11 5 11 8 7 9-5 7-12 5-14 1.5-12-3-9-7.5-7-9-3-8",
  belly: "9 15;28 34 8 8 12 8 16 3",
  cap: "0 5;45 21-12-2",
  mask: "22 25 6-5 8 0 6 4-7 5-9 1",
  wing: "44 31 12-2 14 7 14 11 10 8 0 0-20 0-19-4-10-9",
  bar: "48 40 12 5 16 4 2 3-16-2-14-6",
  beak: "M25 17C17 17 10 21 6 27c6 1 12 2 17 3z",
  tail: "M74 38l25 12-2 9-27-5z",
  eye: [33, 20, 2.2],
  legs: "M50 57v18m-6 0h9M59 57v18m-6 0h9",
  crown: [39, 12],
  breast: [36, 45, 9, 7],
  collar: "M24 33q10 5 22-4",
  shoulder: [52, 35],
};
export const PECKER: Family = {
  body: "36 16 3-7 7-4 8 1 6 6 3 10 2 16-.5 17-4.5 7-8-2-7-13-5-13-2-11",
  belly: "8 12;44 24 4 12 6 14",
  cap: "0 4;54 13-9-1",
  mask: "37 18 6-3 7 1 7 5-9 2.5-8-1",
  wing: "50 24 8 6 5 14 1 14-4 4 0 0-7-14-4-14",
  lines: "M53 34l9 4M54 42l9 4M56 50l7 3",
  beak: "M38 12l-21 3 21 4z",
  tail: "M58 54l8 25-10-1-4-20z",
  eye: [45, 14.5, 2],
  legs: "M42 44l-12 2M45 50l-14 4",
  on: "trunk",
  crown: [50, 5],
  breast: [46, 40, 4, 9],
};
export const RAPTOR: Family = {
  body: "30 20 3-9 7-4 8 .5 7 5.5 6 9 7 14 3 14-4 10-11 4-11-3-8-10-4-13-1.5-10",
  belly: "8 13;39 31 6 10 6 12 7 8",
  cap: "0 4;48 14-9 .5",
  mask: "31 20 6-3 6 1 3 3-6 3.5-7 0",
  wing: "48 24 10 6 9 14 5 16-2 11 0 0-11-13-9-18",
  lines: "M52 36q8 4 13 10M55 46q7 3 12 9",
  beak: "M32 15c-6 0-11 3-10 9.5 3-3.5 6-3.5 10-3z",
  tail: "M62 56l14 22-12 1-10-17z",
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
  tail: "M80 42l16-8-3 14-13 6z",
  eye: [26, 20, 2],
  on: "water",
  crown: [30, 11],
  breast: [30, 48, 6, 5],
  collar: "M26 35q7 3 15-4",
};
export const GREBE: Family = {
  body: "24 30 2-8 7-4 8 2 4 8 2 9 11 1 16 3 10 6 0 11-14 8-24 0-12-6-3-10 2-8-3-6",
  belly: "9 13;40 52 16 8 16-1",
  cap: "0 4;39 26-7-1",
  mask: "28 31 7-4 7 3 3 8-5 8-6-3-1-6",
  wing: "48 46 14-4 16 4 9 6 0 0-17 6-16-2",
  bar: "50 56 16 3.5 16-4.5 0 3-16 5-16-3",
  beak: "M26 26l-12 5 12 3z",
  tail: "M78 42l14-4-2 12-8 4z",
  eye: [33, 26, 1.9],
  on: "water",
  crown: [34, 18],
  breast: [38, 54, 5, 5],
};
export const GAME: Family = {
  body: "24 24 3-7 6-3 6 3 4 9 9 3 14 1 12 7 6 10-6 10-12 6-16 1-12-6-6-11-2-11-4-6",
  belly: "9 14;37 41 9 12 14 5",
  cap: "0 4;37 22-7-1.5",
  mask: "25 25 5-3 7 2 2 7-6 2.5-5-3",
  wing: "46 36 12-3 14 5 13 11 0 0-15 6-16-2-8-8",
  lines: "M51 41q9 4 20 5M52 47q8 4 18 4",
  beak: "M26 19l-10 5.5 9 3.5z",
  tail: "M74 38l19 4-1 11-16 3z",
  eye: [32, 21, 2],
  legs: "M48 63v12m-6 0h9M58 63v12m-6 0h9",
  crown: [33, 14],
  breast: [40, 49, 6, 7],
  collar: "M29 36q7 4 16-2",
};
export const NIGHTJAR: Family = {
  body: "14 44 3-8 8-4 10 1 15 3 16 6 14 8-10 7-18 2-18-1-13-4-6-5",
  belly: "7 11;24 51 16 4 16 1",
  cap: "0 3;31 39-11 1",
  mask: "14.5 45 5.5-1 7 4-4 5-7-3",
  wing: "36 40 16 0 18 7 21 11 0 0-25-1-20-3-9-6",
  lines: "M44 44l34 9M46 50l22 4",
  beak: "M16 41l-7 4 7 3z",
  tail: "M70 44l29 13-2 5-31-5z",
  eye: [23, 40, 2.8],
  on: "branch",
  crown: [28, 32],
  breast: [30, 54, 8, 3],
};
export const WADER: Family = {
  body: "24 24 2-6 6-3 6 2 4 8 8 5 14 2 14 6 6 6-10 7-14 3-14-2-9-6-5-9-4-7",
  belly: "9 13;38 41 10 7 14 2",
  cap: "0 4;36 22-7-1.5",
  mask: "24 25 6-4 6 3 1 6-8 1",
  wing: "44 36 12-3 14 4 14 7 9 5 0 0-21 1-18-2-10-6",
  bar: "48 43 14 4 18-.5-1 2.5-17 2-14-3.5",
  beak: "M26 19l-25 5.5 0 2.5 25 0z",
  tail: "M76 37l17 7-5 7-14-4z",
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
  tail: "M74 40l16 8-4 6-16-4z",
  eye: [30, 10, 1.7],
  legs: "M52 54v22m-6 0h9M60 54v22m-6 0h9",
  crown: [34, 4],
  breast: [32, 40, 4, 7],
};
export const STORK: Family = {
  body: "24 14 3-6 6-2 5 4 1 8 4 9 11 2 14 2 12 7 4 8-12 5-16 2-13-4-8-9-3-12-4-8",
  belly: "10 14;37 38 9 8 14 3",
  cap: "0 4;34 13-5-.5",
  mask: "25 14 5-3 5 3-4 3.5",
  wing: "46 36 12-3 14 5 17 11 0 0-19 2-16-3-8-6",
  bar: "54 44 16-1 19 6-3 4-16 0-14-3",
  beak: "M26 9l-26 11 2 3 25-5z",
  tail: "M76 36l15 7-4 8-15-3z",
  eye: [31, 11.5, 1.8],
  legs: "M53 52v24m-6 0h9M61 52v24m-6 0h9",
  crown: [33, 6],
  breast: [40, 43, 6, 5],
};
export const SOAR: Family = {
  body: "19 45 3-6 7-2 8 3 13 2 14 3 9 4-7 5-14 2-16-1-10-3-6-3",
  belly: "7 11;26 48 14 3 16 1",
  cap: "0 3;33 44-8-1",
  mask: "20 45 5-2 5 2-4 3",
  wing: "42 44 6-14 12-14 18-10 20-2 0 0-8 11 4 2-12 8 2 4-14 9-8 11-10 2",
  bar: "56 40 12-15 16-10 2 7-12 10-12 14",
  far: "38 44-8-14-12-14-15-8 0 0 11 0-1-4 17 8 14 14 6 18",
  beak: "M21 42c-5 0-9 2-9 7 3-2 6-2 9-2z",
  tail: "M66 45l29 2 1 8-30-1z",
  eye: [26, 43, 1.8],
  crown: [29, 37],
  breast: [40, 52, 9, 3],
};
export const SWIFT: Family = {
  body: "22 43 3-6 7-2 10 3 14 5 16 6-12 3-16 0-13-2-7-3",
  belly: "6 9;28 45 14 3 12 0",
  cap: "0 3;36 42-8-1",
  mask: "22 43 6-2 6 4-6 4-5-2.5",
  wing: "38 41 6-16 16-14 32-10 0 0-18 17-10 15-8 14-10 1",
  bar: "50 38 12-16 18-12-10 12-12 20",
  far: "36 41-6-13-13-10-16-4 0 0 23 0 16 12 6 16",
  beak: "M24 41l-8 3 8 2z",
  tail: "M60 44l39 4-23 4 17 12-37-12z",
  eye: [29, 40, 1.8],
  crown: [32, 35],
  breast: [38, 49, 7, 3],
};
/** As a bird hangs on the side of a nest, hovers or sits upright on a branch. */
export const PARROT: Family = {
  body: "35 20 2-8 7-4 8 2 5 7 4 10 5 13 2 12-6 8-9 0-9-6-6-10-3-11-1-7",
  belly: "8 13;40 32 6 12 8 10",
  cap: "0 4;50 15-8-2",
  mask: "35 18 6-5 8 3 0 9-8 5-6-4",
  wing: "50 26 9 8 7 16 7 18 0 0-13-12-9-14",
  lines: "M53 33l8 4M54 40l9 5M57 47l8 5M60 54l7 4",
  beak: "M36 15c-6 1-8 6-5 11 2-2 4-2 6-2z",
  tail: "M60 50l19 29-8 0-17-21z",
  eye: [43, 17, 2],
  legs: "M47 58l-3 7M56 60l-2 6",
  on: "branch",
  crown: [46, 8],
  breast: [44, 44, 5, 9],
};
