// A move in a few words, for hints and reasons.

import { cardName } from "../../cards/playing";
import type { Action } from "../../gen/casino/Action";
import type { View } from "../../gen/casino/View";
import { makeText } from "../../lib/i18n.svelte";
import { read } from "./draft";
import { label } from "./present";

export const t = makeText({
  en: {
    move: "{label}: {card}",
    with: "{label}: {card} with {others}",
    shiya: "Call shiya",
    ready: "Continue",
  },
  de: {
    move: "{label}: {card}",
    with: "{label}: {card} mit {others}",
    shiya: "Shiya rufen",
    ready: "Weiter",
  },
});

export function describeAction(action: Action, view: View): string {
  if (typeof action === "string") return t(action);
  const [, { card, loose = [], tops = [] }] = read(action);
  const others = [...loose, ...tops.map((top) => top.card)].map(cardName).join("; ");
  const what = { label: label(action, view.open), card: cardName(card) };
  return others ? t("with", { ...what, others }) : t("move", what);
}

export const cardText = cardName;
