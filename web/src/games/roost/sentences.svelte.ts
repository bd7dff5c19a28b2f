// What powers, goals and bonus cards say comes in a file of its own: until it is there, cards show their birds only.

import type { Bonus } from "../../gen/roost/Bonus";
import type { Count } from "../../gen/roost/Count";
import type { Power } from "../../gen/roost/Power";

let words = $state.raw<typeof import("./descriptions") | null>(null);

void import("./descriptions").then(
  (module) => (words = module),
  () => {},
);

/** What a power says. */
export const sentence = (power: Power | null | undefined): string | null => (power && words ? words.powerText(power) : null);
/** The same in signs. */
export const signsOf = (power: Power) => words?.powerSigns(power) ?? null;
/** What a goal or a bonus card counts. */
export const counted = (count: Count): string | null => words?.counted(count) ?? null;
/** What a bonus card counts, and what it is worth. */
export const bonusText = ({ count, payout }: Bonus): string | null => words && `${words.counted(count)} · ${words.payoutText(payout)}`;
