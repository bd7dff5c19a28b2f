import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import NumberField from "./NumberField.svelte";

const shown = (or: number | string | null) => {
  const { unmount } = render(NumberField, { value: 5, from: 0, to: 10, step: 5, or, label: "Points", words: String, onchange: () => {} });
  const options = [...screen.getByRole<HTMLSelectElement>("combobox").options].map(({ text }) => text);
  unmount();
  return options;
};

it("lists numbers in ascending order, with the one outside of the range in its place and a word first", () => {
  expect(shown(null)).toEqual(["0", "5", "10"]);
  expect(shown(20)).toEqual(["0", "5", "10", "20"]);
  expect(shown("hearts")).toEqual(["hearts", "0", "5", "10"]);
});
