import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { Reactions, targetOf } from "./reactions.svelte";

it("praise is said to the player who acted last, and a reminder to the one whose turn it is", () => {
  expect(targetOf("well_played", 0, 2, [1])).toBe(2);
  expect(targetOf("hurry_up", 0, 2, [1])).toBe(1);
});
it("without a single person to say it to, it is said to everybody", () => {
  expect(targetOf("hurry_up", 0, 2, [1, 3])).toBeNull();
  expect(targetOf("well_played", 0, null, [1])).toBeNull();
  expect(targetOf("well_played", 2, 2, [1])).toBeNull();
  expect(targetOf("good_luck", 0, 2, [1])).toBeNull();
});

const TABLE = `<main>${[0, 1, 2].map((seat) => `<div data-seat="${seat}"><div class="face"></div></div>`).join("")}</main>`;
const events = [
  { number: 1, event: "dealt", seq: 1, acted: null },
  { number: 2, event: "played", seq: 2, acted: 2 },
  { number: 3, event: "scored", seq: 2, acted: null },
];
beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = TABLE;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  settings.motion = "system";
});

it("a sign flies from the seat that speaks to the one it is said to, which smiles for a while", () => {
  const flights: Animation[] = [];
  vi.spyOn(Element.prototype, "animate").mockImplementation(() => {
    flights.push({} as Animation);
    return flights.at(-1)!;
  });
  const reactions = new Reactions({ events });
  expect(reactions.tell({ seat: 0, phrase: "heart" })).toBe("Loves it");
  expect(reactions.bubble(0)).toEqual({ phrase: "heart", words: "Loves it" });
  expect(document.querySelector<HTMLElement>(".arc")?.inert).toBe(true);
  expect(reactions.glad(2)).toBe(false);
  flights[0]!.onfinish?.(new Event("finish") as AnimationPlaybackEvent);
  expect(document.querySelector(".arc")).toBeNull();
  expect([0, 1, 2].filter(reactions.glad)).toEqual([2]);
  vi.advanceTimersByTime(5000);
  expect(reactions.bubble(0)).toBeNull();
  expect([0, 1, 2].filter(reactions.glad)).toEqual([]);
});
it("for people who want no motion nothing flies, and it arrives all the same", () => {
  settings.motion = "off";
  const reactions = new Reactions({ events });
  reactions.tell({ seat: 1, phrase: "thanks" });
  expect(document.querySelector(".arc")).toBeNull();
  expect(reactions.glad(2)).toBe(true);
});
