// The text of a power, made from its operations. No deck stores a sentence.

import type { Gift } from "../../gen/roost/Gift";
import type { On } from "../../gen/roost/On";
import type { Op } from "../../gen/roost/Op";
import type { Power } from "../../gen/roost/Power";
import { makeText } from "../../lib/i18n.svelte";
import { foodWord, t as things } from "./things";

const en = {
  text: "{when}: {what}.",
  both: "{a} and {b}",
  costs: "{cost} to {what}",
  then: "{a}; then {b}",
  "on.play": "When played",
  "on.activate": "When its row is used",
  "on.lay": "When another player lays eggs",
  "on.gain": "When another player takes {food} from the feeder",
  "on.placed": "When another player plays a bird {where}",
  "on.hunt": "When another player's hunt succeeds",
  gain: "gain {n} {food}",
  "gain.all": "every player gains {n} {food}",
  take: "take 1 {food} from the feeder",
  "take.cache": "take 1 {food} from the feeder and keep it or cache it here",
  "take.any": "take any die from the feeder",
  "take.any.cache": "take any die from the feeder and keep the food or cache it here",
  "take.all": "take every {food} from the feeder",
  cache: "cache {n} {food} here from the supply",
  "lay.this": { one: "lay {n} egg on this bird", other: "lay {n} eggs on this bird" },
  "lay.any": { one: "lay {n} egg on any of your birds", other: "lay {n} eggs on any of your birds" },
  "lay.nest": { one: "lay {n} egg on one of your birds with a {nest}", other: "lay {n} eggs on your birds with a {nest}" },
  "lay.each": "lay 1 egg on each of your birds with a {nest}",
  "lay.all": { one: "every player lays {n} egg on a bird with a {nest}", other: "every player lays {n} eggs on birds with a {nest}" },
  "draw.deck": { one: "draw {n} card from the deck", other: "draw {n} cards from the deck" },
  "draw.either": { one: "draw {n} card from the deck or the tray", other: "draw {n} cards from the deck or the tray" },
  "draw.tray": { one: "take {n} card from the tray", other: "take up to {n} cards from the tray" },
  "draw.all": { one: "every player draws {n} card from the deck", other: "every player draws {n} cards from the deck" },
  "discard.now": { one: "discard {n} card now", other: "discard {n} cards now" },
  "discard.turn_end": { one: "discard {n} card at the end of this turn", other: "discard {n} cards at the end of this turn" },
  "tuck.hand": { one: "tuck {n} card from your hand here", other: "tuck {n} cards from your hand here" },
  "tuck.deck": { one: "tuck {n} card from the deck here", other: "tuck {n} cards from the deck here" },
  hunt_deck: "turn over the top card of the deck; tuck it here if its wingspan is below {cm} cm, else discard it",
  hunt_dice: "roll the dice outside the feeder; if any shows {food}, cache 1 {food} here",
  "pay.egg": { one: "pay {n} egg from any of your birds", other: "pay {n} eggs from any of your birds" },
  "pay.other_egg": { one: "pay {n} egg from another bird", other: "pay {n} eggs from other birds" },
  "pay.food": "pay {n} {food}",
  "pay.card": { one: "discard {n} card from your hand", other: "discard {n} cards from your hand" },
  bonus: "draw {draw} bonus cards and keep {keep}",
  "play_again.row": "play another bird {where} at its full cost",
  "play_again.same": "play another bird in this habitat at its full cost",
  "play_again.any": "play another bird at its full cost",
  move: "if this bird is the last in its row, move it to another of its habitats",
  "repeat.any": "use the power of another bird in this row once more",
  "repeat.hunter": "use the power of another hunter in this row once more",
  "repeat.flock": "use the power of another bird in this row that tucks cards once more",
  fewest: "for each player with the fewest birds {where}: {what}",
} as const;

export const t = makeText({ en, de: () => import("./powers.de").then(({ de }) => de) });
export type Words = typeof en;

/** The whole text: when, for what, and what happens. */
export function powerText(power: Power): string {
  return t("text", { when: whenText(power.on), what: deedText(power) });
}

/** What it costs and does, without when. */
export function deedText({ cost, do: ops }: Power): string {
  const what = ops.map(opText).reduce((a, b) => t("then", { a, b }));
  if (cost.length === 0) return what;
  return t("costs", { cost: cost.map(opText).reduce((a, b) => t("both", { a, b })), what });
}

export function whenText(on: On): string {
  if (typeof on === "string") return t(`on.${on}`);
  const when = on.between;
  switch (when.event) {
    case "gain":
      return t("on.gain", { food: foodWord([when.food]) });
    case "play":
      return t("on.placed", { where: things(`in.${when.habitat}`) });
    default:
      return t(`on.${when.event}`);
  }
}

function giftText(gift: Gift): string {
  if ("draw" in gift) return t("draw.deck", { n: gift.draw.n });
  return t("gain", { n: gift.gain.n, food: foodWord([gift.gain.food], gift.gain.n) });
}

function opText(op: Op): string {
  switch (op.op) {
    case "gain":
      return t(op.who === "all" ? "gain.all" : "gain", { n: op.n, food: foodWord(op.food, op.n) });
    case "take": {
      if (op.all) return t("take.all", { food: foodWord(op.food) });
      if (op.food.length === 5) return t(op.cache ? "take.any.cache" : "take.any");
      return t(op.cache ? "take.cache" : "take", { food: foodWord(op.food) });
    }
    case "cache":
      return t("cache", { n: op.n, food: foodWord([op.food], op.n) });
    case "lay": {
      const { on, n } = op;
      if (typeof on === "string") return t(`lay.${on}`, { n });
      if ("each" in on) return t("lay.each", { nest: things(`nest.${on.each}`) });
      return t(op.who === "all" ? "lay.all" : "lay.nest", { n, nest: things(`nest.${on.nest}`) });
    }
    case "draw":
      return t(op.who === "all" ? "draw.all" : `draw.${op.from}`, { n: op.n });
    case "discard":
      return t(`discard.${op.at}`, { n: op.n });
    case "tuck":
      return t(`tuck.${op.from}`, { n: op.n });
    case "hunt_deck":
      return t("hunt_deck", { cm: op.below_cm });
    case "hunt_dice":
      return t("hunt_dice", { food: foodWord([op.food]) });
    case "pay":
      if (typeof op.what === "string") return t(`pay.${op.what}`, { n: op.n });
      return t("pay.food", { n: op.n, food: foodWord(op.what.food, op.n) });
    case "bonus":
      return t("bonus", { draw: op.draw, keep: op.keep });
    case "play_again":
      if (typeof op.habitat === "string") return t(`play_again.${op.habitat}`);
      return t("play_again.row", { where: things(`in.${op.habitat.row}`) });
    case "move":
      return t("move");
    case "repeat":
      return t(`repeat.${op.power}`);
    case "fewest":
      return t("fewest", { where: things(`in.${op.habitat}`), what: giftText(op.gift) });
  }
}
