// How things are arranged and called. Presentation only: what may be done comes from the server's list, and every
// number on the mat from the deck.

import type { Bird } from "../../gen/roost/Bird";
import type { Board } from "../../gen/roost/Board";
import type { Cost } from "../../gen/roost/Cost";
import type { Food } from "../../gen/roost/Food";
import type { Habitat } from "../../gen/roost/Habitat";
import type { Mat } from "../../gen/roost/Mat";
import type { Perch } from "../../gen/roost/Perch";
import type { Task } from "../../gen/roost/Task";
import type { View } from "../../gen/roost/View";
import { birdName, birdOf } from "./deck.svelte";
import { t } from "./text";
import { FOODS, foodWord, HABITATS, listed, t as things, total } from "./things";

const LETTERS = "FGW";
/** A place as the wire names it. */
export const placeOf = (row: Habitat, column: number): string => `${LETTERS[HABITATS.indexOf(row)]}${column + 1}`;
export const rowOf = (place: string): Habitat => HABITATS[Math.max(0, LETTERS.indexOf(place[0] ?? "F"))]!;
export const columnOf = (place: string): number => Number(place[1]) - 1;
export const perchAt = (mat: Mat<string> | undefined, place: string): Perch<string> | undefined =>
  mat?.rows[HABITATS.indexOf(rowOf(place))]?.[columnOf(place)];

/** "forest 2". */
export const placeWord = (place: string): string => `${things(rowOf(place))} ${columnOf(place) + 1}`;

/** The viewer's own hand: first what everybody saw of it. */
export const handOf = (view: View, seat: number | null): string[] =>
  seat === null ? [] : [...(view.open.mats[seat]?.known ?? []), ...(view.hands[seat]?.cards ?? [])];

/** How many cards a seat holds. */
export const held = (view: View, seat: number): number =>
  (view.open.mats[seat]?.known.length ?? 0) + (view.hands[seat]?.unknown ?? []).reduce((sum, n) => sum + n, 0);

/** The others, clockwise from the viewer; everybody for spectators. */
export function others(count: number, you: number | null): number[] {
  const from = you === null ? 0 : you + 1;
  return Array.from({ length: you === null ? count : count - 1 }, (_, i) => (from + i) % count);
}

/** The gain of a row, by the number of its birds. */
export function gives(board: Board, row: Habitat, birds: number): { n: number; trade: boolean } {
  const list = { forest: board.food, grassland: board.eggs, wetland: board.cards }[row];
  return { n: list[birds] ?? 0, trade: board.trade[birds] ?? false };
}

export const eggWord = (n: number): string => things("eggs", { n });
export const pointWord = (n: number): string => things("points", { n });

/** A cost as a row of tokens; `either` marks foods between which the player may choose. */
export function costTokens(cost: Cost): { either: boolean; tokens: (Food | "wild")[] } {
  if ("either" in cost) return { either: true, tokens: cost.either };
  const { need, wild } = cost.fixed;
  const named = FOODS.flatMap((food) => Array.from({ length: need[food] ?? 0 }, () => food));
  return { either: false, tokens: [...named, ...Array.from({ length: wild }, () => "wild" as const)] };
}
export const costUnits = (cost: Cost): number => ("either" in cost ? 1 : total(cost.fixed.need) + cost.fixed.wild);

function costWord(cost: Cost): string {
  if ("either" in cost) return foodWord(cost.either);
  const { need, wild } = cost.fixed;
  const parts = FOODS.flatMap((food) => {
    const n = need[food] ?? 0;
    return n > 0 ? [things("amount", { n, what: things(food, { n }) })] : [];
  });
  if (wild > 0) parts.push(things("amount", { n: wild, what: things("wild") }));
  return listed(parts);
}

/** "Goldcrest, lives in the forest, costs 1 invertebrate, 0 points, bowl nest, up to 5 eggs". */
export function cardLabel(card: string): string {
  const bird = birdOf(card);
  return bird ? [birdName(card), ...facts(bird)].join(", ") : birdName(card);
}
function facts(bird: Bird): string[] {
  return [
    t("card.lives", { where: bird.habitats.map((habitat) => things(`in.${habitat}`)).join(", ") }),
    costUnits(bird.cost) === 0 ? t("card.free") : t("card.cost", { cost: costWord(bird.cost) }),
    t("card.points", { n: bird.points }),
    things(`nest.${bird.nest}`),
    ...(bird.egg_limit > 0 ? [t("card.eggs", { n: bird.egg_limit })] : []),
  ];
}

/** "1 of 5 eggs"; none and the only one as a person would say it. */
export function eggsWord(n: number, most: number): string {
  if (n === 0) return t("bird.no-eggs", { n: most });
  return most === 1 ? t("bird.only-egg") : t("bird.eggs", { n, most });
}

/** "Goldcrest, forest 2, 1 of 5 eggs, 1 cached". */
export function perchLabel(perch: Perch<string>, place: string): string {
  const parts = [t("bird.at", { bird: birdName(perch.card), place: placeWord(place) })];
  const most = birdOf(perch.card)?.egg_limit ?? 0;
  if (most > 0) parts.push(eggsWord(perch.eggs, most));
  if (total(perch.cached) > 0) parts.push(t("bird.cached", { n: total(perch.cached) }));
  if (perch.tucked.length > 0) parts.push(t("bird.tucked", { n: perch.tucked.length }));
  if (perch.spent) parts.push(t("bird.spent"));
  return parts.join(", ");
}

/** The task of some kind that is under way, the topmost first. */
export function task<K extends string>(view: View, kind: K): Extract<Task<string>, { [P in K]: unknown }>[K] | null {
  for (const one of view.open.tasks.toReversed()) {
    if (typeof one === "object" && kind in one) return (one as unknown as Record<K, never>)[kind];
  }
  return null;
}

/** Whose decision it is. */
export const dueSeats = (view: View): number[] => view.prompt?.seats ?? [];
