// How things are arranged and called. Presentation only: what may be done comes from the server's list.

import { cardName, cardLabel as printedLabel, rankOf, suitOf, suitName, suitWord } from "../../cards/playing";
import type { Action } from "../../gen/euchre/Action";
import type { Call } from "../../gen/euchre/Call";
import type { Open } from "../../gen/euchre/Open";
import type { View } from "../../gen/euchre/View";
import type { Suit } from "../../gen/kernel/Suit";
import type { Fault } from "../../lib/api";
import { explain } from "../../lib/i18n.svelte";
import { t } from "./text";

/** Places round the table as the viewer sees it, clockwise from the bottom. */
export const PLACES = ["bottom", "left", "top", "right"] as const;
export type Place = (typeof PLACES)[number];

/** Where a seat is seen; spectators look from seat 0. */
export const placeOf = (seat: number, you: number | null): Place => PLACES[(seat - (you ?? 0) + 4) % 4]!;

export const partnerOf = (seat: number): number => (seat + 2) % 4;
export const sideOf = (seat: number): 0 | 1 => (seat % 2) as 0 | 1;

const SAME_COLOUR: Record<Suit, Suit> = { c: "s", s: "c", d: "h", h: "d" };
/** Trump first, and colours in turn, so that neighbours are easy to tell apart. */
const ORDER: Record<Suit, Suit[]> = {
  s: ["s", "h", "c", "d"],
  c: ["c", "h", "s", "d"],
  h: ["h", "s", "d", "c"],
  d: ["d", "s", "h", "c"],
};
const RANKS = ["9", "10", "J", "Q", "K", "A"];

export type Bower = "left" | "right";
export function bowerOf(card: string, trump: Suit | null): Bower | null {
  if (trump === null || rankOf(card) !== "J") return null;
  if (suitOf(card) === trump) return "right";
  return suitOf(card) === SAME_COLOUR[trump] ? "left" : null;
}

/** The suit a card is shown among. */
export const shownSuit = (card: string, trump: Suit | null): Suit => (bowerOf(card, trump) === "left" ? trump! : suitOf(card));

/** The suit to draw on a card that counts as another than is printed. */
export const countsAs = (card: string, trump: Suit | null): Suit | null => (bowerOf(card, trump) === "left" ? trump : null);

/** A hand as one holds it: suit by suit, trumps first, high cards first, bowers on top. */
export function sortHand(cards: readonly string[], trump: Suit | null): string[] {
  const order = ORDER[trump ?? "s"];
  const height = (card: string) => {
    const bower = bowerOf(card, trump);
    return bower ? (bower === "right" ? 8 : 7) : RANKS.indexOf(rankOf(card));
  };
  const suit = (card: string) => order.indexOf(shownSuit(card, trump));
  return [...cards].sort((a, b) => suit(a) - suit(b) || height(b) - height(a));
}

const withBower = (name: string, bower: Bower | null): string => (bower ? t(bower, { card: name }) : name);

/** A card within a sentence: "Jack of diamonds, left bower". */
export const trumpName = (card: string, trump: Suit | null): string => withBower(cardName(card), bowerOf(card, trump));

/** The label of a card on the screen: "J, Jack of diamonds, left bower". */
export function cardLabel(card: string, trump: Suit | null): string {
  return withBower(printedLabel(card), bowerOf(card, trump));
}

/** What each seat has said last in this calling. */
export function callsBySeat(open: Open): (Call | null)[] {
  const said: (Call | null)[] = [null, null, null, null];
  open.calls.forEach((call, i) => (said[(open.dealer + 1 + i) % 4] = call));
  return said;
}

/** A call in words, as it was said at that seat. */
export function callText(call: Call, seat: number, open: Open): string {
  const text =
    call === "pass" ? t("call.pass") : call === "order" ? t(seat === open.dealer ? "call.pick" : "call.order") : suitName(call.name);
  return call !== "pass" && open.alone && open.maker === seat ? t("call.with-alone", { call: text }) : text;
}

/** Which cards of the hand may be played or put away now. */
export function legalCards(legal: Action[]): Set<string> {
  const cards = new Set<string>();
  for (const action of legal) {
    if (typeof action === "string") continue;
    if ("play" in action) cards.add(action.play.card);
    if ("discard" in action) cards.add(action.discard.card);
  }
  return cards;
}

/** What a person means who picks a card now. */
export const withCard = (card: string, view: View): Action => (view.open.phase === "discard" ? { discard: { card } } : { play: { card } });

/** Seats whose decision it is. */
export function dueSeats(open: Open): number[] {
  if (open.phase === "deal_over") return [0, 1, 2, 3].filter((seat) => !open.ready.includes(seat));
  return ["bid1", "bid2", "discard", "alone_choice", "defend_choice", "trick"].includes(open.phase) ? [open.turn] : [];
}

/** What the table waits for, in words; `mine`: the viewer decides. */
export function dueText(view: View, mine: boolean, legal: Action[], names: string[], you: number | null): string {
  const { phase, up_card, turn, trick, sitting_out } = view.open;
  const name = names[turn] ?? "";
  if (phase === "trick") {
    const leads = trick?.cards.every((card) => card === null) ?? false;
    if (mine) return t(leads ? "due.lead" : "due.play");
    if (you !== null && sitting_out.includes(you)) {
      const alone = view.open.lone_defender;
      return t("due.out", { name: names[alone !== null && sideOf(alone) === sideOf(you) ? alone : partnerOf(you)] ?? "" });
    }
    return t(leads ? "due.lead.other" : "due.play.other", { name });
  }
  if (phase === "bid2" && mine && !legal.includes("pass")) return t("due.stuck");
  const suit = up_card ? suitWord(suitOf(up_card)) : "";
  return t.maybe(`due.${phase}${mine ? "" : ".other"}`, { name, suit }) ?? t("due.deal");
}

/** Why something was refused, in words. */
export function why(fault: Fault, hand: readonly string[], trump: Suit | null): string {
  const detail: Record<string, unknown> = { ...fault.detail };
  for (const key of ["led", "suit"]) {
    if (typeof detail[key] === "string") detail[key] = suitWord(detail[key] as Suit);
  }
  if (typeof detail.card === "string") detail.card = cardName(detail.card);
  // The answer for those who wonder why their jack of another suit is the only card that is lit.
  const bower = fault.code === "must_follow" && fault.detail.led === trump && hand.some((card) => bowerOf(card, trump) === "left");
  const special = bower ? "bower" : typeof detail.phase === "string" ? detail.phase : null;
  const text = special && t.maybe(`error.${fault.code}.${special}`, detail as Record<string, string>);
  return text || explain({ code: fault.code, detail }, t);
}
