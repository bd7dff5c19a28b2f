import { render, screen } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import type { Knowledge } from "../gen/kernel/Knowledge";
import type { Reasons } from "../gen/kernel/Reasons";
import { describeAction as describeEights } from "../games/eights/actions";
import { describeAction as describeEuchre } from "../games/euchre/actions";
import { settings } from "../lib/settings.svelte";
import { cardOf, isClose, method, placeName, t, voids, worth } from "./advice";
import Candidates from "./Candidates.svelte";
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
    expect(method(reasons({ worlds, rule: "plain_ace", stopped_early: true }), "euchre")).toEqual([
      "Weighed in 100 deals that fit everything seen so far.",
      "Nearly equal; an ace of a short suit first.",
      "Time ran out before everything was weighed.",
    ]);
  });
  it("say so where nothing was weighed", () => {
    for (const name of ["rule", "model", "slip", "only"]) {
      expect(method(reasons({ method: name }), "eights")).toHaveLength(1);
    }
    expect(method(reasons({ method: "idle" }), "eights")).toEqual([]);
  });
  it("say the rule of thumb itself", () => {
    expect(method(reasons({ method: "rule", rule: "best_card" }), "dutch")).toEqual([
      "The rule: play the rank that counts most in the hand. A card that is not known counts 6.",
    ]);
    const worlds = { drawn: 200, kept: 200, effective: 200 };
    expect(method(reasons({ worlds, rule: "no_clear_gain" }), "eights").slice(1)).toEqual([
      "No move was clearly better than the one by the rule.",
      expect.stringMatching(/^The rule: stop a player who is about to win/),
    ]);
    expect(method(reasons({ method: "rule" }), "euchre")).toEqual([expect.stringMatching(/^The rule: lead an ace/)]);
  });
  it("say where chance alone may explain a difference, with bars that begin at nothing", () => {
    const candidate = (value: number, error: number) => ({ action: `${value}`, value, error, visits: 9 });
    expect(isClose(candidate(0.6, 0.02), candidate(0.55, 0.02))).toBe(true);
    expect(isClose(candidate(0.6, 0.01), candidate(0.55, 0.01))).toBe(false);
    const twin = { ...candidate(0.58, 0.02), action: "0.6" };
    const candidates = [candidate(0.6, 0.02), twin, candidate(0.57, 0.02), candidate(0.3, 0.02)];
    render(Candidates, { reasons: reasons({ candidates }), game: "eights", describe: String });
    const cells = screen.getAllByRole("cell");
    expect(cells.map(({ textContent }) => textContent.trim())).toEqual(["60.0%", "57.0%no clear difference", "30.0%"]);
    expect([...document.querySelectorAll<HTMLElement>(".bar")].map(({ style }) => Math.round(parseFloat(style.width)))).toEqual([
      100, 95, 50,
    ]);
  });
  it("name the card that an action plays", () => {
    expect(cardOf({ play: { card: 7, color: "blue" } })).toBe("7");
    expect(cardOf({ capture: { card: "9s", loose: ["9d"] } })).toBe("9s");
    expect(cardOf({ match: { slot: 1 } })).toBe("1");
    for (const other of [null, "draw", { peek_card: { seat: 1, slot: 2 } }, { name: { suit: "h", alone: false } }])
      expect(cardOf(other)).toBeNull();
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
