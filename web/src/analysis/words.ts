// What the numbers of an analysis are called.

import type { HiddenPlace } from "../gen/kernel/HiddenPlace";
import { percent } from "../lib/format";
import { t } from "./text";

const SEAT = /^seat (\d+)(?: slot (\d+))?$/;

/** A difference, to one place: small ones count. */
export const points = (share: number): string => percent(Math.abs(share), 1);

/** Twice the standard error: of twenty such statements one is further off. */
export const margin = (error: number): string => points(2 * error);

/** Where a hidden card is. */
export function placeName(name: string, names: string[]): string {
  const [, seat, slot] = SEAT.exec(name) ?? [];
  if (seat === undefined) return t.maybe(`place.${name}`) ?? name;
  const who = names[Number(seat)] ?? name;
  return slot === undefined ? who : t("place.slot", { name: who, n: Number(slot) + 1 });
}

/** What could not be seen: a hand is one place, however many slots it has. */
export function unseen(places: HiddenPlace[], names: string[]): string | null {
  const sizes = new Map<string, number>();
  for (const { name, size } of places) {
    const seat = SEAT.exec(name)?.[1];
    const place = placeName(seat === undefined ? name : `seat ${seat}`, names);
    sizes.set(place, (sizes.get(place) ?? 0) + size);
  }
  const n = places.reduce((sum, { size }) => sum + size, 0);
  if (n === 0) return null;
  return t("unseen-of", { n, places: [...sizes].map(([place, n]) => t("unseen-at", { place, n })).join(", ") });
}
