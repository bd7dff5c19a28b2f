import { render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Occupant } from "../gen/protocol/Occupant";
import { rematchSeats, startTrouble } from "../lobby/start";
import Clock from "./Clock.svelte";
import Seat from "./Seat.svelte";
import { standings, winners } from "./standings";

const person: Occupant = {
  player_id: "p",
  name: "Ann",
  avatar: "🦊",
  controller: "human",
  online: true,
  idle: false,
  rematch: false,
  wins: 0,
};

afterEach(() => vi.useRealTimers());

describe("a result", () => {
  const list = standings({ places: [2, 1, 2, 1], points: [6, 10, 6, 10], reason: "target", next_first: null });
  it("is read best first", () => {
    expect(list.map(({ seat }) => seat)).toEqual([1, 3, 0, 2]);
    expect(winners(list)).toEqual([1, 3]);
  });
});

describe("the start", () => {
  it("says how many are missing", () => {
    const seats = [person, person];
    expect(startTrouble({ seats, fewest: 4, most: 4 })).toBe("2 more players needed");
    expect(startTrouble({ seats, fewest: 3, most: 6 })).toBe("1 more player needed");
    expect(startTrouble({ seats, fewest: 2, most: 2 })).toBeNull();
    expect(startTrouble({ seats, fewest: 1, most: 1 })).toBe("1 player too many");
  });
});

describe("a rematch", () => {
  it("is played by bots, the host and those who have agreed", () => {
    const seats = [person, { ...person, rematch: true }, person, { ...person, player_id: null }];
    expect(rematchSeats(seats, 0)).toEqual([seats[0], seats[1], seats[3]]);
  });
});

describe("a seat", () => {
  it("shows a name as it is", () => {
    const { container } = render(Seat, { seat: 0, occupant: { ...person, name: "<b>x</b>" } });
    expect(container.querySelector("b")).toBeNull();
    expect(container.textContent).toContain("<b>x</b>");
  });
  it("says who is away, idle, replaced by a bot or gone", async () => {
    const { rerender } = render(Seat, { seat: 0, occupant: { ...person, online: false } });
    expect(screen.getByText("offline")).toBeTruthy();
    await rerender({ occupant: { ...person, idle: true } });
    expect(screen.getByText("inactive")).toBeTruthy();
    await rerender({ occupant: { ...person, controller: "bot" } });
    expect(screen.getByText("a bot is playing")).toBeTruthy();
    await rerender({ occupant: { ...person, controller: "none" } });
    expect(screen.getByText("left the game")).toBeTruthy();
  });
  it("counts cards for eyes and ears", () => {
    render(Seat, { seat: 0, occupant: person, cards: 1 });
    expect(screen.getByText("1 card")).toBeTruthy();
  });
});

describe("a clock", () => {
  it("counts down and says the last five seconds", async () => {
    vi.useFakeTimers();
    const { container } = render(Clock, { deadline: Date.now() + 7000, mine: true });
    const live = container.querySelector("[aria-live=assertive]")!;
    expect(container.querySelector("[role=timer]")?.textContent?.trim()).toBe("7");
    expect(live.textContent).toBe("");
    await vi.advanceTimersByTimeAsync(2500);
    expect(live.textContent).toBe("5 seconds left");
  });
  it("is not there without a deadline", () => {
    const { container } = render(Clock, { deadline: null });
    expect(container.textContent?.trim()).toBe("");
  });
});
