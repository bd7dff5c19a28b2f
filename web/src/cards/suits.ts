// The four suits as shapes of our own, in a box of 100 by 100: no font has to know them. They differ in
// outline, not only in colour.

import type { Suit } from "../gen/kernel/Suit";

export const SHAPE: Record<Suit, string> = {
  c: "M50 6a20 20 0 0 0-15.4 32.8A20 20 0 1 0 44.6 71C43.4 80.4 39.5 88.4 32 95h36c-7.5-6.6-11.4-14.6-12.6-24a20 20 0 1 0 10-32.2A20 20 0 0 0 50 6z",
  d: "M50 3c9.5 18 22.5 33.5 37 47-14.5 13.5-27.5 29-37 47-9.5-18-22.5-33.5-37-47C27.5 36.5 40.5 21 50 3z",
  h: "M50 94C40.5 75.5 7 55.5 7 31 7 8 37 .5 50 24.5 63 .5 93 8 93 31c0 24.5-33.5 44.5-43 63z",
  s: "M50 4C40.5 26 8 40.5 8 63.5c0 21.5 26.5 25.5 36.5 10C43.4 82 40 89.6 33 96h34c-7-6.4-10.4-14-11.5-22.5 10 15.5 36.5 11.5 36.5-10C92 40.5 59.5 26 50 4z",
};
