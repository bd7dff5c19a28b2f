// What foods, habitats and nests are called.

import type { Face } from "../../gen/roost/Face";
import type { Food } from "../../gen/roost/Food";
import type { Foods } from "../../gen/roost/Foods";
import type { Habitat } from "../../gen/roost/Habitat";
import { makeText } from "../../lib/i18n.svelte";

export const FOODS = ["invertebrate", "seed", "fish", "fruit", "rodent"] as const satisfies Food[];
export const HABITATS = ["forest", "grassland", "wetland"] as const satisfies Habitat[];

const en = {
  invertebrate: { one: "invertebrate", other: "invertebrates" },
  seed: { one: "seed", other: "seeds" },
  fish: { one: "fish", other: "fish" },
  fruit: { one: "fruit", other: "fruits" },
  rodent: { one: "rodent", other: "rodents" },
  mixed: "invertebrate or seed",
  wild: "any food",
  any: "food of any kind",
  or: "{a} or {b}",
  and: "{a} and {b}",
  amount: "{n} {what}",
  nothing: "nothing",
  forest: "forest",
  grassland: "grassland",
  wetland: "wetland",
  Forest: "Forest",
  Grassland: "Grassland",
  Wetland: "Wetland",
  "in.forest": "in the forest",
  "in.grassland": "in the grassland",
  "in.wetland": "in the wetland",
  "nest.bowl": "bowl nest",
  "nest.cavity": "cavity nest",
  "nest.ground": "ground nest",
  "nest.platform": "platform nest",
  "nest.wild": "wild nest: counts as every kind",
  "nest.none": "no nest",
  eggs: { one: "{n} egg", other: "{n} eggs" },
  points: { one: "{n} point", other: "{n} points" },
} as const;

export const t = makeText({ en, de: () => import("./things.de").then(({ de }) => de) });
export type Words = typeof en;

/** "seed", "seeds", "fish or rodent", "food of any kind". */
export function foodWord(foods: readonly Food[], n = 1): string {
  if (foods.length === FOODS.length) return t("any");
  return foods.map((food) => t(food, { n })).reduce((a, b) => t("or", { a, b }));
}

export const faceWord = (face: Face): string => (face === "mixed" ? t("mixed") : t(face, { n: 1 }));

/** "2 seeds and 1 fish". */
export function tokensWord(tokens: Foods): string {
  const parts = FOODS.flatMap((food) => {
    const n = tokens[food] ?? 0;
    return n > 0 ? [t("amount", { n, what: t(food, { n }) })] : [];
  });
  return parts.length === 0 ? t("nothing") : listed(parts);
}

/** "a, b and c"; at least one. */
export function listed(parts: readonly string[]): string {
  const [last, rest] = [parts.at(-1) ?? "", parts.slice(0, -1)];
  return rest.length === 0 ? last : t("and", { a: rest.join(", "), b: last });
}

export const total = (tokens: Foods): number => FOODS.reduce((sum, food) => sum + (tokens[food] ?? 0), 0);

const TITLE = { forest: "Forest", grassland: "Grassland", wetland: "Wetland" } as const;
/** As a heading. */
export const habitatTitle = (habitat: Habitat): string => t(TITLE[habitat]);
