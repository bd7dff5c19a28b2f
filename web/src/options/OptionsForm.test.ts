import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";
import { wordsOf } from "../catalog/words";
import { type Choice, wish } from "../lib/options";
import { game } from "../lib/fixtures";
import OptionsForm from "./OptionsForm.svelte";

let choice: Choice;
let rerender: (props: object) => Promise<void>;

function onchange(next: Choice): void {
  choice = next;
  void rerender({ choice });
}

beforeEach(() => {
  choice = { preset: "usual", changes: {} };
  ({ rerender } = render(OptionsForm, { game, words: wordsOf(), choice, onchange }));
});

it("every field of a game nobody knows gets a control with a name", async () => {
  expect(screen.getByRole("switch", { name: "Wild", hidden: true })).toBeTruthy();
  expect(screen.getByLabelText("Tier")).toBeTruthy();
  expect(screen.getByLabelText("Size")).toBeTruthy();
  expect(screen.getByLabelText("Turn seconds")).toBeTruthy();
  expect(screen.getByLabelText("Mix: Automatic")).toBeTruthy();
});

it("what is chosen becomes the options that are sent", async () => {
  await fireEvent.click(screen.getByLabelText("Wild"));
  await fireEvent.change(screen.getByLabelText("Tier"), { target: { value: "high" } });
  await fireEvent.change(screen.getByLabelText("Size"), { target: { value: "9" } });
  await fireEvent.change(screen.getByLabelText("Turn seconds"), { target: { value: "45" } });
  expect(wish(choice)).toEqual({ preset: "usual", options: { wild: "on", tier: "high", size: 9, turn_seconds: 45 } });
});

it("a number outside of its range is brought back", async () => {
  await fireEvent.change(screen.getByLabelText("Turn seconds"), { target: { value: "9999" } });
  expect(choice.changes.turn_seconds).toBe(120);
});

it("the value beside the range can be chosen", async () => {
  await fireEvent.click(screen.getByLabelText("Turn seconds: No limit"));
  expect(choice.changes).toEqual({ turn_seconds: 0 });
});

it("a preset takes the single changes back", async () => {
  await fireEvent.click(screen.getByLabelText("Wild"));
  await fireEvent.click(screen.getByRole("radio", { name: /Hard/ }));
  expect(wish(choice)).toEqual({ preset: "hard", options: {} });
});

it("shares are numbers by name", async () => {
  await fireEvent.click(screen.getByLabelText("Mix: Automatic"));
  expect(choice.changes.mix).toEqual({ a: 100, b: 0 });
  await fireEvent.change(screen.getByLabelText("B"), { target: { value: "40" } });
  expect(choice.changes.mix).toEqual({ a: 100, b: 40 });
  expect(screen.getByText("140 of 100")).toBeTruthy();
});
