// A result in words: who has won, and one sentence about how close it was.

import { t } from "../lib/i18n.svelte";
import { duel, margin, type Standing, winners } from "./standings";

/** Names as a person would list them. */
function listed(seats: number[], names: string[]): string {
  const called = seats.map((seat) => names[seat] ?? "?");
  const last = called.pop() ?? "?";
  return called.length === 0 ? last : t("result-list", { a: called.join(", "), b: last });
}

/** The winners of the game. */
export function headline(list: Standing[], you: number | null, names: string[]): string {
  if (list.length === 0) return t("result-none");
  const first = winners(list);
  if (you === null || !first.includes(you))
    return t(first.length === 1 ? "result-lost" : "result-lost-many", { names: listed(first, names) });
  const others = first.filter((seat) => seat !== you);
  return others.length === 0 ? t("result-won") : t("result-won-with", { names: listed(others, names) });
}

/** How the viewer did, or how close it was for spectators, or why the game ended early; `null` if there is nothing to add.
 * `shortfall`: how far a seat was from winning. */
export function summary(
  list: Standing[],
  reason: string | null,
  you: number | null,
  names: string[],
  shortfall: (seat: number) => string | null = () => null,
): string | null {
  if (reason === "last_player") return t("result-last");
  if (reason === "abandoned") return t("result-abandoned");
  const seat = you ?? winners(list)[0];
  const own = seat === undefined ? null : margin(list, seat);
  if (seat === undefined || !own) return null;
  const sides = duel(list);
  const rivals = listed(sides?.find(({ seats }) => seats.includes(own.rival))?.seats ?? [own.rival], names);
  if (own.place === 1) {
    if (own.points > 0) return t("result-ahead", { n: own.points, names: rivals });
    const short = shortfall(own.rival);
    return short === null ? null : t("result-closest", { name: names[own.rival] ?? "?", short });
  }
  if (sides) return own.points === 0 ? null : t("result-behind", { n: own.points, names: rivals });
  const place = t.maybe(`place.${own.place}`) ?? String(own.place);
  if (own.points > 0) return t("result-came-behind", { place, n: own.points, names: rivals });
  const short = shortfall(seat);
  return short === null ? t("result-came", { place }) : t("result-came-short", { place, short });
}
