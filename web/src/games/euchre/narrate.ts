// The whole table in a few sentences, for those who cannot look at it.

import { cardName, suitName } from "../../cards/playing";
import type { View } from "../../gen/euchre/View";
import { makeText } from "../../lib/i18n.svelte";
import { trumpName, callsBySeat, callText, sideOf, sortHand } from "./present";
import { t } from "./text";

export const words = makeText({
  en: {
    deals: "{name} deals.",
    up: "Turned up: {card}.",
    call: "{name}: {call}.",
    score: "{side}: {n} points, {tricks} tricks.",
    played: "{name} played {card}.",
    out: "{name} sits out.",
    yours: "You hold {cards}.",
  },
  de: {
    deals: "{name} gibt.",
    up: "Aufgedeckt: {card}.",
    call: "{name}: {call}.",
    score: "{side}: {n} Punkte, {tricks} Stiche.",
    played: "{name} hat {card} gespielt.",
    out: "{name} setzt aus.",
    yours: "Du hast {cards}.",
  },
});

export function narrate(view: View, names: string[], you: number | null): string {
  const { open, hand } = view;
  const name = (seat: number) => names[seat] ?? "";
  const lines = [words("deals", { name: name(open.dealer) })];
  if (open.trump && open.maker !== null) {
    lines.push(`${t("trump-by", { suit: suitName(open.trump), name: name(open.maker) })}.`);
  } else {
    if (open.up_card) lines.push(words("up", { card: cardName(open.up_card) }));
    callsBySeat(open).forEach((call, seat) => {
      if (call) lines.push(words("call", { name: name(seat), call: callText(call, seat, open) }));
    });
  }
  for (const seat of open.sitting_out) lines.push(words("out", { name: name(seat) }));
  const { trick } = open;
  if (trick) {
    for (let i = 0; i < 4; i++) {
      const seat = (trick.leader + i) % 4;
      const card = trick.cards[seat];
      if (card) lines.push(words("played", { name: name(seat), card: trumpName(card, open.trump) }));
    }
  }
  for (const side of [0, 1]) {
    const ours = you !== null && sideOf(you) === side;
    const called = you === null ? t("pair", { a: name(side), b: name(side + 2) }) : t(ours ? "us" : "them");
    lines.push(words("score", { side: called, n: open.score[side] ?? 0, tricks: open.tricks[side] ?? 0 }));
  }
  const cards = sortHand(hand ?? [], open.trump).map((card) => trumpName(card, open.trump));
  if (cards.length > 0) lines.push(words("yours", { cards: cards.join("; ") }));
  return lines.join(" ");
}
