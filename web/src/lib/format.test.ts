import { afterEach, expect, it } from "vitest";
import { decimal, moment, percent, rounded } from "./format";
import { settings } from "./settings.svelte";

afterEach(() => (settings.language = "en"));

it("numbers are written as the language writes them", () => {
  const all = () => [percent(0.566), percent(0.0566, 1), decimal(1234.5, 2), rounded(2), rounded(2.04), rounded(2.06)];
  expect(all()).toEqual(["57%", "5.7%", "1,234.50", "2", "2", "2.1"]);
  settings.language = "de";
  expect(all()).toEqual(["57\u00a0%", "5,7\u00a0%", "1.234,50", "2", "2", "2,1"]);
});

it("dates too", () => {
  const time = new Date(2026, 10, 18, 14, 30).getTime();
  expect(moment(time)).toMatch(/^Nov 18, 2026, 2:30\sPM$/);
  settings.language = "de";
  expect(moment(time)).toBe("18.11.2026, 14:30");
});
