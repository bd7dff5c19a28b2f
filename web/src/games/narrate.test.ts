import { expect, it } from "vitest";
import type { View as EuchreView } from "../gen/euchre/View";
import { cards, makeView } from "./eights/fixtures";
import { narrate as eights } from "./eights/narrate";
import data from "./euchre/fixtures/scenes.json";
import { narrate as euchre } from "./euchre/narrate";

const NAMES = ["Ann", "Bea", "Cem", "Dot"];
const scenes = data as unknown as Record<string, { you: number | null; view: EuchreView }>;

it("tells the table of Eights", () => {
  const view = makeView({ top: "red 3", color: "red", stack: 4, hand: cards("blue 5", "red skip") });
  const told = eights(view, NAMES, 0);
  for (const words of ["On top: 3, red.", "red counts.", "4 cards are on the stack.", "Play goes clockwise."]) {
    expect(told).toContain(words);
  }
  expect(told).toMatch(/Bea: \d+ cards?\./);
  expect(told).toContain("You hold Skip, red; 5, blue.");
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
