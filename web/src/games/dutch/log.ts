// One event as a line of the log. A card that only the viewer was shown is not named: to remember it is the game.

import { cardName, rankOf } from "../../cards/playing";
import type { Event } from "../../gen/dutch/Event";
import type { Rank } from "../../gen/dutch/Rank";
import { print } from "./present";
import { t } from "./text";

/** A sentence, or `null` for what another line says already. */
export function describe(event: Event, names: string[], _frame?: unknown): string | null {
  if (typeof event === "string") return null;
  const name = (seat: number) => names[seat] ?? "?";
  if ("dealt" in event) {
    const { deal, first, top } = event.dealt;
    return t("log.dealt", { n: deal, card: cardName(top), name: name(first) });
  }
  if ("peeked" in event) return t("log.peeked", { name: name(event.peeked.seat), n: event.peeked.slot + 1 });
  if ("rank_set" in event) {
    const { seat, chosen } = event.rank_set;
    if (!chosen) return t("log.no-rank", { name: name(seat) });
    return t("log.rank", { name: name(seat), rank: print(rankOf(chosen.card) as Rank) });
  }
  if ("drew" in event) return t("log.drew", { name: name(event.drew.seat) });
  if ("nothing_to_draw" in event) return t("log.nothing", { name: name(event.nothing_to_draw.seat) });
  if ("took" in event) return t("log.took", { name: name(event.took.seat), card: cardName(event.took.card) });
  if ("played" in event) return t("log.played", { name: name(event.played.seat), card: cardName(event.played.card) });
  if ("matched" in event) return t("log.matched", { name: name(event.matched.seat), card: cardName(event.matched.card) });
  if ("match_failed" in event) {
    const { seat, card, penalty } = event.match_failed;
    return t("log.failed", { name: name(seat), card: cardName(card), n: penalty });
  }
  if ("power_started" in event) {
    const { seat, card } = event.power_started;
    return t(rankOf(card) === "J" ? "log.power.J" : "log.power.Q", { name: name(seat) });
  }
  if ("looked" in event) {
    const { seat, at } = event.looked;
    if (seat === at.seat) return t("log.looked-own", { name: name(seat), n: at.slot + 1 });
    return t("log.looked", { name: name(seat), owner: name(at.seat), n: at.slot + 1 });
  }
  if ("swapped" in event) {
    const { seat } = event.swapped;
    // An own card comes first.
    const [a, b] = event.swapped.b.seat === seat ? [event.swapped.b, event.swapped.a] : [event.swapped.a, event.swapped.b];
    const cards = { name: name(seat), n: a.slot + 1, m: b.slot + 1 };
    if (b.seat === seat) return t("log.swapped-both", cards);
    if (a.seat === seat) return t("log.swapped-own", { ...cards, other: name(b.seat) });
    return t("log.swapped", { name: name(seat), owner: name(a.seat), n: a.slot + 1, other: name(b.seat), m: b.slot + 1 });
  }
  if ("power_forfeited" in event) return t("log.forfeited", { name: name(event.power_forfeited.seat) });
  if ("collected" in event) {
    return t("log.collected", { name: name(event.collected.seat), card: cardName(event.collected.card) });
  }
  if ("rank_lost" in event) return t("log.rank_lost", { name: name(event.rank_lost.seat) });
  if ("dutch_called" in event) return t("log.called", { name: name(event.dutch_called.seat) });
  if ("turn_missed" in event) {
    const { seat, kept } = event.turn_missed;
    return t(kept ? "log.missed-kept" : "log.missed", { name: name(seat) });
  }
  if ("reshuffled" in event) return t("log.reshuffled", { n: event.reshuffled.count });
  if ("seat_removed" in event) return t("log.removed", { name: name(event.seat_removed.seat) });
  if ("deal_ended" in event || "ended" in event) {
    const { ending } = "ended" in event ? event.ended : event.deal_ended;
    const won = ending.winners.map((seat) =>
      t("log.won", { name: name(seat), n: t("over.points", { n: ending.scores[seat]?.points ?? 0 }) }),
    );
    return [...won, ...("ended" in event ? [t("log.ended")] : [])].join(". ");
  }
  return null;
}
