// The list of legal actions, sorted by what a person points at. It adds nothing to the list.

import type { Action } from "../../gen/roost/Action";
import type { Face } from "../../gen/roost/Face";
import type { Food } from "../../gen/roost/Food";
import type { Foods } from "../../gen/roost/Foods";
import type { Habitat } from "../../gen/roost/Habitat";
import type { Setup } from "../../gen/roost/Setup";

export interface Take {
  die: Face;
  food: Food;
  cache: boolean;
  action: Action;
}

export interface Choices {
  setups: Setup[];
  /** By card and habitat. */
  plays: Map<string, Map<Habitat, Action>>;
  /** The three rows that can be used. */
  rows: Map<Habitat, Action>;
  /** By place: a bird that gets an egg, loses one, or uses its power once more. */
  places: Map<string, Action>;
  takes: Take[];
  /** From the deck (0) or a place of the tray (1 to 3). */
  draws: Map<number, Action>;
  payments: { tokens: Foods; action: Action }[];
  /** Cards of the hand that are tucked, discarded or traded. */
  cards: Map<string, Action>;
  foods: Map<Food, Action>;
  bonus: Map<string, Action>;
  moves: Map<Habitat, Action>;
  /** Actions without a choice: use, skip, no_trade, back, reroll, ready. */
  plain: Set<string>;
}

export function sort(legal: Action[]): Choices {
  const found: Choices = {
    setups: [],
    plays: new Map(),
    rows: new Map(),
    places: new Map(),
    takes: [],
    draws: new Map(),
    payments: [],
    cards: new Map(),
    foods: new Map(),
    bonus: new Map(),
    moves: new Map(),
    plain: new Set(),
  };
  for (const action of legal) {
    if (typeof action === "string") {
      if (action === "gain_food") found.rows.set("forest", action);
      else if (action === "lay_eggs") found.rows.set("grassland", action);
      else if (action === "draw_cards") found.rows.set("wetland", action);
      else found.plain.add(action);
    } else if ("setup" in action) found.setups.push(action.setup);
    else if ("play" in action) {
      const { card, habitat } = action.play;
      found.plays.set(card, (found.plays.get(card) ?? new Map<Habitat, Action>()).set(habitat, action));
    } else if ("pay_egg" in action) found.places.set(action.pay_egg.position, action);
    else if ("lay" in action) found.places.set(action.lay.position, action);
    else if ("repeat" in action) found.places.set(action.repeat.position, action);
    else if ("pay_food" in action) found.payments.push({ tokens: action.pay_food.tokens, action });
    else if ("take" in action) found.takes.push({ ...action.take, cache: action.take.cache ?? false, action });
    else if ("draw" in action) found.draws.set(action.draw === "deck" ? 0 : action.draw.tray, action);
    else if ("trade" in action) {
      const what = action.trade;
      if ("card" in what) found.cards.set(what.card, action);
      else if ("food" in what) found.foods.set(what.food, action);
      else found.places.set(what.position, action);
    } else if ("choose_food" in action) found.foods.set(action.choose_food.food, action);
    else if ("tuck" in action) found.cards.set(action.tuck.card, action);
    else if ("discard" in action) found.cards.set(action.discard.card, action);
    else if ("keep_bonus" in action) found.bonus.set(action.keep_bonus.kind, action);
    else found.moves.set(action.move.habitat, action);
  }
  return found;
}
