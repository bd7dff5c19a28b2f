// How a face of Eights looks: what is printed on it, and the drawings for it. Only looks, no rules.

import type { Color } from "../gen/eights/Color";
import type { Face } from "../gen/eights/Face";
import "./colour.css";

export const COLORS: readonly Color[] = ["red", "blue", "green", "yellow"];

export const KINDS = [
  "number",
  "plus2",
  "skip",
  "reverse",
  "plus20color",
  "nope",
  "swap",
  "pickswap",
  "rotate",
  "steal",
  "luckyhand",
  "godmode",
  "wild",
  "plus4",
  "plus20",
  "wildpickswap",
] as const;
export type Kind = (typeof KINDS)[number];

export interface Look {
  kind: Kind;
  color: Color | null;
  /** The printed letters; nothing where a symbol is drawn. */
  print: string;
}

/** Reads the notation `red 5`, `blue skip`, `wild`, `+4`, `red +20`. */
export function look(face: Face): Look {
  const space = face.indexOf(" ");
  const color = space < 0 ? null : (face.slice(0, space) as Color);
  const word = face.slice(space + 1);
  if (/^\d$/.test(word)) return { kind: "number", color, print: word };
  switch (word) {
    case "wild":
      return { kind: "wild", color, print: "8" };
    case "+2":
      return { kind: "plus2", color, print: word };
    case "+4":
      return { kind: "plus4", color, print: word };
    case "+20":
      return { kind: color ? "plus20color" : "plus20", color, print: word };
    default:
      return { kind: word as Kind, color, print: "" };
  }
}

/** For sorting a hand: by colour, colourless last, then numbers, then what the cards do. */
export function rank(face: Face): number {
  const { kind, color, print } = look(face);
  const group = color ? COLORS.indexOf(color) : COLORS.length;
  return group * 1000 + KINDS.indexOf(kind) * 10 + (kind === "number" ? Number(print) : 0);
}

/** Filled outlines, 24 by 24. */
export const SHAPES: Record<Color, string> = {
  red: "M12 1.5 21 12l-9 10.5L3 12z",
  blue: "M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19z",
  green: "M12 2.5 22.5 21h-21z",
  yellow: "M12 1.5l3.1 7 7.4.8-5.5 5 1.6 7.4L12 17.9l-6.6 3.8 1.6-7.4-5.5-5 7.4-.8z",
};

/** Lines, 24 by 24. */
export const SYMBOLS: Partial<Record<Kind, string>> = {
  skip: "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M5.7 5.7l12.6 12.6",
  reverse: "M6.5 20.5V9a5.5 5.5 0 0 1 11 0v9M13 14l4.5 4.5L22 14",
  nope: "M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM8.8 8.8l6.4 6.4M15.2 8.8l-6.4 6.4",
  swap: "M3 8h17l-4.5-4.5M21 16H4l4.5 4.5",
  pickswap: "M12 2a3 3 0 1 0 0 6a3 3 0 1 0 0-6M6.5 13.5a5.5 4 0 0 1 11 0M3 19h18M6 16l-3 3 3 3M18 16l3 3-3 3",
  rotate: "M20.5 12A8.5 8.5 0 0 1 5.5 17.5M3.5 12A8.5 8.5 0 0 1 18.5 6.5M19 2v5h-5M5 22v-5h5",
  steal: "M2 8.5c3-2 7-2 10 0c3-2 7-2 10 0c0 5.5-2 8.5-5 8.5c-2.2 0-3-2-5-2s-2.8 2-5 2c-3 0-5-3-5-8.5zM6.5 11.5h2.5M15 11.5h2.5",
  luckyhand:
    "M12 11.5C7 11 5 9 6 6.5C7 4 11 4 12 11.5C13 4 17 4 18 6.5C19 9 17 11 12 11.5C17 12 19 14 18 16.5C17 19 13 19 12 11.5C11 19 7 19 6 16.5C5 14 7 12 12 11.5M13 15c.5 3 1.5 5 3.5 7",
  godmode: "M2 14.5s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 12a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5M12 2v3M5 4l1.6 2.6M19 4l-1.6 2.6",
};
SYMBOLS.wildpickswap = SYMBOLS.pickswap;
