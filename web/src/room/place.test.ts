import { expect, it } from "vitest";
import { type Box, place } from "./place";

const bounds: Box = { left: 0, top: 0, width: 400, height: 800 };
const size = { width: 200, height: 100 };
const covers = (at: { left: number; top: number }, box: Box) =>
  at.left < box.left + box.width && box.left < at.left + size.width && at.top < box.top + box.height && box.top < at.top + size.height;

it("a note stands beside what it speaks of, in line with it", () => {
  const anchor = { left: 160, top: 600, width: 80, height: 120 };
  const at = place(size, bounds, anchor, [{ ...anchor, weight: 100 }]);
  expect(covers(at, anchor)).toBe(false);
  expect(at.left + size.width / 2).toBeCloseTo(200, -1);
  expect(Math.abs(at.top + size.height - anchor.top)).toBeLessThanOrEqual(8);
});

it("it keeps off everything that is to be seen, if there is room elsewhere", () => {
  const anchor = { left: 0, top: 600, width: 80, height: 120 };
  const hand = { left: 0, top: 560, width: 400, height: 200 };
  const pile = { left: 100, top: 300, width: 200, height: 240 };
  const at = place(size, bounds, anchor, [
    { ...anchor, weight: 100 },
    { ...hand, weight: 3 },
    { ...pile, weight: 3 },
  ]);
  for (const box of [anchor, hand, pile]) expect(covers(at, box)).toBe(false);
});

it("where everything is taken, what it speaks of stays free", () => {
  const anchor = { left: 160, top: 350, width: 80, height: 100 };
  const at = place(size, bounds, anchor, [
    { ...anchor, weight: 100 },
    { ...bounds, weight: 1 },
  ]);
  expect(covers(at, anchor)).toBe(false);
});

it("it stays within bounds, also where it is too large for them", () => {
  const at = place({ width: 500, height: 900 }, bounds, null, []);
  expect(at).toEqual({ left: 0, top: 0 });
});

it("it stays where it is when it grows, unless it would cover what matters or is far away now", () => {
  const anchor = { left: 100, top: 300, width: 100, height: 100 };
  const grown = { width: 200, height: 180 };
  const now = { left: 120, top: 404 };
  const taken = [{ ...anchor, weight: 100 }];
  expect(place(grown, bounds, anchor, taken, now)).toEqual(now);
  expect(place(grown, bounds, anchor, taken)).not.toEqual(now);
  expect(place(grown, bounds, anchor, [...taken, { left: 120, top: 520, width: 60, height: 80, weight: 10 }], now)).not.toEqual(now);
  expect(place(grown, bounds, { ...anchor, top: 100 }, taken, now)).not.toEqual(now);
  expect(place({ width: 200, height: 420 }, bounds, anchor, taken, now)).not.toEqual(now);
});

it("it stays without an anchor, too, until something that matters comes to lie under it", () => {
  const now = { left: 40, top: 600 };
  const hand = { left: 0, top: 650, width: 400, height: 100, weight: 4 };
  expect(place(size, bounds, null, [], now)).toEqual(now);
  expect(place(size, bounds, null, [{ ...hand, weight: 0.3 }], now)).toEqual(now);
  expect(covers(place(size, bounds, null, [hand], now), hand)).toBe(false);
});

it("it does not move from one covered thing to another that is worth as much", () => {
  const now = { left: 40, top: 404 };
  const anchor = { left: 100, top: 300, width: 100, height: 100 };
  const everywhere = { ...bounds, weight: 4 };
  expect(place(size, bounds, anchor, [everywhere, { ...anchor, weight: 60 }], now)).toEqual(now);
});

it("it comes back into bounds that have become smaller", () => {
  const at = place(size, { ...bounds, left: 60 }, null, [], { left: 40, top: 600 });
  expect(at.left).toBeGreaterThanOrEqual(60);
});
