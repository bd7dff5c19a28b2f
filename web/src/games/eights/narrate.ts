// The whole table in a few sentences, for those who cannot look at it.

import { rank } from "../../cards/colour";
import type { View } from "../../gen/eights/View";
import { makeText } from "../../lib/i18n.svelte";
import { clockwise } from "./log";
import { t } from "./text";
import { cardName, colorName } from "./words";

export const words = makeText({
  en: {
    stack: { one: "{n} card is on the stack.", other: "{n} cards are on the stack." },
    holds: { one: "{name}: {n} card.", other: "{name}: {n} cards." },
    yours: "You hold {cards}.",
  },
  de: {
    stack: { one: "{n} Karte liegt auf dem Stapel.", other: "{n} Karten liegen auf dem Stapel." },
    holds: { one: "{name}: {n} Karte.", other: "{name}: {n} Karten." },
    yours: "Du hast {cards}.",
  },
});

export function narrate(view: View, names: string[], you: number | null): string {
  const { open, counts, hands } = view;
  const lines: string[] = [];
  if (open.top !== null) {
    lines.push(`${t("top-card", { card: cardName(open.top) })}.`, `${t("active-color", { color: colorName(open.color) })}.`);
  }
  if (open.stack > 0) lines.push(words("stack", { n: open.stack }));
  lines.push(`${t(clockwise(open.dir) ? "clockwise" : "counterclockwise")}.`);
  for (const seat of open.in_play) {
    if (seat !== you) lines.push(words("holds", { name: names[seat] ?? "", n: counts[seat] ?? 0 }));
  }
  const own = (you === null ? null : hands[you]) ?? [];
  const cards = own.toSorted((a, b) => rank(a.face) - rank(b.face)).map(({ face }) => cardName(face));
  if (cards.length > 0) lines.push(words("yours", { cards: cards.join("; ") }));
  return lines.join(" ");
}
