import { describe, expect, it } from "vitest";
import type { Suit } from "../gen/kernel/Suit";
import { type Drawing, paint, type Shape, shapesOf } from "../look/shape";
import { COLOUR_BACK, colourFace } from "./colour-faces";
import { court, joker } from "./courts";
import { BACK, indices, middle, smallFace, STARS } from "./faces";

const SUITS: Suit[] = ["s", "h", "d", "c"];
const NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
const COURTS = ["J", "Q", "K"] as const;

const deck: [name: string, drawing: Drawing][] = SUITS.flatMap((suit) => [
  ...["A", ...NUMBERS].map((rank): [string, Drawing] => [rank + suit, [...indices(rank, suit), ...middle(rank, suit)]]),
  ...COURTS.map((rank): [string, Drawing] => [rank + suit, [...indices(rank, suit), ...court(rank, suit)]]),
]);
deck.push(["X1", [...STARS, ...joker(true)]], ["X2", [...STARS, ...joker(false)]], ["back", BACK]);
const eights = ["red 5", "blue skip", "green +2", "yellow +20", "wild", "+4", "+20", "wildpickswap"].flatMap(
  (face): [string, Drawing][] => [
    [face, colourFace(face, null)],
    [`${face}, named`, colourFace(face, "green")],
  ],
);
const all = [
  ...deck,
  ...eights,
  ["back of Eights", COLOUR_BACK] as [string, Drawing],
  ...SUITS.map((suit): [string, Drawing] => [`small ${suit}`, smallFace("10", suit)]),
];

const isTurned = ({ tag, attributes }: Shape) => tag === "g" && attributes.transform === "rotate(180 50 70)";

describe("the deck", () => {
  it("has 52 cards, two jokers and a back, and no two look alike", () => {
    expect(deck.length).toBe(55);
    expect(new Set(deck.map(([, drawing]) => JSON.stringify(drawing))).size).toBe(55);
  });

  it.each(NUMBERS)("a %s has as many pips", (rank) => {
    for (const suit of SUITS) expect(middle(rank, suit).length).toBe(Number(rank));
  });

  it.each(NUMBERS)("the lower pips of a %s are turned, the upper ones are not", (rank) => {
    for (const { attributes } of middle(rank, "s")) {
      const transform = String(attributes.transform);
      const y = Number(/^translate\([\d.]+ ([\d.]+)\)/.exec(transform)![1]);
      expect(transform.includes("rotate(180)")).toBe(y > 70);
    }
  });

  it.each(deck.filter(([name]) => /^[JQKX]/.test(name)))("%s is the same from both ends", (_name, drawing) => {
    const halves = drawing.filter(isTurned);
    expect(halves.length).toBe(2);
    for (const { children } of halves) for (const shape of children!) expect(drawing).toContain(shape);
  });

  it("each house has a figure of its own", () => {
    for (const rank of COURTS) {
      const robes = SUITS.map((suit) =>
        shapesOf(court(rank, suit)).find(({ attributes }) => attributes.d?.toString().startsWith("M19 71V63"))!,
      );
      expect(new Set(robes.map(({ attributes }) => attributes.fill)).size).toBe(4);
    }
  });
});

it("each glyph is on the page once, and no card has words of its own", () => {
  const cards = all.map(([, drawing]) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    paint(drawing)(svg);
    document.body.append(svg);
    return svg;
  });
  for (const svg of cards) expect(svg.textContent).toBe("");
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const use of document.querySelectorAll("use")) expect(ids).toContain(use.getAttribute("href")!.slice(1));
});

describe.each(all)("%s", (_name, drawing) => {
  it("stands for itself: no id, no style, no script, no reference but to glyphs", () => {
    for (const { attributes } of shapesOf(drawing)) {
      for (const [name, value] of Object.entries(attributes)) {
        if (name === "href") expect(value).toMatch(/^#glyph-[\w-]+$/);
        else expect(name).not.toMatch(/^(id|style|class|on.*|.*href)$/);
        expect(String(value)).not.toMatch(/url\(|https?:|data:/);
      }
    }
  });

  it("is made of numbers that are numbers", () => {
    for (const { attributes } of shapesOf(drawing)) {
      for (const value of Object.values(attributes)) expect(String(value)).not.toMatch(/NaN|undefined|null|Infinity/);
      if ("d" in attributes) expect(attributes.d).toMatch(/^M[-\d. a-zA-Z]+$/);
    }
  });

  it("names no colour of a suit, so that four colours can be chosen", () => {
    for (const { attributes } of shapesOf(drawing)) expect(String(attributes.fill)).not.toMatch(/#1b1a2b|#b81f33/);
  });
});
