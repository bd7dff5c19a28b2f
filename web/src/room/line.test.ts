import { expect, it } from "vitest";
import { foldedLines } from "./line";

it("a folded line asks about the first of its events that may be asked about", () => {
  const entry = (number: number, why: number | null) => ({ number, text: `${number}`, why });
  const lines = foldedLines(
    [entry(1, null), entry(2, 7), entry(3, 8), entry(5, null)],
    [
      { number: 1, text: "a" },
      { number: 5, text: "b" },
    ],
  );
  expect(lines).toEqual([
    { number: 1, text: "a", why: 7 },
    { number: 5, text: "b", why: null },
  ]);
});
