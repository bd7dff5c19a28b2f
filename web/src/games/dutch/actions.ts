// An action in a few words, for hints and reasons.

import type { Action } from "../../gen/dutch/Action";
import type { View } from "../../gen/dutch/View";
import { cardName } from "../../cards/playing";
import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    peek: "Look at your card {n}",
    confirm_peek: "Stop looking",
    draw: "Draw from the pile",
    take: "Take {card} from the discards",
    drawn: "Play the card just drawn",
    play: "Play your card {n}",
    match: "Match with your card {n}",
    look: "Look at {name}'s card {n}",
    done_peeking: "Close the card",
    swap: "Swap {name}'s card {n} with {other}'s card {m}",
    "swap-own": "Swap your card {n} with {other}'s card {m}",
    "swap-both": "Swap your cards {n} and {m}",
    decline_power: "Skip",
    collect: "Collect {card}",
    call_dutch: "Call Dutch",
    ready: "Continue",
  },
  de: {
    peek: "Deine Karte {n} ansehen",
    confirm_peek: "Genug gesehen",
    draw: "Vom Stapel ziehen",
    take: "{card} von der Ablage nehmen",
    drawn: "Die gezogene Karte spielen",
    play: "Deine Karte {n} spielen",
    match: "Deine Karte {n} dazulegen",
    look: "Karte {n} von {name} ansehen",
    done_peeking: "Karte wieder zudecken",
    swap: "Karte {n} von {name} mit Karte {m} von {other} tauschen",
    "swap-own": "Deine Karte {n} mit Karte {m} von {other} tauschen",
    "swap-both": "Deine Karten {n} und {m} tauschen",
    decline_power: "Überspringen",
    collect: "{card} sammeln",
    call_dutch: "Dutch rufen",
    ready: "Weiter",
  },
});

export function describeAction(action: Action, view: View, names: string[]): string {
  const name = (seat: number) => names[seat] ?? "";
  if (typeof action === "string") return t(action);
  if ("peek" in action) return t("peek", { n: action.peek.slot + 1 });
  if ("draw" in action) return action.draw.from === "pile" ? t("draw") : t("take", { card: cardName(action.draw.card) });
  if ("play" in action) return action.play === "drawn" ? t("drawn") : t("play", { n: action.play.slot + 1 });
  if ("match" in action) return t("match", { n: action.match.slot + 1 });
  if ("collect" in action) return t("collect", { card: cardName(action.collect.card) });
  if ("peek_card" in action) {
    const { seat, slot } = action.peek_card;
    if (seat === view.seat) return t("peek", { n: slot + 1 });
    return t("look", { n: slot + 1, name: name(seat) });
  }
  // An own card comes first.
  const [a, b] = action.swap.b.seat === view.seat ? [action.swap.b, action.swap.a] : [action.swap.a, action.swap.b];
  if (b.seat === view.seat) return t("swap-both", { n: Math.min(a.slot, b.slot) + 1, m: Math.max(a.slot, b.slot) + 1 });
  if (a.seat === view.seat) return t("swap-own", { n: a.slot + 1, m: b.slot + 1, other: name(b.seat) });
  return t("swap", { n: a.slot + 1, name: name(a.seat), m: b.slot + 1, other: name(b.seat) });
}

export const cardText = cardName;
