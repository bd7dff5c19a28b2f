import { expect, it } from "vitest";
import { step } from "./arrows";

it("steps by rows where there are rows", () => {
  const box = (left: number, top: number) => {
    const element = document.createElement("button");
    element.getBoundingClientRect = () => ({ left, top, width: 40, height: 60 }) as DOMRect;
    return element;
  };
  const list = [box(0, 0), box(50, 0), box(100, 0), box(0, 70), box(100, 70)];
  expect(step(list, 2, "ArrowDown")).toBe(list[4]);
  expect(step(list, 4, "ArrowUp")).toBe(list[2]);
  expect(step(list, 4, "ArrowDown")).toBe(list[0]);
  expect(step([], 0, "ArrowDown")).toBeUndefined();
});
