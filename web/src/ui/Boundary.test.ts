import { render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Pair from "./testing/Pair.svelte";

const reported = vi.fn();
beforeEach(() => vi.stubGlobal("reportError", reported.mockClear()));
afterEach(() => vi.unstubAllGlobals());

it("shows a panel instead of what failed, and leaves the rest alive", () => {
  render(Pair, { broken: true });
  expect(screen.getByRole("alert").textContent).toContain("Something went wrong here");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  expect(reported).toHaveBeenCalledOnce();
  const count = screen.getByRole("button", { name: "0" });
  count.click();
  flushSync();
  expect(count.textContent).toBe("1");
});

it("catches what fails later, while it is shown", async () => {
  const { rerender } = render(Pair, { broken: false });
  expect(screen.getByText("fine")).toBeTruthy();
  await rerender({ broken: true });
  expect(screen.queryByText("fine")).toBeNull();
  expect(screen.getByRole("alert")).toBeTruthy();
});

it("is not in the way of what works", () => {
  render(Pair, { broken: false });
  expect(screen.getByText("fine")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
