import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Species } from "../../../gen/roost/Species";
import { type Drawing, shapesOf } from "../../../look/shape";
import { birdDrawing } from "./bird";
import { closed, part, points } from "./curve";
import { FAMILIES } from "./families";
import { markNames, nameOf, PLUMAGE, plumageOf } from "./plumage";
import { sceneDrawing, stripDrawing } from "./scenes";

const toml = readFileSync(join("..", "crates/games/roost/decks/roost/deck.toml"), "utf8");
/** The species of the built-in deck. */
const latins = [...toml.matchAll(/\blatin = "([^"]+)"/g)].map(([, latin]) => latin!);
const species = (latin: string, more: Partial<Species> = {}): Species => ({
  id: latin,
  name: latin,
  latin,
  wingspan_cm: 30,
  clutch: 5,
  nest: "bowl",
  foods: ["invertebrate"],
  eats_other: false,
  habitats: ["forest"],
  ...more,
});

it("a curve goes through its points, and a part of it ends with the whole", () => {
  const outline = points("0 0 10 0 0 10-10 0");
  const whole = closed(outline);
  for (const point of ["0 0", "10 0", "10 10", "0 10"]) expect(whole).toContain(point);
  const segments = (d: string) => d.match(/C[^Cz]+/g)!;
  const lower = segments(part(outline, 1, 3, points("5 6")));
  expect(segments(whole).slice(1, 3)).toEqual(lower.slice(0, 2));
  expect(lower.at(-1)).toMatch(/10 0$/);
});

describe("plumage", () => {
  it("each species of the deck has its row", () => {
    expect(latins).toHaveLength(80);
    expect([...PLUMAGE.keys()].sort()).toEqual(latins.map(nameOf).sort());
  });
  it.each([...PLUMAGE])("%s has eight colours and marks that can be drawn", (_latin, { family, colours, marks }) => {
    expect(FAMILIES).toHaveProperty(family);
    expect(Object.keys(colours)).toHaveLength(8);
    for (const colour of [...Object.values(colours), ...Object.values(marks)]) expect(colour).toMatch(/^#[0-9a-f]{3}$/);
    for (const mark of Object.keys(marks)) expect(markNames).toContain(mark);
  });
  it("each family is worn by somebody", () => {
    const worn = new Set([...PLUMAGE.values()].map(({ family }) => family));
    expect([...worn].sort()).toEqual(Object.keys(FAMILIES).sort());
  });
  it("birds of other decks look like their genus, or like a bird that lives as they do", () => {
    expect(plumageOf(species("Corvus monedula")).family).toBe("crow");
    expect(plumageOf(species("Nova avis")).family).toBe("song");
    expect(plumageOf(species("Nova avis", { foods: ["rodent"], wingspan_cm: 150, nest: "platform" })).family).toBe("raptor");
    expect(plumageOf(species("Nova avis", { foods: ["fish"], habitats: ["wetland"], wingspan_cm: 160 })).family).toBe("heron");
    expect(plumageOf(species("Nova avis", { nest: "ground", wingspan_cm: 60 })).family).toBe("game");
  });
});

describe("drawings", () => {
  const birds = latins.map((latin): [string, Drawing] => [latin, birdDrawing(species(latin))]);
  const all: [string, Drawing][] = [
    ...birds,
    ["one habitat", sceneDrawing(["forest"])],
    ["three habitats", sceneDrawing(["forest", "grassland", "wetland"])],
    ["a row", stripDrawing("wetland", 6)],
  ];
  it("no two birds look alike, and each is drawn once", () => {
    expect(new Set(birds.map(([, drawing]) => JSON.stringify(drawing))).size).toBe(80);
    expect(birdDrawing(species("Apus apus"))).toBe(birds.find(([latin]) => latin === "Apus apus")![1]);
  });
  it.each(all)("%s is made of numbers, and refers to nothing", (_name, drawing) => {
    for (const { attributes } of shapesOf(drawing)) {
      for (const [name, value] of Object.entries(attributes)) {
        expect(name).not.toMatch(/^(id|style|class|on.*|.*href)$/);
        expect(String(value)).not.toMatch(/NaN|undefined|Infinity|url\(/);
      }
      if ("d" in attributes) expect(attributes.d).toMatch(/^M[-\d. a-zA-Z]+$/);
    }
  });
});
