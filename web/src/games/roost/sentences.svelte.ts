// The sentences of powers come in a file of their own: until it is there, cards say what they do in signs.

import type { Power } from "../../gen/roost/Power";

let words = $state.raw<typeof import("./powers") | null>(null);

void import("./powers").then(
  (module) => (words = module),
  () => {},
);

/** What a power says; nothing until its words are there. */
export const sentence = (power: Power | null | undefined): string | null => (power && words ? words.powerText(power) : null);
