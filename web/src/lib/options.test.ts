import { describe, expect, it } from "vitest";
import { base, changedFirst, choiceOf, set, valueOf, wish } from "./options";
import { game } from "./fixtures";

const usual = { preset: "usual", changes: {} };
const field = (name: string) => game.fields.find((field) => field.name === name)!;

describe("a choice of options", () => {
  it("starts with the preset", () => {
    expect(base(game, "hard")).toEqual({ wild: "off", tier: "high", size: 5, turn_seconds: 30, mix: null });
    expect(valueOf(game, { preset: "hard", changes: {} }, field("size"))).toBe(5);
  });
  it("holds only what differs from it", () => {
    let choice = set(game, usual, "wild", "on");
    choice = set(game, choice, "size", 4);
    choice = set(game, choice, "size", 7);
    expect(choice.changes).toEqual({ wild: "on" });
    expect(valueOf(game, choice, field("wild"))).toBe("on");
  });
  it("sends the preset and the changes", () => {
    expect(wish(set(game, usual, "turn_seconds", 0))).toEqual({ preset: "usual", options: { turn_seconds: 0 } });
    expect(wish({ preset: null, changes: {} })).toEqual({ options: {} });
  });
  it("leaves out what is left to the game", () => {
    const choice = set(game, set(game, usual, "mix", { a: 40, b: 60 }), "mix", null);
    expect(wish(choice)).toEqual({ preset: "usual", options: {} });
  });
  it("is found again from a room's options", () => {
    const options = { wild: "on", tier: "high", size: 5, turn_seconds: 30 };
    expect(choiceOf(game, "hard", options)).toEqual({ preset: "hard", changes: { wild: "on" } });
    expect(choiceOf(game, null, game.defaults)).toEqual(usual);
  });
  it("knows what a room pinned down by a hash", () => {
    const options = { ...game.defaults, tier: { id: "high", hash: "0f" } };
    expect(choiceOf(game, null, options).changes).toEqual({ tier: "high" });
  });
});

it("what differs from the usual is shown first", () => {
  const list = changedFirst(game, { wild: "off", tier: "high", size: 7, turn_seconds: 30 });
  expect(list.map(({ field, changed }) => [field.name, changed])[0]).toEqual(["tier", true]);
  expect(list.filter(({ changed }) => changed)).toHaveLength(1);
});
