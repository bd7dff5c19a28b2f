// The whole table in a few sentences, for the key N.

import { cardName } from "../../cards/playing";
import type { View } from "../../gen/casino/View";
import { makeText } from "../../lib/i18n.svelte";
import { buildLabel, sortHand } from "./present";
import { t } from "./text";

export const words = makeText({
  en: {
    turn: "It is {name}'s turn.",
    "turn.you": "It is your turn.",
    loose: "On the table: {cards}.",
    empty: "The table is empty.",
    pile: { one: "{name}: {hand} in hand, {n} captured, {card} on top.", other: "{name}: {hand} in hand, {n} captured, {card} on top." },
    nothing: "{name}: {hand} in hand, nothing captured.",
    last: "{name} captured last.",
    yours: "You hold {cards}.",
  },
  de: {
    turn: "{name} ist dran.",
    "turn.you": "Du bist dran.",
    loose: "Auf dem Tisch: {cards}.",
    empty: "Der Tisch ist leer.",
    pile: {
      one: "{name}: {hand} auf der Hand, {n} gefangen, oben {card}.",
      other: "{name}: {hand} auf der Hand, {n} gefangen, oben {card}.",
    },
    nothing: "{name}: {hand} auf der Hand, nichts gefangen.",
    last: "{name} hat zuletzt gefangen.",
    yours: "Du hast {cards}.",
  },
});

export function narrate(view: View, names: string[], you: number | null): string {
  const { open } = view;
  const name = (seat: number) => names[seat] ?? "";
  const lines: string[] = [];
  if (open.deals > 1) lines.push(`${t("deal", { n: open.deal, of: open.deals })}.`);
  if (open.phase === "turn") lines.push(open.turn === you ? words("turn.you") : words("turn", { name: name(open.turn) }));
  for (const build of open.builds) lines.push(`${buildLabel(build, view.dead.includes(build.id), you, names)}.`);
  if (open.loose.length > 0) lines.push(words("loose", { cards: sortHand(open.loose).map(cardName).join("; ") }));
  else if (open.builds.length === 0) lines.push(words("empty"));
  view.piles.forEach(({ count, top }, seat) => {
    const about = { name: name(seat), hand: view.counts[seat] ?? 0 };
    lines.push(top === null ? words("nothing", about) : words("pile", { ...about, n: count, card: cardName(top) }));
  });
  if (open.last_capturer !== null) lines.push(words("last", { name: name(open.last_capturer) }));
  const cards = sortHand(view.hand ?? []).map(cardName);
  if (cards.length > 0) lines.push(words("yours", { cards: cards.join("; ") }));
  return lines.join(" ");
}
