// Court cards come when the first of them is shown; until then a card has its indices and one large pip.

import type { Suit } from "../gen/kernel/Suit";
import { type Drawing, drawn } from "../look/shape";

type Art = typeof import("./courts");

let art = $state.raw<Art | null>(null);
let loading: Promise<void> | null = null;

/** Fetches the drawings; a failed attempt is repeated with the next card. */
export function loadCourts(): Promise<void> {
  loading ??= import("./courts").then(
    (module) => void (art = module),
    () => void (loading = null),
  );
  return loading;
}

/** Returns the picture of a court card or joker, or null until it has come. */
export function courtPicture(rank: string, suit: Suit): Drawing | null {
  const made = art;
  if (!made) return null;
  if (rank === "X") return drawn(`X${suit}`, () => made.joker(suit === "h"));
  return drawn(rank + suit, () => made.court(rank as "J" | "Q" | "K", suit));
}
