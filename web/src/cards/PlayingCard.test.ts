import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../lib/settings.svelte";
import { cardName } from "./playing";
import PlayingCard from "./PlayingCard.svelte";

beforeEach(() => (settings.language = "en"));

describe("a playing card", () => {
  it("is called by what is printed first", () => {
    expect(cardName("10d")).toBe("10 of diamonds");
    expect(cardName("Ks")).toBe("K, King of spades");
    settings.language = "de";
    expect(cardName("Jd")).toBe("J, Karo-Bube");
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
