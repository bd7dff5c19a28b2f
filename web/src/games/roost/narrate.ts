// The whole table in a few sentences, for those who cannot look at it.

import type { View } from "../../gen/roost/View";
import { makeText } from "../../lib/i18n.svelte";
import { birdName, bonusName, goalName } from "./deck.svelte";
import { handOf, held, perchLabel, placeOf, pointWord } from "./present";
import { t } from "./text";
import { faceWord, HABITATS, habitatTitle, tokensWord } from "./things";

export const words = makeText({
  en: {
    setup: "Everyone is choosing what to keep.",
    round: { one: "Round {round} of 4, {n} turn left.", other: "Round {round} of 4, {n} turns left." },
    turn: "It is {name}'s turn.",
    "your-turn": "It is your turn.",
    goal: "Goal of this round: {goal}.",
    feeder: "In the feeder: {dice}.",
    tray: "In the tray: {birds}.",
    deck: { one: "{n} card in the deck.", other: "{n} cards in the deck." },
    player: "{name}: {points}; birds {birds}, cards in hand {cards}; {food}.",
    row: "{row}: {birds}.",
    "row-empty": "{row}: no birds.",
    food: "Your food: {food}.",
    hand: "You hold {birds}.",
    "hand-empty": "You hold no cards.",
    bonus: "Your bonus cards: {cards}.",
  },
  de: {
    setup: "Alle wählen, was sie behalten.",
    round: { one: "Runde {round} von 4, noch {n} Zug.", other: "Runde {round} von 4, noch {n} Züge." },
    turn: "{name} ist am Zug.",
    "your-turn": "Du bist am Zug.",
    goal: "Ziel dieser Runde: {goal}.",
    feeder: "Am Futterplatz: {dice}.",
    tray: "In der Auslage: {birds}.",
    deck: { one: "{n} Karte im Stapel.", other: "{n} Karten im Stapel." },
    player: "{name}: {points}; Vögel {birds}, Handkarten {cards}; {food}.",
    row: "{row}: {birds}.",
    "row-empty": "{row}: keine Vögel.",
    food: "Dein Futter: {food}.",
    hand: "Du hältst {birds}.",
    "hand-empty": "Du hältst keine Karten.",
    bonus: "Deine Bonuskarten: {cards}.",
  },
});

export function narrate(view: View, names: string[], you: number | null): string {
  const { open } = view;
  const lines: string[] = [];
  if (open.ending) lines.push(`${t("due.over")}.`);
  else if (open.round === 0) lines.push(words("setup"));
  else {
    lines.push(words("round", { round: open.round, n: open.turns[you ?? open.current] ?? 0 }));
    lines.push(open.current === you ? words("your-turn") : words("turn", { name: names[open.current] ?? "" }));
    const goal = view.goals[open.round - 1];
    if (goal) lines.push(words("goal", { goal: goalName(goal) }));
  }
  lines.push(words("feeder", { dice: open.feeder.map(faceWord).join(", ") }));
  const tray = open.tray.flatMap((card) => (card ? [birdName(card)] : []));
  if (tray.length > 0) lines.push(words("tray", { birds: tray.join(", ") }));
  lines.push(words("deck", { n: view.cards }));
  open.mats.forEach((mat, seat) => {
    if (seat === you) return;
    const birds = mat.rows.reduce((sum, row) => sum + row.length, 0);
    const points = pointWord(view.scores[seat]?.total ?? 0);
    lines.push(words("player", { name: names[seat] ?? "", points, birds, cards: held(view, seat), food: tokensWord(mat.tokens) }));
  });
  const own = you === null ? undefined : open.mats[you];
  if (own) {
    HABITATS.forEach((row, r) => {
      const birds = (own.rows[r] ?? []).map((perch, column) => perchLabel(perch, placeOf(row, column)));
      lines.push(
        birds.length === 0
          ? words("row-empty", { row: habitatTitle(row) })
          : words("row", { row: habitatTitle(row), birds: birds.join("; ") }),
      );
    });
    lines.push(words("food", { food: tokensWord(own.tokens) }));
    const hand = handOf(view, you);
    lines.push(hand.length === 0 ? words("hand-empty") : words("hand", { birds: hand.map(birdName).join(", ") }));
    const bonus = view.bonus[you!]?.kinds?.held ?? [];
    if (bonus.length > 0) lines.push(words("bonus", { cards: bonus.map(bonusName).join(", ") }));
  }
  return lines.join(" ");
}
