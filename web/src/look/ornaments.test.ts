import { expect, it } from "vitest";
import { LAUREL, SEAL } from "./ornaments";
import type { Drawing } from "./shape";

const all = (drawing: Drawing): Drawing => drawing.flatMap((shape) => [shape, ...all(shape.children ?? [])]);

it("draws laurels of two equal branches", () => {
  const stems = LAUREL.filter(({ attributes }) => attributes.fill === "none");
  expect(stems).toHaveLength(2);
  // Eight pairs and a tip on each branch.
  expect(LAUREL.filter(({ tag }) => tag === "g")).toHaveLength(2 * 17);
});

it("draws a seal with numbers that stay in its box", () => {
  const numbers = all(SEAL).flatMap(({ attributes }) => String(attributes.d ?? "").match(/-?[\d.]+/g) ?? []);
  expect(numbers.length).toBeGreaterThan(90);
  expect(numbers.every((number) => Number(number) >= 0 && Number(number) <= 100)).toBe(true);
});
