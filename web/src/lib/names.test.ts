import { describe, expect, it } from "vitest";
import { AVATARS, seatNames } from "./names";
import { cleanName, friendlyName, goodName } from "./profile.svelte";

it("equal names are counted by seat", () => {
  const names = ["Ann", "Bea", "Ann", "Ann"].map((name) => ({ name }));
  expect(seatNames(names)).toEqual(["Ann", "Bea", "Ann (2)", "Ann (3)"]);
});

it("there are sixteen pictures", () => {
  expect(new Set(AVATARS).size).toBe(16);
});

describe("a name", () => {
  it("has 1 to 20 characters, not bytes", () => {
    expect(goodName("a".repeat(20))).toBe(true);
    expect(goodName("🦊".repeat(20))).toBe(true);
    expect(goodName("a".repeat(21))).toBe(false);
    expect(goodName("   ")).toBe(false);
  });
  it("has single spaces", () => {
    expect(cleanName("  Ann   Lee ")).toBe("Ann Lee");
  });
  it("is given to newcomers", () => {
    for (let i = 0; i < 50; i += 1) expect(goodName(friendlyName())).toBe(true);
  });
});
