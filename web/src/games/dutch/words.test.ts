import { beforeEach, expect, it } from "vitest";
import type { Event } from "../../gen/dutch/Event";
import { settings } from "../../lib/settings.svelte";
import type { View } from "../../gen/dutch/View";
import { describeAction } from "./actions";
import { moves } from "./animation.svelte";
import { sort } from "./choices";
import { hand, makeView, NAMES } from "./fixtures";
import { describe } from "./log";
import { breadth, heaps } from "./present";
import { prompt } from "./prompt";
import { ruleFor } from "./rule";
import { t } from "./text";

beforeEach(() => (settings.language = "en"));
const line = (event: Event) => describe(event, NAMES);

it("the log names no card that only the viewer was shown", () => {
  expect(line({ peeked: { seat: 0, slot: 1, card: "7s" } })).toBe("Ann looks at card 2");
  expect(line({ drew: { seat: 0, card: "7s" } })).toBe("Ann draws");
  expect(line({ looked: { seat: 0, at: { seat: 0, slot: 2 }, card: "7s" } })).toBe("Ann looks at their own card 3");
  expect(line({ looked: { seat: 0, at: { seat: 1, slot: 2 }, card: "7s" } })).toBe("Ann looks at Ben's card 3");
});

it("the log tells what everybody saw", () => {
  expect(line({ match_failed: { seat: 1, slot: 0, card: "6h", penalty: 1 } })).toBe("Ben shows 6 of hearts: wrong, 1 penalty card");
  expect(line({ took: { seat: 1, card: "Qd" } })).toBe("Ben takes Queen of diamonds");
  expect(line({ rank_set: { seat: 2, chosen: { card: "10d", slot: 1 } } })).toBe("Cem collects 10");
  expect(line({ swapped: { seat: 0, a: { seat: 0, slot: 3 }, b: { seat: 2, slot: 0 } } })).toBe("Ann swaps their card 4 with Cem's card 1");
  expect(line({ swapped: { seat: 2, a: { seat: 0, slot: 3 }, b: { seat: 2, slot: 0 } } })).toBe("Cem swaps their card 1 with Ann's card 4");
  expect(line({ swapped: { seat: 1, a: { seat: 0, slot: 3 }, b: { seat: 2, slot: 0 } } })).toBe("Ben swaps Ann's card 4 with Cem's card 1");
  expect(line("window_closed")).toBeNull();
});

it("both languages fill the same holes", async () => {
  const { en, de } = await t.all();
  const holes = (entry: unknown) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g))].sort();
  for (const key of Object.keys(en)) expect([key, holes(de[key])]).toEqual([key, holes(en[key])]);
});

it("cards of a collection lie on one heap, everything else keeps its place", () => {
  expect(heaps(hand("? 4h' _ ? 4c' ? 4s'"))).toEqual([[0], [1, 4, 6], [2], [3], [5]]);
  expect(heaps(hand("? _ ?"))).toEqual([[0], [1], [2]]);
  expect(breadth(hand("? 4h' _ ? 4c' ? 4s'"))).toBeCloseTo(5.9);
});

it("what moves is told by where it lay", () => {
  const view = makeView({ hands: [hand("4h' ? ? ? ?"), hand("? 6s' ? ? 6c'"), hand("? ? _ ?")] });
  expect(moves([{ played: { seat: 0, from: { slot: 2 }, card: "9c" } }, { window_opened: { rank: "9" } }], view)).toEqual([
    { from: "0:2", to: "discard" },
    { from: "drawn", to: "0:2" },
  ]);
  expect(moves([{ match_failed: { seat: 0, slot: 1, card: "6h", penalty: 1 } }], view)).toEqual([{ from: "pile", to: "0:4", late: 0 }]);
  expect(moves([{ collected: { seat: 1, card: "6c" } }], view)).toEqual([{ from: "discard", to: "1:4" }]);
  expect(moves([{ swapped: { seat: 1, a: { seat: 0, slot: 1 }, b: { seat: 2, slot: 0 } } }], view)).toEqual([
    { from: "0:1", to: "2:0" },
    { from: "2:0", to: "0:1" },
  ]);
});

it("a look and a swap are told as a person would", () => {
  const open: Partial<View["open"]> = { phase: "peeking", powers: [{ seat: 1, card: "Qh" }], looked_at: { seat: 1, slot: 2 } };
  const can = sort([], 0);
  expect(prompt(makeView({ open }), can, NAMES, 0, false)).toBe("Ben looks at their own card 3");
  expect(prompt(makeView({ open: { ...open, looked_at: { seat: 2, slot: 2 } } }), can, NAMES, 0, false)).toBe("Ben looks at Cem's card 3");
  const view = makeView();
  expect(describeAction({ peek_card: { seat: 0, slot: 2 } }, view, NAMES)).toBe("Look at your card 3");
  const swap = (a: [number, number], b: [number, number]) =>
    describeAction({ swap: { a: { seat: a[0], slot: a[1] }, b: { seat: b[0], slot: b[1] } } }, view, NAMES);
  expect(swap([1, 0], [0, 3])).toBe("Swap your card 4 with Ben's card 1");
  expect(swap([0, 3], [0, 1])).toBe("Swap your cards 2 and 4");
  expect(swap([1, 0], [2, 3])).toBe("Swap Ben's card 1 with Cem's card 4");
});

it("the rules open at what is going on", () => {
  expect(ruleFor(makeView({ open: { phase: "same_rank_window" } }))).toBe("match");
});
