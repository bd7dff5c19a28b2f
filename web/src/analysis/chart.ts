// The lines of the chart: what each side thought of its chances.

import type { Analysis } from "../gen/analysis/Analysis";

export interface Point {
  frame: number;
  chance: number;
}
export interface Line {
  /** The side's number. */
  side: number;
  /** The seats that play for it. */
  seats: number[];
  points: Point[];
}

/** One line a side. Its points are its own decisions and the result: estimates of other sides are not shown. */
export function lines({ sides, reviews, won }: Analysis, last: number): Line[] {
  const all: Line[] = [...new Set(sides)].sort((a, b) => a - b).map((side) => ({ side, seats: [], points: [] }));
  const of = (seat: number) => all.find(({ side }) => side === sides[seat])!;
  sides.forEach((_, seat) => of(seat).seats.push(seat));
  for (const { seat, frame, chance } of reviews) of(seat).points.push({ frame, chance });
  if (won) for (const line of all) line.points.push({ frame: last, chance: Math.max(...line.seats.map((seat) => won[seat] ?? 0)) });
  return all.filter(({ points }) => points.length > 0);
}

/** The point nearest to a place on the chart, both from 0 to 1. */
export function nearest(all: Line[], last: number, x: number, y: number): Point | null {
  const distance = ({ frame, chance }: Point) => Math.abs(frame / Math.max(1, last) - x) * 3 + Math.abs(chance - y);
  const points = all.flatMap(({ points }) => points);
  return points.reduce<Point | null>((best, point) => (best && distance(best) <= distance(point) ? best : point), null);
}
