// A result as people read it: best first.

import type { RoomView } from "../gen/protocol/RoomView";

export interface Standing {
  seat: number;
  place: number;
  points: number;
}

/** People who came in at the same place with the same points: a partnership, or one player. */
export interface Side {
  place: number;
  points: number;
  seats: number[];
}

export function standings(outcome: NonNullable<RoomView["outcome"]>): Standing[] {
  return outcome.places
    .map((place, seat) => ({ seat, place, points: outcome.points[seat] ?? 0 }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** The seats that came first; more than one where a side wins. */
export const winners = (list: Standing[]): number[] => {
  const best = Math.min(...list.map(({ place }) => place));
  return list.filter(({ place }) => place === best).map(({ seat }) => seat);
};

/** Two sides against each other, the winners first; `null` if there are more, or if nobody won. */
export function duel(list: Standing[]): [Side, Side] | null {
  const sides: Side[] = [];
  for (const { seat, place, points } of list) {
    const known = sides.find((side) => side.place === place);
    if (!known) sides.push({ place, points, seats: [seat] });
    else if (known.points === points) known.seats.push(seat);
    else return null;
  }
  const [first, second] = sides;
  return first && second && sides.length === 2 && first.seats.length === second.seats.length ? [first, second] : null;
}

/** How a seat did against the best of the others: its place, and the points between them. */
export function margin(list: Standing[], seat: number): { place: number; points: number; rival: number } | null {
  const own = list.find((one) => one.seat === seat);
  const rival = own && list.find(({ place }) => (own.place === 1 ? place > 1 : place === 1));
  return own && rival ? { place: own.place, points: Math.abs(own.points - rival.points), rival: rival.seat } : null;
}
