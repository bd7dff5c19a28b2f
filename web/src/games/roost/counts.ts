// What goals and bonus cards count, and what it is worth, made from the deck's expressions.

import type { Count } from "../../gen/roost/Count";
import type { Filter } from "../../gen/roost/Filter";
import type { Payout } from "../../gen/roost/Payout";
import { makeText } from "../../lib/i18n.svelte";
import { t as things } from "./things";

const en = {
  birds: "Birds{where}",
  eggs: "Eggs on birds{where}",
  "eggs.row": "Eggs {where}",
  stores: "Cached food and tucked cards{where}",
  most_nests: "Birds of the kind of nest that you have most of",
  least_birds: "Birds in the row where you have fewest",
  least_eggs: "Sets of one egg in each habitat",
  hand: "Cards in hand",
  and: "{a} and{b}",
  row: " {where}",
  habitats: { one: " that live in a single habitat", other: " that may live in {n} habitats" },
  only: " that live only {where}",
  nest: " with a {nest}",
  eats: " that cost {food}",
  only_eats: " that cost nothing but {food}",
  wild_cost: " whose cost any food pays in part",
  cost_min: " that cost {n} food or more",
  wingspan_min: " with a wingspan of {n} cm or more",
  wingspan_max: " with a wingspan of {n} cm or less",
  points_max: { one: " worth {n} point or less", other: " worth {n} points or less" },
  eggs_min: { one: " with an egg", other: " with {n} eggs or more" },
  "power.any": " with a power",
  "power.hunter": " that hunt",
  "power.flock": " that tuck cards",
  per: { one: "{n} point each", other: "{n} points each" },
  tier: "{from}: {points}",
} as const;

export const t = makeText({ en, de: () => import("./counts.de").then(({ de }) => de) });
export type Words = typeof en;

/** "Birds with a bowl nest and with an egg". */
export function counted(count: Count): string {
  if (!("where" in count)) return t(count.of);
  const { row, ...rest } = count.where;
  if (count.of === "eggs" && row && Object.keys(rest).length === 0) return t("eggs.row", { where: things(`in.${row}`) });
  return t(count.of, { where: whereText(count.where) });
}

function whereText(filter: Filter): string {
  const parts: string[] = [];
  if (filter.row) parts.push(t("row", { where: things(`in.${filter.row}`) }));
  if (filter.habitats !== undefined) parts.push(t("habitats", { n: filter.habitats }));
  if (filter.only) parts.push(t("only", { where: things(`in.${filter.only}`) }));
  if (filter.nest) parts.push(t("nest", { nest: things(`nest.${filter.nest}`) }));
  if (filter.eats) parts.push(t("eats", { food: things(filter.eats, { n: 1 }) }));
  if (filter.only_eats) parts.push(t("only_eats", { food: things(filter.only_eats, { n: 1 }) }));
  if (filter.wild_cost) parts.push(t("wild_cost"));
  if (filter.cost_min !== undefined) parts.push(t("cost_min", { n: filter.cost_min }));
  if (filter.wingspan_min !== undefined) parts.push(t("wingspan_min", { n: filter.wingspan_min }));
  if (filter.wingspan_max !== undefined) parts.push(t("wingspan_max", { n: filter.wingspan_max }));
  if (filter.points_max !== undefined) parts.push(t("points_max", { n: filter.points_max }));
  if (filter.eggs_min !== undefined) parts.push(t("eggs_min", { n: filter.eggs_min }));
  if (filter.power) parts.push(t(`power.${filter.power}`));
  return parts.length === 0 ? "" : parts.reduce((a, b) => t("and", { a, b }));
}

/** "2 points each", "3–4: 3 · 5+: 7". */
export function payoutText(payout: Payout): string {
  if ("per" in payout) return t("per", { n: payout.per });
  const tiers = payout.tiers.map(([from, points], i) => {
    const next = payout.tiers[i + 1]?.[0];
    const to = next === undefined ? `${from}+` : next - 1 > from ? `${from}–${next - 1}` : String(from);
    return t("tier", { from: to, points });
  });
  return tiers.join(" · ");
}
