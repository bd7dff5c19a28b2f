import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Controls from "./Controls.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const step = () => Number(screen.getByRole<HTMLInputElement>("slider").value);
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await tick();
}

it("plays a step every 300 ms at the highest speed, and none once it is paused", async () => {
  render(Controls, { at: 0, last: 9, playing: false, speed: 4 });
  await fireEvent.click(screen.getByRole("button", { name: "Play" }));
  await pass(299);
  expect(step()).toBe(0);
  await pass(1);
  expect(step()).toBe(1);
  await pass(300);
  expect(step()).toBe(2);
  await fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  await pass(60_000);
  expect(step()).toBe(2);
});

it("stops at the end, and plays from the beginning from there", async () => {
  render(Controls, { at: 8, last: 9, playing: true, speed: 4 });
  await pass(300);
  expect(step()).toBe(9);
  await fireEvent.click(screen.getByRole("button", { name: "Play" }));
  expect(step()).toBe(0);
});
