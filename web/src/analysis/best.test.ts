import { expect, it } from "vitest";
import type { Analysis } from "../gen/analysis/Analysis";
import type { Review } from "../gen/analysis/Review";
import { bestMove } from "./best";

const review = (frame: number, seat: number, played: string, chances: Record<string, number>): Review => ({
  frame,
  seat,
  played,
  advised: Object.keys(chances)[0],
  moves: Object.entries(chances).map(([action, chance]) => ({ action, chance, error: 0.01 })),
  chance: chances[played]!,
  cost: { value: 0, error: 0 },
  verdict: "same",
  worlds: 100,
  unseen: [],
  decisive: [],
});
const of = (...reviews: Review[]): Analysis => ({
  game: "euchre",
  sides: [0, 1],
  won: null,
  reviews,
  costliest: [],
  forced: 0,
  beliefs: null,
});

it("is the move that gained most on the next best one", () => {
  const found = bestMove(of(review(3, 0, "a", { a: 0.6, b: 0.5 }), review(9, 0, "c", { c: 0.7, d: 0.4, e: 0.1 })), 0);
  expect(found?.review.frame).toBe(9);
  expect(found?.gain).toBeCloseTo(0.3);
});
it("is the player's own, and not one that had something better beside it", () => {
  expect(bestMove(of(review(3, 1, "a", { a: 0.9, b: 0.1 }), review(5, 0, "b", { a: 0.9, b: 0.4, c: 0.1 })), 0)).toBeNull();
});
it("is none where the difference may be chance, or where there was no choice", () => {
  expect(bestMove(of(review(3, 0, "a", { a: 0.52, b: 0.5 }), review(5, 0, "a", { a: 0.9 })), 0)).toBeNull();
});
