// An action in a few words, for hints and reasons.

import type { Action } from "../../gen/roost/Action";
import type { View } from "../../gen/roost/View";
import { makeText } from "../../lib/i18n.svelte";
import { birdName, bonusName } from "./deck.svelte";
import { perchAt, placeWord } from "./present";
import { foodWord, t as things, tokensWord } from "./things";

export const t = makeText({
  en: {
    setup: "Keep {birds}; {foods}; {bonus}",
    "setup.no-birds": "no birds",
    "setup.no-bonus": "no bonus card",
    play: "Play {bird} {where}",
    gain_food: "Gain food",
    lay_eggs: "Lay eggs",
    draw_cards: "Draw cards",
    pay_egg: "Pay an egg from {bird}",
    pay_food: "Pay {tokens}",
    back: "Take the bird back",
    take: "Take {food}",
    cache: "Take {food} and cache it",
    reroll: "Reroll the dice",
    lay: "Lay an egg on {bird}",
    draw: "Draw from the deck",
    tray: "Take {bird} from the tray",
    trade: "Trade {what} for one more",
    egg: "an egg from {bird}",
    no_trade: "Don't trade",
    use: "Use the power",
    choose_food: "Gain {food}",
    tuck: "Tuck {bird}",
    discard: "Discard {bird}",
    keep_bonus: "Keep {bonus}",
    move: "Move {where}",
    repeat: "Repeat {bird}",
    skip: "Skip the power",
    ready: "Continue",
  },
  de: {
    setup: "{birds} behalten; {foods}; {bonus}",
    "setup.no-birds": "keine Vögel",
    "setup.no-bonus": "keine Bonuskarte",
    play: "{bird} {where} ausspielen",
    gain_food: "Futter holen",
    lay_eggs: "Eier legen",
    draw_cards: "Karten ziehen",
    pay_egg: "Ein Ei von {bird} bezahlen",
    pay_food: "{tokens} bezahlen",
    back: "Den Vogel zurücknehmen",
    take: "{food} nehmen",
    cache: "{food} nehmen und lagern",
    reroll: "Die Würfel neu werfen",
    lay: "Ein Ei auf {bird} legen",
    draw: "Vom Stapel ziehen",
    tray: "{bird} aus der Auslage nehmen",
    trade: "{what} gegen eins mehr tauschen",
    egg: "ein Ei von {bird}",
    no_trade: "Nicht tauschen",
    use: "Die Fähigkeit nutzen",
    choose_food: "{food} nehmen",
    tuck: "{bird} unterschieben",
    discard: "{bird} abwerfen",
    keep_bonus: "{bonus} behalten",
    move: "Umziehen: künftig {where}",
    repeat: "{bird} wiederholen",
    skip: "Die Fähigkeit überspringen",
    ready: "Weiter",
  },
});

export function describeAction(action: Action, view: View, _names: string[]): string {
  if (typeof action === "string") return t(action);
  const at = (place: string) => {
    const perch = perchAt(view.open.mats[view.prompt?.seats[0] ?? view.seat ?? 0], place);
    return perch ? birdName(perch.card) : placeWord(place);
  };
  if ("setup" in action) {
    const { birds, foods, bonus } = action.setup;
    return t("setup", {
      birds: birds.length === 0 ? t("setup.no-birds") : birds.map(birdName).join(", "),
      foods: tokensWord(Object.fromEntries(foods.map((food) => [food, 1]))),
      bonus: bonus ? bonusName(bonus) : t("setup.no-bonus"),
    });
  }
  if ("play" in action) return t("play", { bird: birdName(action.play.card), where: things(`in.${action.play.habitat}`) });
  if ("pay_egg" in action) return t("pay_egg", { bird: at(action.pay_egg.position) });
  if ("pay_food" in action) return t("pay_food", { tokens: tokensWord(action.pay_food.tokens) });
  if ("take" in action) return t(action.take.cache ? "cache" : "take", { food: foodWord([action.take.food]) });
  if ("lay" in action) return t("lay", { bird: at(action.lay.position) });
  if ("draw" in action) {
    if (action.draw === "deck") return t("draw");
    const card = view.open.tray[action.draw.tray - 1];
    return t("tray", { bird: card ? birdName(card) : "?" });
  }
  if ("trade" in action) {
    const what = action.trade;
    const given = "card" in what ? birdName(what.card) : "food" in what ? foodWord([what.food]) : t("egg", { bird: at(what.position) });
    return t("trade", { what: given });
  }
  if ("choose_food" in action) return t("choose_food", { food: foodWord([action.choose_food.food]) });
  if ("tuck" in action) return t("tuck", { bird: birdName(action.tuck.card) });
  if ("discard" in action) return t("discard", { bird: birdName(action.discard.card) });
  if ("keep_bonus" in action) return t("keep_bonus", { bonus: bonusName(action.keep_bonus.kind) });
  if ("move" in action) return t("move", { where: things(`in.${action.move.habitat}`) });
  return t("repeat", { bird: at(action.repeat.position) });
}

export const cardText = birdName;
