// The four suits as shapes of our own, in a box of 100 by 100: no font has to know them. They differ in
// outline, not only in colour.

import type { Suit } from "../gen/kernel/Suit";

export const SHAPE: Record<Suit, string> = {
  s: "M50 4C44 22 9 39 9 64c0 21 25 25 36 9-1 10-5 17-13 23h36c-8-6-12-13-13-23 11 16 36 12 36-9C91 39 56 22 50 4z",
  h: "M50 95C42 76 7 58 7 31 7 14 20 6 32 6c9 0 16 6 18 16C52 12 59 6 68 6c12 0 25 8 25 25 0 27-35 45-43 64z",
  d: "M50 3c9 18 21 34 36 47-15 13-27 29-36 47-9-18-21-34-36-47C29 37 41 21 50 3z",
  c: "M50 5a21 21 0 0 1 17 33.5 21 21 0 1 1-12 34C56 84 60 91 68 96H32c8-5 12-12 13-23.5a21 21 0 1 1-12-34A21 21 0 0 1 50 5z",
};
