// A result as people read it: best first.

import type { RoomView } from "../gen/protocol/RoomView";

export interface Standing {
  seat: number;
  place: number;
  points: number;
}

export function standings(outcome: NonNullable<RoomView["outcome"]>): Standing[] {
  return outcome.places
    .map((place, seat) => ({ seat, place, points: outcome.points[seat] ?? 0 }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** Whoever came first; more than one where a side wins. */
export const winners = (list: Standing[]): number[] => {
  const best = Math.min(...list.map(({ place }) => place));
  return list.filter(({ place }) => place === best).map(({ seat }) => seat);
};
