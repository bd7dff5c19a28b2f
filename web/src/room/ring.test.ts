import { describe, expect, it } from "vitest";
import { chairs, columns, rows } from "./ring";

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

describe("chairs", () => {
  it("has one for everybody", () => {
    for (const count of COUNTS) expect(chairs(count)).toHaveLength(count);
  });

  it("goes clockwise: left, top, right", () => {
    for (const count of COUNTS) {
      const order = chairs(count).map(({ side }) => ["left", "top", "right"].indexOf(side));
      expect(order).toEqual(order.toSorted());
      const top = chairs(count).filter(({ side }) => side === "top");
      expect(top.map(({ x }) => x)).toEqual(top.map(({ x }) => x).toSorted((a, b) => a - b));
    }
  });

  it("is as far to the left as to the right", () => {
    for (const count of COUNTS) {
      const all = chairs(count);
      for (const [at, chair] of all.entries()) {
        const other = all[count - 1 - at]!;
        expect(chair.x + other.x).toBeCloseTo(100);
        expect(chair.y).toBe(other.y);
        expect(chair.column + other.column).toBeCloseTo(100);
        expect(chair.row).toBe(other.row);
      }
    }
  });

  it("puts nobody on another's lap", () => {
    for (const across of [3, 5]) {
      for (const count of COUNTS) {
        const all = chairs(count, across);
        const width = 100 / columns(count, across);
        for (const [at, one] of all.entries()) {
          for (const other of all.slice(at + 1)) {
            const apart = Math.abs(one.column - other.column);
            if (one.row === other.row) expect(apart).toBeGreaterThan(width - 0.01);
          }
          expect(one.column).toBeGreaterThan(width / 2 - 0.01);
        }
      }
    }
  });

  it("needs a second row only for more than fit", () => {
    expect(rows(5)).toBe(1);
    expect(rows(6)).toBe(2);
    expect(rows(3, 3)).toBe(1);
    expect(rows(5, 3)).toBe(2);
  });
});
