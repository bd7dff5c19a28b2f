import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Connection, PENDING } from "../lib/connection.svelte";
import { STALLED } from "../lib/watchdog";
import Banner from "./Banner.svelte";

class FakeSocket {
  static last: FakeSocket;
  onopen: (() => void) | null = null;
  onmessage: ((frame: { data: string }) => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
  hears(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let conn: Connection;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  conn = new Connection({ kind: "seat", seated: { code: "KXMT", player_id: "p", token: "t" } });
  FakeSocket.last.hears({ welcome: { protocol: 2, player_id: "p" } });
  FakeSocket.last.hears({ update: { seq: 1, room: { state: "playing", games: 1, seats: [] } } });
  render(Banner, { conn });
});
afterEach(() => {
  conn.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("shows after six seconds of silence, and goes when the connection is back", async () => {
  expect(screen.queryByRole("region")).toBeNull();
  vi.advanceTimersByTime(STALLED);
  await tick();
  expect(screen.getByRole("region").textContent).toContain("Connecting");
  FakeSocket.last.hears({ welcome: { protocol: 2, player_id: "p" } });
  await tick();
  expect(screen.queryByRole("region")).toBeNull();
});

it("says that a move is on its way when it takes longer than a moment", async () => {
  conn.act("pass").catch(() => {});
  vi.advanceTimersByTime(PENDING - 1);
  await tick();
  expect(screen.queryByText(/Sending/)).toBeNull();
  vi.advanceTimersByTime(1);
  await tick();
  expect(screen.getByText(/Sending your move/)).toBeTruthy();
});
