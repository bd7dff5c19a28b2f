import { expect, it } from "vitest";
import { shapesOf } from "../look/shape";
import { en } from "../text/en";
import { FEELINGS, isFeeling } from "./feelings";

it.each(Object.entries(FEELINGS))("%s is a phrase, and drawn without references or broken numbers", (name, drawing) => {
  expect(en).toHaveProperty([`phrase.${name}`]);
  for (const { attributes } of shapesOf(drawing)) {
    for (const value of Object.values(attributes)) expect(String(value)).not.toMatch(/url\(|NaN|undefined/);
  }
});

it("no two look alike, and other phrases have none", () => {
  const drawings = Object.values(FEELINGS).map((drawing) => JSON.stringify(drawing));
  expect(new Set(drawings).size).toBe(drawings.length);
  expect(isFeeling("good_luck")).toBe(false);
});

it("no phrase has an emoji: they are drawn", () => {
  for (const [key, words] of Object.entries(en)) {
    if (key.startsWith("phrase.")) expect(words).not.toMatch(/\p{Extended_Pictographic}/u);
  }
});
