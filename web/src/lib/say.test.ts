import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { say } from "./say";

beforeEach(() => {
  vi.useFakeTimers();
  document.body.replaceChildren();
});
afterEach(() => vi.useRealTimers());

const region = (which: string) => document.querySelector(`[data-say="${which}"]`)?.textContent;

it("says what comes together together, and politely", () => {
  say("Dana passes");
  say("Your turn");
  vi.runAllTimers();
  expect(region("polite")).toBe("Dana passes Your turn");
  expect(document.querySelector('[data-say="polite"]')?.getAttribute("aria-live")).toBe("polite");
});

it("says an answer at once, and only the newest", () => {
  say("You must follow hearts", true);
  say("It is not your turn", true);
  vi.runAllTimers();
  expect(region("urgent")).toBe("It is not your turn");
});

it("says the same words twice", () => {
  say("Your turn");
  vi.runAllTimers();
  say("Your turn");
  expect(region("polite")).toBe("");
  vi.runAllTimers();
  expect(region("polite")).toBe("Your turn");
});
