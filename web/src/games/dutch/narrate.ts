// The whole table in a few sentences, for those who cannot look at it.

import { cardName } from "../../cards/playing";
import type { View } from "../../gen/dutch/View";
import { makeText } from "../../lib/i18n.svelte";
import { collected, print } from "./present";
import { t } from "./text";

export const words = makeText({
  en: {
    turn: "It is {name}'s turn.",
    "your-turn": "It is your turn.",
    race: "{rank} can be matched now.",
    pile: { one: "{n} card to draw.", other: "{n} cards to draw." },
    top: "On top of the discards: {card}.",
    "no-top": "No discards.",
    called: "{name} has called Dutch.",
    hand: { one: "{name}: {n} card{collection}.", other: "{name}: {n} cards{collection}." },
    collection: ", collects {rank}, {n} of 4",
    yours: "Your places: {cards}.",
    hidden: "face down",
    blank: "empty",
    noted: "face down, you saw {card}",
    drawn: "You hold {card}, just drawn.",
  },
  de: {
    turn: "{name} ist am Zug.",
    "your-turn": "Du bist am Zug.",
    race: "{rank} kann jetzt dazugelegt werden.",
    pile: { one: "{n} Karte zum Ziehen.", other: "{n} Karten zum Ziehen." },
    top: "Oben auf der Ablage: {card}.",
    "no-top": "Die Ablage ist leer.",
    called: "{name} hat Dutch gerufen.",
    hand: { one: "{name}: {n} Karte{collection}.", other: "{name}: {n} Karten{collection}." },
    collection: ", sammelt {rank}, {n} von 4",
    yours: "Deine Plätze: {cards}.",
    hidden: "verdeckt",
    blank: "leer",
    noted: "verdeckt, du sahst {card}",
    drawn: "Du hältst {card}, eben gezogen.",
  },
});

export function narrate(view: View, names: string[], you: number | null): string {
  const { open, hands } = view;
  const name = (seat: number) => names[seat] ?? "";
  const over = open.phase === "deal_ended" || open.phase === "game_ended";
  const lines: string[] = [];
  if (over) lines.push(`${t("over.title")}.`);
  else lines.push(open.current === you ? words("your-turn") : words("turn", { name: name(open.current) }));
  if (open.window_rank) lines.push(words("race", { rank: print(open.window_rank) }));
  lines.push(view.top ? words("top", { card: cardName(view.top) }) : words("no-top"), words("pile", { n: view.pile }));
  if (open.caller !== null) lines.push(words("called", { name: name(open.caller) }));
  hands.forEach((hand, seat) => {
    const rank = open.ranks[seat];
    const collection = rank ? words("collection", { rank: print(rank), n: collected(hand) }) : "";
    lines.push(words("hand", { name: name(seat), n: hand.filter((slot) => slot !== null).length, collection }));
  });
  if (you !== null) {
    const cards = (hands[you] ?? []).map((slot) => {
      if (slot === null) return words("blank");
      if (slot.card) return cardName(slot.card);
      return slot.noted ? words("noted", { card: cardName(slot.noted) }) : words("hidden");
    });
    lines.push(words("yours", { cards: cards.join("; ") }));
    if (view.drawn && open.current === you) lines.push(words("drawn", { card: cardName(view.drawn) }));
  }
  return lines.join(" ");
}
