import { expect, it } from "vitest";
import type { View as EuchreView } from "../gen/euchre/View";
import { build, makeView as casinoView } from "./casino/fixtures";
import { narrate as casino } from "./casino/narrate";
import { makeView as dutchView } from "./dutch/fixtures";
import { narrate as dutch } from "./dutch/narrate";
import { cards, makeView } from "./eights/fixtures";
import { narrate as eights } from "./eights/narrate";
import data from "./euchre/fixtures/scenes.json";
import { narrate as euchre } from "./euchre/narrate";

const NAMES = ["Ann", "Bea", "Cem", "Dot"];
const scenes = data as unknown as Record<string, { you: number | null; view: EuchreView }>;

it("tells the table of Eights", () => {
  const view = makeView({ top: "red 3", color: "red", stack: 4, hand: cards("blue 5", "red skip") });
  const told = eights(view, NAMES, 0);
  for (const words of ["On top: 3, red.", "Colour: red.", "4 cards are on the stack.", "Play goes clockwise."]) {
    expect(told).toContain(words);
  }
  expect(told).toMatch(/Bea: \d+ cards?\./);
  expect(told).toContain("You hold Skip, red; 5, blue.");
});

it("tells the table of Casino", () => {
  const view = casinoView({ open: { builds: [build()], last_capturer: 1 } });
  const told = casino(view, NAMES, 0);
  expect(told).toBe(
    "Deal 1 of 2. It is your turn. " +
      "Build of 6, Bea's, one group, can be raised: 4 of hearts; 2 of diamonds. " +
      "On the table: 4 of clubs; 5 of diamonds; 5 of hearts. " +
      "Ann: 3 in hand, nothing captured. Bea: 10 in hand, 4 captured, 8 of hearts on top. Bea captured last. " +
      "You hold 3 of clubs; 5 of spades; 9 of diamonds.",
  );
});

it("tells the table of Dutch", () => {
  const told = dutch(dutchView({ open: { phase: "same_rank_window", window_rank: "9", current: 1, caller: 1 } }), NAMES, 0);
  expect(told).toContain("It is Bea's turn. 9 can be matched now. On top of the discards: 9 of clubs. 30 cards to draw.");
  expect(told).toContain("Bea has called Dutch.");
  expect(told).toContain("Bea: 4 cards, collects 6, 1 of 4.");
  expect(told).toContain("Your places: 4 of hearts; face down; face down; face down.");
});

it("tells spectators of no hand", () => {
  const view = makeView();
  expect(eights({ ...view, hands: view.hands.map(() => null) }, NAMES, null)).not.toContain("You hold");
});

it("tells every scene of Euchre without a gap", () => {
  for (const [name, { view, you }] of Object.entries(scenes)) {
    const told = euchre(view, NAMES, you);
    expect(told, name).toMatch(/^\w+ deals\. /);
    expect(told, name).not.toMatch(/undefined|null|[{}]/);
    expect(told.includes("You hold"), name).toBe((view.hand ?? []).length > 0);
  }
});
