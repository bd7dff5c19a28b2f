import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { HistoryGame } from "../gen/protocol/HistoryGame";
import type { Overview } from "../gen/protocol/Overview";
import { profile } from "../lib/profile.svelte";
import HistoryPage from "./HistoryPage.svelte";

const KEY = "00112233445566778899aabbccddeeff";
const game: HistoryGame = {
  record: "0123456789abcdef-2",
  game: "euchre",
  options: {},
  ended_at: Date.UTC(2026, 0, 2, 12),
  seat: 2,
  result: "won",
  rating: { rating: 1534, plus_minus: 410 },
  change: 34,
  hints: true,
  players: [
    { name: "Ada", avatar: "🤖", level: "hard", side: 0, away: false, place: 1, points: 10 },
    { name: null, avatar: null, level: null, side: 1, away: true, place: 3, points: 4 },
    { name: "Ann", avatar: "🦊", level: null, side: 0, away: false, place: 1, points: 10 },
    { name: "<b>Bea</b>", avatar: "🐸", level: null, side: 1, away: false, place: 3, points: 1 },
  ],
};
const told: Overview = {
  games: [
    {
      game: "euchre",
      played: 3,
      won: 2,
      left: 1,
      given_up: 4,
      places: [2, 0, 1],
      average_points: 7.25,
      rating: { rating: 1534, plus_minus: 410 },
      line: [1500, 1480, 1534],
    },
  ],
  board: { on: false, name: null },
};

let asked: { method: string; path: string; key: string | null }[] = [];
function answers(answer: (path: string) => unknown): void {
  vi.stubGlobal("fetch", (path: string, { method, headers }: RequestInit) => {
    asked.push({ method: method!, path, key: new Headers(headers).get("authorization") });
    return Promise.resolve(new Response(JSON.stringify(answer(path))));
  });
}
// What reads the games of this device is fetched once.
beforeAll(() => import("../local"));
beforeEach(() => {
  asked = [];
  profile.keeps = true;
});
afterEach(() => {
  profile.key = "";
  vi.unstubAllGlobals();
});

it("nothing is requested without a key", async () => {
  answers(() => told);
  render(HistoryPage);
  expect(await screen.findByText("No games yet")).toBeTruthy();
  expect(asked).toEqual([]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export the key" }).disabled).toBe(true);
});

it("results, rating and games are shown, and the key goes into the header alone", async () => {
  profile.key = KEY;
  answers((path) => (path.startsWith("/api/history/games") ? { games: [game], next: null } : told));
  render(HistoryPage);
  expect(await screen.findByText("1534 ± 410")).toBeTruthy();
  expect(screen.getByText(/3 games, 2 won \(67%\)/)).toBeTruthy();
  expect(screen.getByRole("img", { name: "Rating over 3 games: from 1500 to 1534" })).toBeTruthy();
  expect(screen.getByText("7.3")).toBeTruthy();
  const link = await screen.findByRole("link", { name: /^Replay of Euchre/ });
  expect(link.getAttribute("href")).toBe("/played/0123456789abcdef-2?seat=2");
  expect(screen.getByText("Anonymous")).toBeTruthy();
  expect(screen.getByText("a bot finished")).toBeTruthy();
  expect(screen.getByText("Bot, Hard")).toBeTruthy();
  expect(screen.getByText("<b>Bea</b>")).toBeTruthy();
  expect(screen.getByText("Rating up by 34")).toBeTruthy();
  expect(asked.map(({ path }) => path).some((path) => path.includes(KEY))).toBe(false);
  expect(new Set(asked.map(({ key }) => key))).toEqual(new Set([`Bearer ${KEY}`]));
});

it("shows nothing before it can show everything, so that nothing moves", async () => {
  profile.key = KEY;
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  vi.stubGlobal("fetch", async (path: string) => {
    const isList = path.startsWith("/api/history/games");
    if (isList) await held;
    return new Response(JSON.stringify(isList ? { games: [game], next: null } : told));
  });
  render(HistoryPage);
  // Every answer but the one that is held back has arrived after one turn of the event loop.
  await new Promise((done) => setTimeout(done));
  expect(screen.queryByRole("button", { name: "Export the key" })).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("One moment …");
  release();
  expect(await screen.findByRole("button", { name: "Export the key" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /^Replay of Euchre/ })).toBeTruthy();
});

it("more games come page by page, and a filter starts again at the first", async () => {
  profile.key = KEY;
  answers((path) => {
    if (!path.startsWith("/api/history/games")) return told;
    if (path.includes("before=7")) return { games: [{ ...game, record: "0123456789abcdef-1" }], next: null };
    return { games: [game], next: path.includes("result") ? null : 7 };
  });
  render(HistoryPage);
  await fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  await vi.waitFor(() => expect(screen.getAllByRole("link", { name: /^Replay of/ })).toHaveLength(2));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  await fireEvent.change(screen.getByRole("combobox", { name: "Result" }), { target: { value: "won" } });
  await vi.waitFor(() => expect(asked.at(-1)!.path).toBe("/api/history/games?result=won"));
  await vi.waitFor(() => expect(screen.getAllByRole("link", { name: /^Replay of/ })).toHaveLength(1));
});

it("deleting asks first, and leaves no key behind", async () => {
  profile.key = KEY;
  let forgotten = false;
  answers((path) => {
    if (asked.at(-1)!.method === "DELETE") forgotten = true;
    return path.startsWith("/api/history/games") ? { games: [game], next: null } : told;
  });
  render(HistoryPage);
  await fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  expect(forgotten).toBe(false);
  await fireEvent.click(await screen.findByRole("button", { name: "Delete here and on the server" }));
  expect(await screen.findByText("No games yet")).toBeTruthy();
  expect([forgotten, profile.key]).toEqual([true, ""]);
});

it("a person who sits down shows a key, unless nothing is to be kept", () => {
  const { profile: first, ...person } = profile.person();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(profile.person().profile).toBe(first);
  profile.keeps = false;
  expect(profile.person()).toEqual(person);
});
