import { expect, it } from "vitest";
import { deck } from "./fixtures";
import { draw, familyOf } from "./silhouette";

const species = (latin: string) => ({ ...deck.cards[0]!.species, latin });

it("tells families by the scientific name", () => {
  expect(familyOf(species("Asio otus"))).toBe("eared-owl");
  expect(familyOf(species("Ciconia ciconia"))).toBe("stork");
  expect(familyOf(species("Corvus corone"))).toBe("crow");
});
it("guesses the family of a bird that no list names", () => {
  const unknown = species("Nova avis");
  expect(familyOf(unknown)).toBe("perching");
  expect(familyOf({ ...unknown, foods: ["rodent"], wingspan_cm: 150, nest: "platform" })).toBe("raptor");
  expect(familyOf({ ...unknown, foods: ["fish"], habitats: ["wetland"], wingspan_cm: 160 })).toBe("heron");
  expect(familyOf({ ...unknown, nest: "ground", wingspan_cm: 60 })).toBe("game");
});
it("draws each of them with numbers only", () => {
  for (const { species } of deck.cards) {
    const drawing = draw(familyOf(species));
    for (const path of [drawing.body, drawing.wing, drawing.beak]) expect(path).toMatch(/^M[\d .MLQAZ-]+Z$/);
    expect(drawing.eyes.length).toBeGreaterThan(0);
  }
  expect(draw("owl").eyes).toHaveLength(2);
  expect(draw("duck").lines).not.toBe("");
});
