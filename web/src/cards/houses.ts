// What tells the four houses of court cards apart: colours, hair, crowns and beards.

import type { Suit } from "../gen/kernel/Suit";

export interface House {
  readonly robe: string;
  readonly dark: string;
  readonly trim: string;
  readonly skin: string;
  readonly hair: string;
  /** The ground of the card's picture. */
  readonly tint: string;
}

export const HOUSES: Record<Suit, House> = {
  s: { robe: "#2f3f86", dark: "#1f2a60", trim: "#d9553a", skin: "#edc09a", hair: "#2c2126", tint: "#e6e8f4" },
  h: { robe: "#b92f43", dark: "#861d31", trim: "#2f4a80", skin: "#f5d2b4", hair: "#96451f", tint: "#fbe6e2" },
  d: { robe: "#cf6f1f", dark: "#97490f", trim: "#1f6d6a", skin: "#8d5a3d", hair: "#1d1517", tint: "#fcecd6" },
  c: { robe: "#25724f", dark: "#155036", trim: "#7b3f7d", skin: "#cb9468", hair: "#4a3222", tint: "#e2f0e6" },
};

/** A queen's flower. */
export const BLOOM: Record<Suit, string> = { s: "#8ea0e6", h: "#f0788a", d: "#f7c04a", c: "#b487c4" };

export const CROWN_KING: Record<Suit, string> = {
  s: "M39.5 24 37.5 11.5 44 17.5 50 8.5 56 17.5 62.5 11.5 60.5 24z",
  h: "M39.5 24C38 18 36 15 36.5 11c3 .5 5 3 6.5 5.5C44 12 47 9 50 8c3 1 6 4 7 8.5 1.5-2.5 3.5-5 6.5-5.5.5 4-1.5 7-3 13z",
  d: "M39.5 24 38 12h5l.8 4h3.2l.8-7h4.4l.8 7h3.2l.8-4h5L60.5 24z",
  c: "M39.5 24C37 20 37 14 40 12.5c3-1 5 1 5 3.5 0-4 2-7.5 5-7.5s5 3.5 5 7.5c0-2.5 2-4.5 5-3.5 3 1.5 3 7.5.5 11.5z",
};

export const CROWN_QUEEN: Record<Suit, string> = {
  s: "M40.5 20.5C42 14 46 11 50 8.5c4 2.5 8 5.5 9.5 12-6-2.5-13-2.5-19 0z",
  h: "M40.5 20.5 39 13l5 3 2-5 4 4 4-4 2 5 5-3-1.5 7.5c-6-2.5-13-2.5-19 0z",
  d: "M39.5 21V12.5l4 3.5 3-5 3.5 4 3.5-4 3 5 4-3.5V21c-6-2-15-2-21 0z",
  c: "M40.5 20.5c-2-4 0-7 3-6.5.5-3.5 3.5-5 6.5-5s6 1.5 6.5 5c3-.5 5 2.5 3 6.5-6-2.5-13-2.5-19 0z",
};

export const BEARD: Record<Suit, string> = {
  s: "M40.3 31C40 44 45 54 50 56c5-2 10-12 9.7-25-1.2 4-3 5.2-5 5.4-3-1.2-6.4-1.2-9.4 0-2-.2-3.8-1.4-5-5.4z",
  h: "M40.3 30c-3 3-2.5 7-1 8.5-1 4 1.5 7 4 7.5 1.5 3 5 4.5 6.7 4.5s5.2-1.5 6.7-4.5c2.5-.5 5-3.5 4-7.5 1.5-1.5 2-5.5-1-8.5-1 4.5-3 6.2-5 6.4-3-1.2-6.4-1.2-9.4 0-2-.2-4-1.9-5-6.4z",
  d: "M40.3 31c-.3 9 1.7 15 4.7 21 1.5-2 3.5-3.5 5-6 1.5 2.5 3.5 4 5 6 3-6 5-12 4.7-21-1.2 4-3 5.2-5 5.4-3-1.2-6.4-1.2-9.4 0-2-.2-3.8-1.4-5-5.4z",
  c: "M40.3 31c-.8 8 .2 14 2.7 19h14c2.5-5 3.5-11 2.7-19-1.2 4-3 5.2-5 5.4-3-1.2-6.4-1.2-9.4 0-2-.2-3.8-1.4-5-5.4z",
};

/** A queen's hair, behind her shoulders and over her forehead. */
export const HAIR_BACK: Record<Suit, string> = {
  s: "M38 27c0-10 5-14 12-14s12 4 12 14c0 8 3 14 5 22-6 4-10 4-12 3H45c-2 1-6 1-12-3 2-8 5-14 5-22z",
  h: "M36 33c-3-3-2-8 1-9 0-6 5-11 13-11s13 5 13 11c3 1 4 6 1 9 3 3 2 8-1 10 1 4-1 7-5 8H42c-4-1-6-4-5-8-3-2-4-7-1-10z",
  d: "M37.5 30C37 17 42 12 50 12s13 5 12.5 18c0 8 0 14 1.5 20H36c1.5-6 1.5-12 1.5-20z",
  c: "M38.5 28c-1-9 4-15 11.5-15s12.5 6 11.5 15c1 6 4 8 3 13s-4 6-6 5H41.5c-2 1-5 0-6-5s2-7 3-13z",
};
export const HAIR_FRONT: Record<Suit, string> = {
  s: "M40.3 29C40 20 46 18.5 50 19c4-.5 10 1 9.7 10-2-5-5-7-9.7-7.5-4.7.5-7.7 2.5-9.7 7.5z",
  h: "M40 30c0-8 5-12 10-12s10 4 10 12c-2-1-3-4-4-6-3 2-9 2-12 0-1 2-2 5-4 6z",
  d: "M40 30c0-9 4-12 10-12s10 3 10 12l-3-7H43z",
  c: "M40 30c-1-8 4-12 10-12s11 4 10 12c-3-2-6-5-8-8-3 4-8 6-12 8z",
};

export const HAIR_JACK: Record<Suit, string> = {
  s: "M39 26c-1 8-2 13-3 18h8V26zM61 26c1 8 2 13 3 18h-8V26z",
  h: "M38.5 25c-2 5-2.5 11 .5 17l5-2V25zM61.5 25c2 5 2.5 11-.5 17l-5-2V25z",
  d: "M39.5 25c-1.5 3-1.5 7-.5 10l4 0V25zM60.5 25c1.5 3 1.5 7 .5 10l-4 0V25z",
  c: "M38.5 25c-1.5 8-3.5 12-5.5 16 4 2 8 2 11 0V25zM61.5 25c1.5 8 3.5 12 5.5 16-4 2-8 2-11 0V25z",
};
