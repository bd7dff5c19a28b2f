// One event as a line of the log.

import { cardName } from "../../cards/playing";
import type { Event } from "../../gen/casino/Event";
import { sideName, withPoints } from "./present";
import { t } from "./text";

/** A sentence, or `null` for what another line says already. */
export function describe(event: Event, names: string[], _frame?: unknown): string | null {
  const name = (seat: number) => names[seat] ?? "?";
  // "deal_ended" has no line, and what a newer server sends is not known here.
  if (typeof event === "string") return null;
  if ("dealt" in event) {
    const { deal, dealer } = event.dealt;
    return deal === 1 ? t("log.dealt", { name: name(dealer) }) : t("log.dealt-again", { n: deal });
  }
  if ("trailed" in event) return t("log.trailed", { name: name(event.trailed.seat), card: cardName(event.trailed.card) });
  if ("captured" in event) {
    const { seat, card, total, points } = event.captured;
    const what = { name: name(seat), card: cardName(card) };
    const line = total === 0 ? t("log.captured-court", what) : t("log.captured", { ...what, n: total });
    return withPoints(line, points);
  }
  if ("built" in event) {
    const { seat, card, value } = event.built;
    return t("log.built", { name: name(seat), card: cardName(card), n: value });
  }
  if ("joined" in event) return t("log.joined");
  if ("added" in event) return t("log.added", { name: name(event.added.seat), card: cardName(event.added.card) });
  if ("raised" in event) {
    const { seat, card, value } = event.raised;
    return t("log.raised", { name: name(seat), card: cardName(card), n: value });
  }
  if ("set" in event) return t("log.set", { name: name(event.set.seat), n: event.set.count });
  if ("swept" in event) return t("log.swept", { name: name(event.swept.seat) });
  if ("shiya_open" in event) return t("log.shiya_open", { name: name(event.shiya_open.seat) });
  if ("shiya_called" in event) return t("log.shiya_called", { name: name(event.shiya_called.seat) });
  if ("timed_out" in event) return t("log.timed_out", { name: name(event.timed_out.seat) });
  if ("leftovers" in event) {
    const { to, cards, points } = event.leftovers;
    return to === null || cards.length === 0 ? null : withPoints(t("log.leftovers", { n: cards.length, name: name(to) }), points);
  }
  if ("seat_removed" in event) return t("log.seat_removed", { name: name(event.seat_removed.seat) });
  if ("counted" in event) {
    const lines = event.counted.tally.scores.map(({ seats, points }) => t("log.counted", { side: sideName(seats, names), n: points }));
    return lines.join(". ");
  }
  if ("ended" in event) {
    const { winners } = event.ended;
    return t(winners.length > 1 ? "log.ended-many" : "log.ended", { side: sideName(winners, names) });
  }
  return null;
}
