// Sentences about a deal, in a player's words.

import type { Params } from "../lib/i18n.svelte";
import type { Fault, Verdict } from "./verdict";
import { t } from "./words";

/** Values that have words of their own, and what the keys of these begin with. */
const NAMED = [
  ["line", "line."],
  ["part", "part."],
  ["before", "status."],
  ["status", "status."],
] as const;

/** `names`: of the players, by seat. */
export function faultText({ what, values }: Fault, names: string[]): string {
  const params: Params = { ...values };
  if (typeof values.seat === "number") params.seat = names[values.seat] ?? t("seat", { n: values.seat + 1 });
  for (const [name, start] of NAMED) {
    const value = values[name];
    if (typeof value === "string") params[name] = t.maybe(start + value) ?? value;
  }
  return t.maybe(`broken.${what}`, params) ?? what;
}

/** How many deals it is the best of; one if none was thrown away, or if this page cannot tell. */
function bestOf(verdict: Verdict): number {
  if (verdict.kind === "broken" || (verdict.kind === "consistent" && verdict.absent !== null)) return 1;
  return verdict.discarded + 1;
}

/** The verdict as a heading. */
export function verdictTitle(verdict: Verdict): string {
  if (verdict.kind === "consistent") return verdict.absent === null ? t("title-consistent") : t("title-absent");
  const of = bestOf(verdict);
  return of > 1 ? t("title-best", { of }) : t(`title-${verdict.kind}`);
}

/** That deals were thrown away first; nothing if none was. */
export function bestText(verdict: Verdict): string | null {
  const of = bestOf(verdict);
  if (of === 1) return null;
  const n = of - 1;
  const params = { n, of, count: t.maybe(`count.${n}`) ?? t("count", { n }) };
  return verdict.kind === "verified" ? t("best-verified", params) : t("best-consistent", params);
}
