import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import type { Knowledge } from "../gen/kernel/Knowledge";
import type { Reasons } from "../gen/kernel/Reasons";
import { describeAction as describeEights } from "../games/eights/actions";
import { describeAction as describeEuchre } from "../games/euchre/actions";
import { settings } from "../lib/settings.svelte";
import { method, placeName, t, voids, worth } from "./advice";
import Counts from "./Counts.svelte";

const reasons = (more: Partial<Reasons<unknown>>): Reasons<unknown> => ({
  method: "worlds",
  candidates: [],
  worlds: { drawn: 0, kept: 0, effective: 0 },
  stopped_early: false,
  ...more,
});

describe("reasons in words", () => {
  it("say how many deals were weighed, what decided between equals, and that time ran out", () => {
    const worlds = { drawn: 400, kept: 100, effective: 62 };
    expect(method(reasons({ worlds, rule: "plain_ace", stopped_early: true }))).toEqual([
      "Weighed in 100 deals that fit everything seen so far.",
      "Nearly equal; an ace of a short suit first.",
      "Time ran out before everything was weighed.",
    ]);
  });
  it("say so where nothing was weighed", () => {
    for (const name of ["rule", "model", "slip", "only"]) {
      expect(method(reasons({ method: name }))).toHaveLength(1);
    }
    expect(method(reasons({ method: "idle" }))).toEqual([]);
  });
  it("give chances as percent and points as points", () => {
    expect(worth([0.626, 0.5])).toEqual(["62.6%", "50.0%"]);
    expect(worth([0.5, -3])).toEqual(["0.50", "-3.00"]);
  });
  it("name places by who sits there", () => {
    expect(placeName({ name: "seat 2", size: 5 }, ["Ann", "Bea", "Cem"])).toBe("Cem");
    expect(placeName({ name: "seat 0 slot 1", size: 1 }, ["Ada", "Bea"])).toBe("Ada, card 2");
    expect(placeName({ name: "kitty", size: 3 }, [])).toBe("Kitty");
    expect(placeName({ name: "elsewhere", size: 1 }, [])).toBe("elsewhere");
  });
  it("are the same in every language", async () => {
    const { en, de } = await t.all();
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });
});

describe("what can be known", () => {
  const known: Knowledge = {
    seen: 12,
    places: [],
    voids: [
      { seat: 0, suit: "c", trick: 1 },
      { seat: 1, suit: "h", trick: 2 },
      { seat: 3, suit: "d", trick: 3 },
    ],
    cards: [],
    suits: [],
    highest: [],
  };
  const names = ["Ann", "Ben", "Cal", "Dee"];

  it("names suits that others do not hold in words, and since when", async () => {
    await t.all();
    expect(voids(known, names, 0)).toEqual(["Ben has no hearts since trick 2", "Dee has no diamonds since trick 3"]);
    settings.language = "de";
    expect(voids(known, names, 0)[0]).toBe("Ben hat seit Stich 2 kein Herz");
    settings.language = "en";
  });
  it("lists them in the panel", () => {
    render(Counts, { known, names, card: (name: string) => name });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toContain("Ben has no hearts since trick 2");
  });
});

describe("an action in a few words", () => {
  it("names the bower in Euchre", () => {
    const view = { open: { trump: "h" } } as never;
    expect(describeEuchre({ play: { card: "Jd" } }, view)).toBe("Play Jack of diamonds, left bower");
    expect(describeEuchre({ order: { alone: true } }, view)).toBe("Order up, alone");
    expect(describeEuchre({ name: { suit: "s", alone: false } }, view)).toBe("Name Spades");
  });
  it("names the card and the choices in Eights", () => {
    const view = {
      seat: 0,
      hands: [
        [
          { id: 7, face: "wild" },
          { id: 8, face: "red pickswap" },
        ],
      ],
    } as never;
    expect(describeEights({ play: { card: 7, color: "blue" } }, view, [])).toBe("Play 8, wild and choose blue");
    expect(describeEights({ play: { card: 8, target: 1 } }, view, ["Ann", "Ben"])).toBe("Play Pick-swap, red on Ben");
    expect(describeEights("draw", view, [])).toBe("Draw");
  });
});
