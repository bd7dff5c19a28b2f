import { describe, expect, it } from "vitest";
import { actionText } from "./actions";

const same = (one: unknown, two: unknown) => actionText(one) === actionText(two);

describe("two ways to write one action", () => {
  it.each([
    ["members in another order", { a: 1, b: 2 }, { b: 2, a: 1 }],
    ["a set in another order", { capture: { loose: ["5h", "3c"] } }, { capture: { loose: ["3c", "5h"] } }],
    [
      "tops of piles in another order",
      [
        { seat: 1, card: "5h" },
        { seat: 0, card: "3c" },
      ],
      [
        { card: "3c", seat: 0 },
        { seat: 1, card: "5h" },
      ],
    ],
    ["what is empty", { card: "8d", loose: [], color: null, cache: false }, { card: "8d" }],
  ])("%s", (_, one, two) => expect(same(one, two)).toBe(true));
});

describe("two actions", () => {
  it.each([
    ["other cards", { play: { card: "9c" } }, { play: { card: "9d" } }],
    ["the first seat and none", { play: { card: 1, target: 0 } }, { play: { card: 1 } }],
    ["one card and two", { loose: ["5h"] }, { loose: ["5h", "5h"] }],
    ["yes and no", { alone: true }, { alone: false }],
    ["a word and an object", "pass", { pass: {} }],
  ])("%s", (_, one, two) => expect(same(one, two)).toBe(false));
});
