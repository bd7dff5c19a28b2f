// A power in signs, for cards that are too small for its sentence. The sentence is always one tap away.

import type { Food } from "../../gen/roost/Food";
import type { Op } from "../../gen/roost/Op";
import type { Power } from "../../gen/roost/Power";
import type { SymName } from "./signs";
import { FOODS } from "./things";

/** A sign, or a few characters that need no translation. */
export type Sign = SymName | { text: string };

/** More of the same are a number. */
const MOST = 2;
const text = (text: string): Sign => ({ text });
const times = (n: number, sign: Sign): Sign[] => (n > MOST ? [text(String(n)), sign] : Array.from({ length: n }, () => sign));
const foods = (of: readonly Food[]): Sign[] => {
  if (of.length === FOODS.length) return ["wild"];
  return of.flatMap((food, i): Sign[] => (i > 0 ? [text("/"), food] : [food]));
};
const everyone = (who: string, signs: Sign[]): Sign[] => (who === "all" ? ["all", ...signs] : signs);

function signsOf(op: Op): Sign[] {
  switch (op.op) {
    case "gain":
      return everyone(op.who, op.food.length === 1 ? times(op.n, op.food[0]!) : foods(op.food));
    case "take":
      return ["die", ...(op.all ? [text("×")] : []), ...foods(op.food), ...(op.cache ? [text("/"), "cache" as const] : [])];
    case "cache":
      return ["cache", ...times(op.n, op.food)];
    case "lay": {
      const eggs = times(op.n, "egg");
      if (op.on === "this") return [...eggs, "here"];
      if (op.on === "any") return [...eggs, text("+")];
      return "each" in op.on ? ["egg", text("×"), op.on.each] : everyone(op.who, [...eggs, op.on.nest]);
    }
    case "draw":
      return everyone(op.who, op.from === "tray" ? ["tray", ...times(op.n, "card")] : times(op.n, "card"));
    case "discard":
      return [text("−"), ...times(op.n, "card")];
    case "tuck":
      return [...times(op.n, op.from === "hand" ? "hand" : "card"), "tuck"];
    case "hunt_deck":
      return ["hunt", text(`< ${op.below_cm} cm`)];
    case "hunt_dice":
      return ["hunt", "die", op.food];
    case "pay":
      if (typeof op.what === "string") return [text("−"), ...times(op.n, op.what === "card" ? "card" : "egg")];
      return [text("−"), ...foods(op.what.food)];
    case "bonus":
      return [...times(op.draw, "bonus"), text("→"), ...times(op.keep, "bonus")];
    case "play_again":
      return [text("+"), "card", ...(typeof op.habitat === "string" ? [] : [op.habitat.row])];
    case "move":
      return ["move"];
    case "repeat":
      return ["repeat", ...(op.power === "any" ? [] : [op.power === "hunter" ? ("hunt" as const) : ("tuck" as const)])];
    case "fewest":
      return ["fewest", op.habitat, ...("draw" in op.gift ? times(op.gift.draw.n, "card") : times(op.gift.gain.n, op.gift.gain.food))];
  }
}

/** When it works, what it costs, and what it does. */
export function powerSigns({ on, cost, do: ops }: Power): { when: SymName; signs: Sign[] } {
  const join = (list: readonly Op[]) => list.flatMap((op, i): Sign[] => (i > 0 ? [text(","), ...signsOf(op)] : signsOf(op)));
  const does = join(ops);
  return { when: typeof on === "string" ? on : "between", signs: cost.length > 0 ? [...join(cost), text("→"), ...does] : does };
}
