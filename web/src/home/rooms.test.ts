import { expect, it } from "vitest";
import type { Summary } from "../gen/protocol/Summary";
import { busiestGame, freeSeats } from "./rooms.svelte";

const room = (game: string, state: Summary["state"], people: number, most: number): Summary => ({
  code: "ABCD",
  game,
  state,
  people,
  bots: 0,
  most,
  listed: "public",
  usual: true,
  spectators: "on",
});

it("only tables that have not begun have free seats", () => {
  expect(freeSeats(room("euchre", "lobby", 1, 4))).toBe(3);
  expect(freeSeats(room("euchre", "playing", 1, 4))).toBe(0);
  expect(freeSeats(room("euchre", "lobby", 4, 4))).toBe(0);
});

it("the busiest game is the one with the most free seats", () => {
  expect(busiestGame([])).toBeNull();
  expect(busiestGame([room("dutch", "playing", 1, 6)])).toBeNull();
  const rooms = [room("casino", "lobby", 1, 4), room("dutch", "lobby", 4, 6), room("dutch", "lobby", 4, 6), room("roost", "lobby", 3, 5)];
  expect(busiestGame(rooms)).toBe("dutch");
});
