// The answers to the current question as buttons: their text and signs. All of them come from the legal list.

import type { Action } from "../../gen/roost/Action";
import type { Foods } from "../../gen/roost/Foods";
import type { View } from "../../gen/roost/View";
import type { Choices } from "./choices";
import { birdName, birdOf, bonusName, theShelf } from "./deck.svelte";
import { costUnits } from "./present";
import { subject } from "./prompt";
import { bonusText } from "./sentences.svelte";
import type { SymName } from "./signs";
import { t } from "./text";
import { FOODS, foodWord, t as things, tokensWord, total } from "./things";

export interface Answer {
  key: string;
  action: Action;
  label: string;
  /** A second line. */
  more?: string;
  /** Signs before the words. */
  signs: SymName[];
  /** The signs say it all; the words are for ears. */
  bare?: true;
  /** "quiet": leaves something undone. Birds answer on the mat. */
  kind: "main" | "quiet";
}

const signsOf = (tokens: Foods): SymName[] => FOODS.flatMap((food) => Array.from({ length: tokens[food] ?? 0 }, () => food));

export function answers(view: View, can: Choices): Answer[] {
  const list: Answer[] = [];
  const add = (key: string, action: Action, label: string, rest: Partial<Answer> = {}) =>
    list.push({ key, action, label, signs: [], kind: "main", ...rest });

  if (can.plain.has("use")) add("use", "use", t("do.use"));
  for (const { die, food, cache, action } of can.takes) {
    const label = t(cache ? "do.cache" : "do.take", { food: foodWord([food]) });
    if (!list.some((one) => one.label === label)) add(`${die}-${food}-${cache}`, action, label, { signs: [food] });
  }
  if (can.plain.has("reroll")) add("reroll", "reroll", t("do.reroll"), { signs: ["die"] });
  for (const [slot, action] of can.draws) {
    const card = slot === 0 ? null : view.open.tray[slot - 1];
    if (slot === 0) add("deck", action, t("do.deck"), { signs: ["card"] });
    else if (card) add(`tray-${slot}`, action, birdName(card), { signs: birdOf(card)?.habitats ?? [], more: t("tray") });
  }
  const card = subject(view);
  const cost = card && view.prompt?.phase === "pay" ? birdOf(card)?.cost : null;
  for (const { tokens, action } of can.payments) {
    const two = cost && total(tokens) > costUnits(cost);
    add(JSON.stringify(tokens), action, t("do.pay", { tokens: tokensWord(tokens) }), {
      signs: signsOf(tokens),
      bare: true,
      ...(two ? { more: t("card.two") } : {}),
    });
  }
  for (const [food, action] of can.foods) add(food, action, foodWord([food]), { signs: [food] });
  for (const [kind, action] of can.bonus) {
    const bonus = theShelf()?.bonus.get(kind);
    const more = bonus && bonusText(bonus);
    add(kind, action, bonusName(kind), { signs: ["bonus"], ...(more ? { more } : {}) });
  }
  for (const [row, action] of can.moves) add(row, action, t("do.move", { where: things(`in.${row}`) }), { signs: [row] });
  if (can.plain.has("ready")) add("ready", "ready", t("do.ready", { n: view.open.round + 1 }));
  if (can.plain.has("back")) add("back", "back", t("do.back"), { kind: "quiet" });
  if (can.plain.has("no_trade")) add("no_trade", "no_trade", t("do.no_trade"), { kind: "quiet" });
  if (can.plain.has("skip")) add("skip", "skip", t("do.skip"), { kind: "quiet" });
  return list;
}
