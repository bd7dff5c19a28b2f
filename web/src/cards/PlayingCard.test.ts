import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../lib/settings.svelte";
import { cardLabel, cardName } from "./playing";
import PlayingCard from "./PlayingCard.svelte";

beforeEach(() => (settings.language = "en"));

describe("a playing card", () => {
  it("has one name in a sentence", () => {
    expect(["10d", "Ks", "X1"].map(cardName)).toEqual(["10 of diamonds", "King of spades", "Joker"]);
    settings.language = "de";
    expect(["10d", "Jd", "X1"].map(cardName)).toEqual(["Karo-10", "Karo-Bube", "Joker"]);
  });
  it("has a label that begins with what is printed", () => {
    expect(["10d", "Ks", "X1"].map(cardLabel)).toEqual(["10 of diamonds", "K, King of spades", "Joker"]);
    settings.language = "de";
    expect(["10d", "Jd"].map(cardLabel)).toEqual(["10, Karo-10", "J, Karo-Bube"]);
  });

  it("is an image with a name, or nothing where the parent says it", () => {
    const { rerender } = render(PlayingCard, { card: "Ah" });
    expect(screen.getByRole("img", { name: "A, Ace of hearts" }).classList).toContain("suit-h");
    return rerender({ card: "Ah", label: null }).then(() => expect(screen.queryByRole("img")).toBeNull());
  });

  it("has a back that shows nothing", () => {
    const { container } = render(PlayingCard, { card: null });
    expect(screen.getByRole("img", { name: "Face-down card" })).toBeTruthy();
    expect(container.textContent?.trim()).toBe("");
    expect(container.querySelector('[class*="suit-"]')).toBeNull();
  });

  it("shows which suit a left bower counts as", () => {
    const { container } = render(PlayingCard, { card: "Jd", counts: "h" });
    expect(container.querySelector("g.suit-h")).toBeTruthy();
  });
});
