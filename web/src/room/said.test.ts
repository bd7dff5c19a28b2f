import { render } from "@testing-library/svelte";
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
  send(): void {}
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

afterEach(() => vi.unstubAllGlobals());

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
