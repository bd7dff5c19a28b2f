// An action in a few words, for hints and reasons.

import type { Action } from "../../gen/eights/Action";
import type { View } from "../../gen/eights/View";
import { makeText } from "../../lib/i18n.svelte";
import { t as words } from "./text";
import { cardName, colorName } from "./words";

export const t = makeText({
  en: {
    play: "Play {card}",
    color: "Play {card} and choose {color}",
    target: "Play {card} on {target}",
    both: "Play {card} on {target} and choose {color}",
    power: "Play {card}: {power}",
    draw: "Draw",
    pass: "Keep the card",
    ready: "Continue",
  },
  de: {
    play: "{card} spielen",
    color: "{card} spielen und {color} wünschen",
    target: "{card} gegen {target} spielen",
    both: "{card} gegen {target} spielen und {color} wünschen",
    power: "{card} spielen: {power}",
    draw: "Ziehen",
    pass: "Karte behalten",
    ready: "Weiter",
  },
});

export function describeAction(action: Action, view: View, names: string[]): string {
  if (typeof action === "string") return t(action);
  const { card: id, color, target, power } = action.play;
  const held = (view.seat === null ? null : view.hands[view.seat])?.find((card) => card.id === id);
  const card = held ? cardName(held.face) : "";
  const who = target == null ? "" : (names[target] ?? "");
  if (power) return t("power", { card, power: words.maybe(`power.${power}`) ?? power });
  if (color) return t(target == null ? "color" : "both", { card, color: colorName(color), target: who });
  return target == null ? t("play", { card }) : t("target", { card, target: who });
}

export const cardText = (name: string): string => name;
