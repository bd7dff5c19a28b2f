// How things are arranged and called. Presentation only: what may be done comes from the server's list.

import { cardLabel, cardName } from "../../cards/playing";
import type { Action } from "../../gen/dutch/Action";
import type { Open } from "../../gen/dutch/Open";
import type { Rank } from "../../gen/dutch/Rank";
import type { Slot } from "../../gen/dutch/Slot";
import type { View } from "../../gen/dutch/View";
import type { Fault } from "../../lib/api";
import { explain } from "../../lib/i18n.svelte";
import { placeOf } from "./choices";
import { t } from "./text";

/** The print on cards of a rank. */
export const print = (rank: Rank): string => (rank === "X" ? t("joker") : rank);

/** Seats as the viewer sees them, clockwise: the others first, the viewer last. */
export function others(count: number, you: number | null): number[] {
  const from = you === null ? 0 : you + 1;
  return Array.from({ length: you === null ? count : count - 1 }, (_, i) => (from + i) % count);
}

/**
 * The slots of a hand as they lie on the table: the collection is one stack, where its first card is. Places stay
 * in their order, and blanks are seen.
 */
export function heaps(hand: readonly (Slot | null)[]): number[][] {
  const first = hand.findIndex((slot) => slot?.collected);
  const stack = hand.flatMap((slot, i) => (slot?.collected ? [i] : []));
  return hand.flatMap((slot, i) => (i === first ? [stack] : slot?.collected ? [] : [[i]]));
}

/** How wide a hand lies, in cards: those of the stack show less than half of themselves. */
export const breadth = (hand: readonly (Slot | null)[]): number => heaps(hand).reduce((sum, heap) => sum + 1 + (heap.length - 1) * 0.45, 0);

export const collected = (hand: readonly (Slot | null)[]): number => hand.filter((slot) => slot?.collected).length;

/** "Ben, card 3, face down". */
export function slotLabel(name: string | null, slot: number, held: Slot | null): string {
  const n = slot + 1;
  const place = name === null ? t("place.own", { n }) : t("place", { name, n });
  if (held === null) return t("place.blank", { place });
  const card = held.card ?? held.noted;
  if (!card) return t("place.hidden", { place });
  const what = { place, card: cardLabel(card) };
  if (!held.card) return t("place.noted", what);
  return t(held.collected ? "place.collected" : "place.open", what);
}

/** Seats whose decision it is. */
export function dueSeats(open: Open): number[] {
  switch (open.phase) {
    case "initial_peek":
      return open.in_play.filter((seat) => !open.confirmed.includes(seat));
    case "drawing_card":
    case "playing_card":
      return [open.current];
    case "queen_peek":
    case "peeking":
    case "jack_swap":
      return open.powers.slice(0, 1).map(({ seat }) => seat);
    case "deal_ended":
      return open.in_play.filter((seat) => !open.ready.includes(seat));
    default:
      return [];
  }
}

/** What a person may have meant who taps a card that cannot be chosen: the server says why not. */
export function meant(at: string, view: View, you: number): Action {
  const { seat, slot } = placeOf(at);
  const { phase } = view.open;
  if (phase === "jack_swap") return { swap: { a: { seat, slot }, b: { seat, slot } } };
  if (seat !== you || phase === "queen_peek" || phase === "peeking") return { peek_card: { seat, slot } };
  if (phase === "initial_peek") return { peek: { slot } };
  return phase === "same_rank_window" ? { match: { slot } } : { play: { slot } };
}

/** Why something was refused, in words. */
export function why(fault: Fault, names: string[]): string {
  const detail: Record<string, unknown> = { ...fault.detail };
  if (typeof detail.caller === "number") detail.caller = names[detail.caller] ?? "";
  if (typeof detail.rank === "string") detail.rank = print(detail.rank as Rank);
  if (typeof detail.top === "string") detail.top = cardName(detail.top);
  return explain({ code: fault.code, detail }, t);
}
