// An action in a few words, for hints and reasons.

import { cardName, suitName } from "../../cards/playing";
import type { Action } from "../../gen/euchre/Action";
import type { View } from "../../gen/euchre/View";
import { makeText } from "../../lib/i18n.svelte";
import { trumpName } from "./present";

export const t = makeText({
  en: {
    pass: "Pass",
    order: "Order up",
    name: "Name {suit}",
    discard: "Discard {card}",
    play: "Play {card}",
    alone: "Go alone",
    together: "Play with your partner",
    defend: "Defend alone",
    "not-alone": "Defend together",
    ready: "Continue",
    and: "{call}, alone",
  },
  de: {
    pass: "Passen",
    order: "Aufnehmen lassen",
    name: "{suit} bestimmen",
    discard: "{card} ablegen",
    play: "{card} spielen",
    alone: "Allein spielen",
    together: "Mit dem Partner spielen",
    defend: "Allein verteidigen",
    "not-alone": "Gemeinsam verteidigen",
    ready: "Weiter",
    and: "{call}, allein",
  },
});

export function describeAction(action: Action, view: View): string {
  const card = (card: string) => trumpName(card, view.open.trump);
  if (typeof action === "string") return t(action);
  if ("order" in action) return action.order.alone ? t("and", { call: t("order") }) : t("order");
  if ("name" in action) {
    const call = t("name", { suit: suitName(action.name.suit) });
    return action.name.alone ? t("and", { call }) : call;
  }
  if ("discard" in action) return t("discard", { card: card(action.discard.card) });
  if ("play" in action) return t("play", { card: card(action.play.card) });
  if ("alone" in action) return t(action.alone.yes ? "alone" : "together");
  return t(action.defend.yes ? "defend" : "not-alone");
}

export const cardText = cardName;
