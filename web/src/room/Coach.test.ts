import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { LessonView } from "../gen/protocol/LessonView";
import * as eights from "../games/eights/lesson";
import * as euchre from "../games/euchre/lesson";
import Coach from "./Coach.svelte";

const names = ["Me", "Ann", "Bea", "Cal"];
const ways = () => ({ onread: vi.fn(), onskip: vi.fn(), onplay: vi.fn(), onhome: vi.fn() });
const at = (told: string[], now: LessonView["now"]): LessonView => ({ told, steps: 12, now });
const open = (lesson: LessonView, hint: { text: string | null; tries: number } | null = null) => {
  const on = ways();
  return { on, ...render(Coach, { lesson, words: euchre, names, you: 0, hint, ...on }) };
};

it("a step has its words with the players' names, and how far one has come", async () => {
  const { on } = open(at(["partners"], "read"));
  expect(screen.getByText(/You and Bea, opposite, play together against Ann and Cal/)).toBeTruthy();
  expect(screen.getByText("Step 1 of 12")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(on.onread).toHaveBeenCalledWith(1);
});

it("who looks back reads an earlier step, and nothing is sent", async () => {
  const { on } = open(at(["partners", "up-card", "bowers", "pick-up"], "try"));
  expect(screen.getByText("Your move")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByText("Step 3 of 12")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByText("Step 4 of 12")).toBeTruthy();
  expect(on.onread).not.toHaveBeenCalled();
});

it("an action off the script gets the script's hint", () => {
  open(at(["partners", "up-card", "bowers", "pick-up"], "try"), { text: "take-it", tries: 1 });
  expect(screen.getByText(/too good to pass/)).toBeTruthy();
});

it("who acts while there is nothing to do is asked to read on", () => {
  open(at(["partners"], "read"), { text: null, tries: 1 });
  expect(screen.getByText("Tap Next to continue.")).toBeTruthy();
});

it("while the others play there is nothing to press but Back", () => {
  open(at(["partners", "up-card"], "watch"));
  expect(screen.getByText("Watch the others …")).toBeTruthy();
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent?.trim())).toEqual(["Back"]);
});

it("at the end there is a real game to play", async () => {
  const { on } = open(at(["partners"], "done"));
  await fireEvent.click(screen.getByRole("button", { name: "Play now" }));
  expect(on.onplay).toHaveBeenCalled();
});

it("every step points somewhere", async () => {
  for (const { t, at } of [eights, euchre]) {
    const { en } = await t.all();
    const steps = Object.keys(en).flatMap((key) => (key.startsWith("step.") ? [key.slice(5)] : []));
    expect(Object.keys(at).sort()).toEqual(steps.sort());
  }
});

it("where only one other plays, the learner watches that one", () => {
  const on = ways();
  render(Coach, { lesson: at(["partners"], "watch"), words: euchre, names: ["Me", "Ann"], you: 0, hint: null, ...on });
  expect(screen.getByText("Watch Ann …")).toBeTruthy();
});

it("after the end there is nothing left to skip", () => {
  open(at(["partners"], "done"));
  expect(screen.queryByRole("button", { name: "Skip the lesson" })).toBeNull();
});
