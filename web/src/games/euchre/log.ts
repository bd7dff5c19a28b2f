// One event as a line of the log.

import { cardName, suitName } from "../../cards/playing";
import type { Event } from "../../gen/euchre/Event";
import { t } from "./text";

/** A sentence, or `null` for what another line says already. */
export function describe(event: Event, names: string[], _frame?: unknown): string | null {
  const name = (seat: number) => names[seat] ?? "?";
  const side = (side: number) => t("pair", { a: name(side), b: name(side + 2) });
  if (event === "turned_down") return t("log.turned_down");
  if (event === "redeal") return t("log.redeal");
  if (typeof event === "string") return null;
  if ("dealt" in event) {
    const { dealer, up_card } = event.dealt;
    return t("log.dealt", { name: name(dealer), card: cardName(up_card) });
  }
  if ("passed" in event) return t("log.passed", { name: name(event.passed.seat) });
  if ("ordered" in event) {
    const { seat, alone } = event.ordered;
    return t(alone ? "log.ordered-alone" : "log.ordered", { name: name(seat) });
  }
  if ("picked_up" in event) return t("log.picked_up", { name: name(event.picked_up.dealer) });
  if ("discarded" in event) return t("log.discarded", { name: name(event.discarded.dealer) });
  if ("named" in event) {
    const { seat, suit, alone } = event.named;
    return t(alone ? "log.named-alone" : "log.named", { name: name(seat), suit: suitName(suit) });
  }
  if ("alone" in event) return t(event.alone.yes ? "log.alone" : "log.together", { name: name(event.alone.seat) });
  if ("defends" in event) return event.defends.yes ? t("log.defends", { name: name(event.defends.seat) }) : null;
  if ("played" in event) return t("log.played", { name: name(event.played.seat), card: cardName(event.played.card) });
  if ("trick_won" in event) return t("log.trick_won", { name: name(event.trick_won.seat) });
  if ("timed_out" in event) return t("log.timed_out", { name: name(event.timed_out.seat) });
  if ("scored" in event) {
    const { side: which, points, reason } = event.scored;
    return t(`log.${reason}`, { side: side(which), n: points });
  }
  if ("ended" in event) {
    const { winner, score } = event.ended;
    return t("log.ended", { side: side(winner), a: score[winner] ?? 0, b: score[1 - winner] ?? 0 });
  }
  return null;
}
