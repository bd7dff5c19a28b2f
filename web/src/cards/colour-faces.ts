// The faces of Eights in a box of 100 by 140: a cream border, paint, a weave of the colour's shape, one large shape and
// the number. Colourless cards have a wheel of all four.

import type { Color } from "../gen/eights/Color";
import type { Face } from "../gen/eights/Face";
import { type Attributes, bothEnds, circle, clipped, type Drawing, drawn, group, line, path, rect, type Shape } from "../look/shape";
import { printed } from "../look/glyph";
import { COLORS, look, SHAPES, SYMBOLS } from "./colour";

const shapeOf = (color: Color, x: number, y: number, size: number, fill: string, more: Attributes = {}): Shape =>
  path(SHAPES[color], fill, { transform: `translate(${x} ${y}) scale(${size / 24}) translate(-12 -12)`, ...more });

/** The shapes again, small and around a point, to weave cloth from in one path. */
const STITCH: Record<Color, (x: number, y: number) => string> = {
  red: (x, y) => `M${x} ${y - 3.5}l3 3.5-3 3.5-3-3.5z`,
  blue: (x, y) => `M${x - 3.2} ${y}a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z`,
  green: (x, y) => `M${x} ${y - 3.2}l3.5 6.2h-7z`,
  yellow: (x, y) => `M${x} ${y - 3.5}l1 2.4 2.5.2-1.8 1.7.5 2.5-2.2-1.3-2.2 1.3.5-2.5-1.8-1.7 2.5-.2z`,
};

function weave(color: Color): Shape {
  let d = "";
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 6; column++) d += STITCH[color](8 + column * 18 + (row % 2) * 9, 12 + row * 17);
  }
  return clipped(5, 5, 90, 130, [path(d, "var(--deep)", { opacity: 0.42 })]);
}

const GROUND: Drawing = [rect(0, 0, 100, 140, "var(--paper)", { rx: 9 }), rect(5, 5, 90, 130, "var(--paint)", { rx: 5.5 })];

const print = (text: string, x: number, y: number, size: number, longest: number): Shape =>
  printed(text, 900, x, y, size, text.length > 1 ? longest : null, "var(--print)");

const sign = (d: string, x: number, y: number, scale: number, width: number): Shape =>
  group(`translate(${x} ${y}) scale(${scale}) translate(-12 -12)`, [line(d, "var(--print)", width)]);

function painted(color: Color, text: string, symbol: string | undefined): Drawing {
  const low = color === "green";
  const corner = symbol ? sign(symbol, 18.5, 20, 0.82, 3.4) : print(text, 18, 29, 24, text.length > 2 ? 24 : 22);
  const long = text.length > 1;
  return [
    ...GROUND,
    weave(color),
    shapeOf(color, 50, low ? 66 : 70, low ? 92 : 84, "var(--deep)"),
    symbol ? sign(symbol, 50, 70, 1.9, 3.2) : print(text, 50, long ? 85 : 92, long ? 44 : 62, text.length > 2 ? 74 : 58),
    ...bothEnds([corner, shapeOf(color, 18, 41, 14, "var(--print)")]),
  ];
}

/** Quarters of the wheel, with the place of their shape. */
const QUARTERS: Record<Color, readonly [d: string, x: number, y: number]> = {
  red: ["M50 70 16 33Q50 8 84 33z", 50, 34],
  blue: ["M50 70 84 33Q106 70 84 107z", 82, 70],
  yellow: ["M50 70 84 107Q50 132 16 107z", 50, 106],
  green: ["M50 70 16 107Q-6 70 16 33z", 18, 70],
};
const WHEEL: Record<Color, readonly [paint: string, print: string]> = {
  red: ["#c4283c", "#fff"],
  blue: ["#2160bd", "#fff"],
  green: ["#1b7a43", "#fff"],
  yellow: ["#f3c32c", "#2b2200"],
};

function colourless(text: string, symbol: string | undefined, named: Color | null): Drawing {
  const quarters = COLORS.flatMap((color) => {
    const [d, x, y] = QUARTERS[color];
    const [paint, shown] = WHEEL[color];
    const opacity = named === null || named === color ? 1 : 0.22;
    return [
      path(d, paint, { stroke: "var(--paint)", "stroke-width": 2.5, opacity }),
      shapeOf(color, x, y, 13, shown, { opacity: 0.9 * opacity }),
    ];
  });
  const corner = symbol ? sign(symbol, 18.5, 20, 0.82, 3.4) : print(text, 18, 29, 22, text.length > 2 ? 25 : 21);
  return [
    ...GROUND,
    group("translate(50 70) scale(.84) translate(-50 -70)", quarters),
    circle(50, 70, 20, "var(--paint)"),
    symbol ? sign(symbol, 50, 70, 1.15, 2.6) : print(text, 50, text.length > 1 ? 79 : 84, text.length > 1 ? 24 : 40, 34),
    ...bothEnds([corner]),
    ...(named ? [rect(3.5, 3.5, 93, 133, "none", { rx: 7, stroke: WHEEL[named][0], "stroke-width": 7 })] : []),
  ];
}

/** Returns the drawing of a face; `named` is the colour that was called with a colourless one. */
export function colourFace(face: Face, named: Color | null): Drawing {
  return drawn(`${face} ${named ?? ""}`, () => {
    const { kind, color, print: text } = look(face);
    return color ? painted(color, text, SYMBOLS[kind]) : colourless(text, SYMBOLS[kind], named);
  });
}

export const COLOUR_BACK: Drawing = [
  rect(0, 0, 100, 140, "var(--paper)", { rx: 9 }),
  rect(5, 5, 90, 130, "#2b2440", { rx: 5.5 }),
  path("M50 18 83 70 50 122 17 70z", "none", { stroke: "#6b5f92", "stroke-width": 1.5 }),
  path("M50 28 76 70 50 112 24 70z", "#3a3156"),
  shapeOf("red", 37, 53, 20, "#e4606e"),
  shapeOf("blue", 63, 53, 20, "#6aa0ee"),
  shapeOf("green", 37, 87, 20, "#56b982"),
  shapeOf("yellow", 63, 87, 20, "#f3c32c"),
  path("M12 12h14L12 33zM88 12H74l14 21zM12 128h14L12 107zM88 128H74l14-21z", "#6b5f92"),
];
