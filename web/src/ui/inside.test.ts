import { expect, it, vi } from "vitest";
import { inside } from "./inside";

const WINDOW = 320;
const shiftOf = (left: number, width: number): string => {
  const element = document.createElement("div");
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(left, 0, width, 20));
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(WINDOW);
  inside(element);
  return element.style.getPropertyValue("--shift");
};

it("moves what reaches over an edge of the window, and nothing else", () => {
  expect(shiftOf(100, 80)).toBe("0px");
  expect(shiftOf(-30, 80)).toBe("34px");
  expect(shiftOf(280, 80)).toBe("-44px");
});

it("shows the beginning of what is wider than the window", () => {
  expect(shiftOf(-40, 400)).toBe("44px");
});
