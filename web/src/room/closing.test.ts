import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BEAT, Closing } from "./closing.svelte";
import { Switch } from "./testing/switch.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(over: boolean): { deal: Switch; closing: Closing; stop: () => void } {
  const deal = new Switch(over);
  let closing!: Closing;
  const stop = Switch.root(() => {
    closing = new Closing(() => deal.on);
  });
  flushSync();
  return { deal, closing, stop };
}

describe("the end of a deal", () => {
  it("is seen before the result rises", () => {
    const { deal, closing, stop } = watch(false);
    deal.on = true;
    flushSync();
    expect([closing.landed, closing.risen]).toEqual([false, false]);
    vi.advanceTimersByTime(BEAT / 2);
    expect([closing.landed, closing.risen]).toEqual([true, false]);
    vi.advanceTimersByTime(BEAT / 2);
    expect(closing.risen).toBe(true);
    stop();
  });

  it("is not shown again to somebody who comes later", () => {
    const { closing, stop } = watch(true);
    expect(closing.risen).toBe(true);
    stop();
  });

  it("makes room for the next deal at once", () => {
    const { deal, closing, stop } = watch(true);
    deal.on = false;
    flushSync();
    expect(closing.risen).toBe(false);
    deal.on = true;
    flushSync();
    expect(closing.risen).toBe(false);
    stop();
    vi.advanceTimersByTime(BEAT);
    expect(closing.risen).toBe(false);
  });
});
