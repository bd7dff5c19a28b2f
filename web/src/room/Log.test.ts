import { fireEvent, render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import Log from "./Log.svelte";

const line = (number: number, why: number | null = number) => ({ number, text: `Line ${number}`, why });

function show(lines: ReturnType<typeof line>[]) {
  const asked: number[] = [];
  const { container, rerender } = render(Log, { lines, onwhy: (version: number) => asked.push(version) });
  const stops = () => [...container.querySelectorAll(".why[tabindex='0']")].map((button) => button.getAttribute("aria-label"));
  const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
  return { container, rerender, asked, stops, press };
}

test("all questions of the log are one stop for Tab: the newest", async () => {
  const { stops, rerender } = show([line(1), line(2), line(3, null)]);
  expect(stops()).toEqual(["Why? Line 2"]);
  await rerender({ lines: [line(1), line(2), line(3, null), line(4)] });
  expect(stops()).toEqual(["Why? Line 4"]);
});

test("arrows go from question to question, over lines without one, and round the log", async () => {
  const { container, stops, press, asked } = show([line(1), line(2, null), line(3), line(4)]);
  container.querySelector<HTMLElement>(".why[tabindex='0']")!.focus();
  await press("ArrowUp");
  await press("ArrowUp");
  expect(stops()).toEqual(["Why? Line 1"]);
  await fireEvent.click(document.activeElement!);
  expect(asked).toEqual([1]);
  await press("ArrowUp");
  expect(stops()).toEqual(["Why? Line 4"]);
  await press("Home");
  expect(stops()).toEqual(["Why? Line 1"]);
});

test("when the visited line is gone, Tab reaches the newest again", async () => {
  const { container, stops, press, rerender } = show([line(1), line(2)]);
  container.querySelector<HTMLElement>(".why[tabindex='0']")!.focus();
  await press("ArrowUp");
  await rerender({ lines: [line(7), line(8)] });
  expect(stops()).toEqual(["Why? Line 8"]);
});
