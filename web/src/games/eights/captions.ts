// What the table says about an event while it happens. Shorter than the log, and about the viewer where
// the viewer is concerned.

import type { Event } from "../../gen/eights/Event";
import { describe } from "./log";
import { t } from "./text";
import { cardName } from "./words";

export function caption(event: Event, names: string[], you: number | null): string | null {
  if (you !== null && typeof event === "object") {
    const own = aboutYou(event, names, you);
    if (own !== undefined) return own;
  }
  return describe(event, names);
}

/** `undefined`: it is not about the viewer; `null`: the viewer knows, having done it. */
function aboutYou(event: Exclude<Event, string>, names: string[], you: number): string | null | undefined {
  const name = (seat: number) => names[seat] ?? "";
  if ("started" in event && event.started.seat === you) return t("you.begin");
  if ("played" in event && event.played.seat === you) return null;
  if ("passed" in event && event.passed.seat === you) return null;
  if ("ready" in event) return null;
  if ("drew" in event && event.drew.seat === you) {
    const { cards, count, forced } = event.drew;
    const [card] = cards ?? [];
    // A player who draws one card reads its name; a stack has too many cards to name.
    if (card && count === 1 && !forced) return t("you.drew-card", { card: cardName(card.face) });
    return t(forced ? "you.took" : "you.drew", { n: count });
  }
  if ("skipped" in event && event.skipped.seats.includes(you)) return t("you.skipped");
  if ("swapped" in event) {
    const { a, b } = event.swapped;
    if (a === you || b === you) return t("you.swapped", { name: name(a === you ? b : a) });
  }
  if ("stole" in event && event.stole.card) {
    const { thief, victim, card } = event.stole;
    if (thief === you) return t("you.stole", { victim: name(victim), card: cardName(card.face) });
    if (victim === you) return t("you.robbed", { name: name(thief), card: cardName(card.face) });
  }
  if ("lucky" in event && event.lucky.seat === you) return t("you.lucky");
  if ("timed_out" in event && event.timed_out.seat === you) return t("you.timed_out");
  if ("mercy" in event && event.mercy.seat === you) return t("you.mercy");
  if ("round_ended" in event && only(event.round_ended.result.winners, you)) {
    return t("you.round-won", { points: event.round_ended.result.gained });
  }
  if ("ended" in event && only(event.ended.result.winners, you)) return t("you.won");
  return undefined;
}

const only = (winners: number[], you: number) => winners.length === 1 && winners[0] === you;
