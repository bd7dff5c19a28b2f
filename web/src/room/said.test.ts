import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { RoomView } from "../gen/protocol/RoomView";
import { toasts } from "../lib/toast.svelte";
import Room from "./Room.svelte";

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  sent: string[] = [];
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {}
  hears(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const seat = (name: string) => ({
  player_id: name,
  name,
  avatar: "🦊",
  controller: "human",
  online: true,
  idle: false,
  rematch: false,
  wins: 0,
});
const room = {
  code: "KXMT",
  game: "euchre",
  state: "lobby",
  host: "Ann",
  seats: [seat("Ann"), seat("Bea")],
  fewest: 4,
  most: 4,
  usual_seats: 4,
  preset: null,
  options: {},
  settings: {
    listed: "private",
    spectators: "on",
    absent_seat: "bot",
    bot_level: "medium",
    hints: "practice",
    grace_seconds: 30,
    handover_seconds: 120,
  },
  spectators: [],
  hints: false,
  games: 0,
} as unknown as RoomView;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sit(): void {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => Response.json([]));
  const who = { kind: "seat" as const, seated: { code: "KXMT", player_id: "Ann", token: "t" } };
  render(Room, { who, onask: () => {}, onlook: () => {}, onsit: () => {} });
  FakeSocket.last.hears({ welcome: { protocol: 2, player_id: "Ann" } });
}

it("what somebody says is told once, whatever changes in the room afterwards", async () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => Response.json([]));
  const who = { kind: "seat" as const, seated: { code: "KXMT", player_id: "Ann", token: "t" } };
  render(Room, { who, onask: () => {}, onlook: () => {}, onsit: () => {} });
  const told = vi.spyOn(toasts, "show");
  FakeSocket.last.hears({ welcome: { protocol: 2, player_id: "Ann" } });
  FakeSocket.last.hears({ update: { seq: 1, you: 0, room } });
  await tick();
  // No badge on screen shows this seat, as at the end of a deal: it becomes a note at the edge.
  FakeSocket.last.hears({ said: { seat: 3, phrase: "hello" } });
  await tick();
  for (let seq = 2; seq < 5; seq++) {
    FakeSocket.last.hears({ update: { seq, you: 0, room: { ...room, seats: [...room.seats] } } });
    await tick();
  }
  expect(told).toHaveBeenCalledTimes(1);
  expect(toasts.list).toHaveLength(1);
});

it("a second phrase does not keep the first on the screen", async () => {
  vi.useFakeTimers();
  sit();
  FakeSocket.last.hears({ update: { seq: 1, you: 0, room } });
  await tick();
  const bubbles = () => [...document.querySelectorAll(".bubble")].map(({ textContent }) => textContent);
  FakeSocket.last.hears({ said: { seat: 0, phrase: "hello" } });
  await tick();
  vi.advanceTimersByTime(3000);
  FakeSocket.last.hears({ said: { seat: 1, phrase: "good_luck" } });
  await tick();
  expect(bubbles()).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  await tick();
  expect(bubbles()).toEqual(["Good luck!"]);
  vi.advanceTimersByTime(3000);
  await tick();
  expect(bubbles()).toEqual([]);
});

it("the title says when the table waits for the viewer", async () => {
  sit();
  FakeSocket.last.hears({ update: { seq: 1, you: 0, room } });
  await tick();
  expect(document.title).toBe("Euchre · KXMT · Aboveboard");
  const table = { version: 2, link: "", view: null, more: false, events: [], acted: null, revealed: false };
  const playing = { ...room, state: "playing", games: 1 };
  FakeSocket.last.hears({ update: { seq: 2, you: 0, room: playing, table: { ...table, legal: ["pass"] } } });
  await tick();
  expect(document.title).toBe("Your turn · Euchre · KXMT · Aboveboard");
  FakeSocket.last.hears({ update: { seq: 3, table: { ...table, version: 3, legal: [] } } });
  await tick();
  expect(document.title).toBe("Euchre · KXMT · Aboveboard");
});

it("partners are named in the lobby, the host has a mark of their own, and leaving is not the first choice", async () => {
  sit();
  const four = { ...room, seats: ["Ann", "Bea", "Cal", "Dot"].map(seat) };
  FakeSocket.last.hears({ update: { seq: 1, you: 0, room: four } });
  await tick();
  const partners = [...document.querySelectorAll(".side")].map(({ textContent }) => textContent);
  expect(partners).toEqual(["Plays with Cal", "Plays with Dot", "Plays with Ann", "Plays with Bea"]);
  // In Casino only where two play against two.
  for (const [teams, expected] of [
    ["off", []],
    ["on", partners],
  ] as const) {
    FakeSocket.last.hears({ update: { seq: 2, you: 0, room: { ...four, game: "casino", options: { teams } } } });
    await tick();
    expect([...document.querySelectorAll(".side")].map(({ textContent }) => textContent)).toEqual(expected);
  }
  expect(document.querySelectorAll("li [aria-label=Host], li title")).toHaveLength(1);
  screen.getByRole("button", { name: "Leave" }).click();
  await tick();
  expect(document.querySelector("dialog .primary")?.textContent).toBe("Stay");
});

it("bots fill the table to the number chosen", async () => {
  sit();
  const six = { ...room, game: "eights", fewest: 3, most: 6, usual_seats: 4 };
  FakeSocket.last.hears({ update: { seq: 1, you: 0, room: six } });
  await tick();
  const fills = () =>
    FakeSocket.last.sent.flatMap((text) => {
      const { room } = JSON.parse(text) as { room?: { fill?: { seats: number } } };
      return room?.fill ? [room.fill.seats] : [];
    });
  const fill = screen.getByRole("button", { name: "Fill with bots" });
  fill.click();
  const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Players in total" });
  expect([...select.options].map(({ value }) => value)).toEqual(["3", "4", "5", "6"]);
  await fireEvent.change(select, { target: { value: "6" } });
  fill.click();
  expect(fills()).toEqual([4, 6]);
});
