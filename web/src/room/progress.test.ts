import { expect, it } from "vitest";
import type { HistoryGame } from "../gen/protocol/HistoryGame";
import type { HistoryResult } from "../gen/protocol/HistoryResult";
import { progress } from "./progress";

const game = (record: string, result: HistoryResult, rating: number | null = 1510, change = 10): HistoryGame => ({
  record,
  game: "euchre",
  options: {},
  ended_at: 0,
  seat: 0,
  result,
  players: [],
  rating: rating === null ? null : { rating, plus_minus: 90 },
  change: rating === null ? null : change,
  hints: false,
});

it("says what the game did to the rating, and how many were won in a row", () => {
  const games = [game("c-1", "won", 1530, 12), game("b-1", "won"), game("a-1", "lost"), game("z-1", "won")];
  expect(progress(games, "c-1")).toEqual({ rating: 1530, change: 12, streak: 2 });
  expect(progress(games, "a-1")).toEqual({ rating: 1510, change: 10, streak: 0 });
});

it("has no rating for a game that did not count, and nothing for one that is not listed", () => {
  expect(progress([game("a-1", "won", null)], "a-1")).toEqual({ rating: null, change: 0, streak: 1 });
  expect(progress([game("a-1", "won")], "b-1")).toBeNull();
});
