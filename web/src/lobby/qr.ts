// The invitation as a picture, in a chunk of its own: most tables never show it.

import { encode } from "uqr";

export interface Drawing {
  size: number;
  /** All dark squares as one path of an SVG. */
  path: string;
}

export function draw(text: string): Drawing {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
