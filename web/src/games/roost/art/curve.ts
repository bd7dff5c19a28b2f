// Smooth closed curves through a few points. A bird's outline is such a curve; belly and cap follow part of it, so that they
// end exactly where the bird does.

export type Point = readonly [x: number, y: number];

const number = (value: number): string => String(Math.round(value * 10) / 10);
const at = ([x, y]: Point): string => `${number(x)} ${number(y)}`;

/** Reads "x y dx dy …": the first point, and the way to each next one. */
export function points(text: string): Point[] {
  const list: Point[] = [];
  const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number);
  for (let i = 0; i < numbers.length; i += 2) {
    const [x, y] = list.at(-1) ?? [0, 0];
    list.push([x + numbers[i]!, y + numbers[i + 1]!]);
  }
  return list;
}

const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];
/** A share of the way between the neighbours of a point, from that point on. */
const along = (from: Point, before: Point, after: Point, share: number): Point => [
  from[0] + (after[0] - before[0]) * share,
  from[1] + (after[1] - before[1]) * share,
];
/** From `b` to `c` on a curve that comes from `a` and goes on to `d` (Catmull-Rom). */
const segment = (a: Point, b: Point, c: Point, d: Point): string =>
  same(b, c) ? "" : `C${at(along(b, a, c, 1 / 6))} ${at(along(c, b, d, -1 / 6))} ${at(c)}`;

/** A closed curve through all points. A point that is there twice is a corner. */
export function closed(list: readonly Point[]): string {
  const get = (i: number) => list[(i + list.length) % list.length]!;
  return `M${at(get(0))}${list.map((_, i) => segment(get(i - 1), get(i), get(i + 1), get(i + 2))).join("")}z`;
}

/** The part of a closed curve between two of its points, and back to the first through points inside of it. */
export function part(outline: readonly Point[], from: number, to: number, inside: readonly Point[]): string {
  const get = (i: number) => outline[(i + outline.length) % outline.length]!;
  let d = `M${at(get(from))}`;
  for (let i = from; i < to; i += 1) d += segment(get(i - 1), get(i), get(i + 1), get(i + 2));
  const way = [get(to), ...inside, get(from)];
  way.slice(1).forEach((next, i) => (d += segment(way[i - 1] ?? way[i]!, way[i]!, next, way[i + 2] ?? next)));
  return `${d}z`;
}

/** A part of a family: a path, a closed curve, or "from to; x y dx dy …" along the outline. */
export function shaped(text: string, outline: readonly Point[]): string {
  if (text.startsWith("M")) return text;
  const [ends, inside] = text.split(";");
  if (inside === undefined) return closed(points(text));
  const [from, to] = ends!.split(" ").map(Number);
  return part(outline, from!, to!, points(inside));
}
