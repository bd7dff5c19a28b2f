import { beforeEach, expect, it } from "vitest";
import type { Event } from "../../gen/roost/Event";
import { settings } from "../../lib/settings.svelte";
import { put } from "./deck.svelte";
import { deck, NAMES } from "./fixtures";
import { fold } from "./fold";

beforeEach(() => {
  settings.language = "en";
  put(deck);
});

const folded = (...events: Event[]) =>
  fold(
    events.map((event, i) => ({ number: i + 1, event })),
    NAMES,
  );
const turn = (seat: number): Event => ({ turn_started: { seat } });

it("a turn is one line, with the number of its first event", () => {
  const lines = folded(
    { round_started: { round: 1, first: 0 } },
    turn(0),
    { row_used: { seat: 0, row: "grassland" } },
    { laid: { seat: 0, positions: ["F1"] } },
    { laid: { seat: 0, positions: ["F1", "G1"] } },
    { power_used: { seat: 0, position: "G1", bird: "carrion-crow" } },
    { gained: { seat: 0, food: "seed", n: 1 } },
    turn(1),
    { announced: { seat: 1, card: "white-stork", habitat: "wetland" } },
    { paid: { seat: 1, eggs: [], tokens: { fish: 1 } } },
    { placed: { seat: 1, card: "white-stork", position: "W1" } },
  );
  expect(lines).toEqual([
    { number: 1, text: "Round 1: Ann begins" },
    { number: 3, text: "Ann lays 3 eggs · uses Carrion Crow · gains 1 seed" },
    { number: 9, text: "Ben pays 1 fish · plays White Stork in the wetland" },
  ]);
});
it("what others do in a turn is told with their names", () => {
  const lines = folded(
    turn(0),
    { row_used: { seat: 0, row: "forest" } },
    { die_taken: { seat: 0, face: "seed", food: "seed" } },
    { die_taken: { seat: 0, face: "mixed", food: "invertebrate" } },
    { power_used: { seat: 1, position: "F1", bird: "goldcrest" } },
    { hunted_deck: { seat: 0, position: "F1", bird: "carrion-crow", card: "goldcrest", success: true } },
  );
  expect(lines.map(({ text }) => text)).toEqual([
    "Ann takes seed and invertebrate · Ben uses Goldcrest · Carrion Crow finds Goldcrest: caught",
  ]);
});
it("a turn that has just begun is told too", () => {
  expect(folded(turn(1), { row_used: { seat: 1, row: "wetland" } })).toEqual([{ number: 2, text: "Ben draws cards" }]);
  expect(
    folded(turn(1), { row_used: { seat: 1, row: "wetland" } }, { drew: { seat: 1, tray: false } }, { drew: { seat: 1, tray: false } }),
  ).toEqual([{ number: 2, text: "Ben draws 2 cards" }]);
});
