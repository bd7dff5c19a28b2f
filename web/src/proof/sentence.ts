// What speaks against a deal, in a player's words.

import type { Params } from "../lib/i18n.svelte";
import type { Fault } from "./verdict";
import { t } from "./words";

/** Values that have words of their own, and where these are. */
const NAMED = [
  ["line", "line"],
  ["part", "part"],
  ["before", "status"],
  ["status", "status"],
] as const;

/** `names`: of the players, by seat. */
export function faultText({ what, values }: Fault, names: string[]): string {
  const params: Params = { ...values };
  if (typeof values.seat === "number") params.seat = names[values.seat] ?? t("seat", { n: values.seat + 1 });
  for (const [name, words] of NAMED) {
    const value = values[name];
    if (typeof value === "string") params[name] = t.maybe(`${words}.${value}`) ?? value;
  }
  return t.maybe(`broken.${what}`, params) ?? what;
}
