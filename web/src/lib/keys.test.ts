import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { filterShortcuts } from "./keys";
import { settings } from "./settings.svelte";

const heard = vi.fn();
const press = (key: string, more: KeyboardEventInit = {}, on: EventTarget = document.body) => {
  heard.mockClear();
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
  return heard.mock.calls.length > 0;
};

describe("keys that are a single character", () => {
  beforeEach(() => {
    addEventListener("keydown", filterShortcuts, true);
    addEventListener("keydown", heard);
  });
  afterEach(() => {
    settings.shortcuts = true;
    removeEventListener("keydown", filterShortcuts, true);
    removeEventListener("keydown", heard);
  });

  it("do something by default", () => {
    for (const key of ["n", "?", "1", "Escape", "ArrowLeft", " "]) expect(press(key), key).toBe(true);
  });

  it("can be switched off, and the others stay", () => {
    settings.shortcuts = false;
    for (const key of ["n", "N", "?", "1", "d"]) expect(press(key), key).toBe(false);
    for (const key of ["Escape", "ArrowLeft", "Enter", " ", "Backspace"]) expect(press(key), key).toBe(true);
    expect(press("n", { ctrlKey: true })).toBe(true);
  });

  it("are typed into fields all the same", () => {
    settings.shortcuts = false;
    const field = document.body.appendChild(document.createElement("input"));
    expect(press("n", {}, field)).toBe(true);
    field.remove();
  });
});
