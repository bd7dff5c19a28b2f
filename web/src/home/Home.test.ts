import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { game } from "../lib/fixtures";
import { profile, seats } from "../lib/profile.svelte";
import { router } from "../lib/router.svelte";
import Home from "./Home.svelte";

const answers: Record<string, unknown> = {
  "GET /api/games": [
    { ...game, name: "eights" },
    { ...game, name: "snap_and_run" },
  ],
  "GET /api/rooms": [],
  "POST /api/play-now": { code: "KXMT", player_id: "p", token: "t" },
};
const asked: { what: string; body: unknown }[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string, { method, body }: { method: string; body: string | null }) => {
    const what = `${method} ${path}`;
    asked.push({ what, body: body === null ? null : JSON.parse(body) });
    const known = what in answers;
    return Response.json(known ? answers[what] : { code: "room_not_found", detail: {} }, { status: known ? 200 : 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  router.go("/");
});

it("one click on a game is enough to play", async () => {
  render(Home, { lost: null });
  await fireEvent.click(await screen.findByRole("button", { name: "Play now against bots: Eights" }));
  await waitFor(() => expect(router.route).toMatchObject({ page: "table", code: "KXMT" }));
  expect(asked.find(({ what }) => what === "POST /api/play-now")?.body).toEqual({ game: "eights", player: profile.person(), seals: true });
  expect(seats.of("KXMT")).toMatchObject({ token: "t" });
});

it("a game that has no table here has no tile: it is for programs", async () => {
  render(Home, { lost: null });
  expect(await screen.findByRole("heading", { name: "Eights" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Snap and run" })).toBeNull();
});

it("a path that leads nowhere is named", async () => {
  render(Home, { lost: "/nowhere" });
  expect(screen.getByText(/“\/nowhere”/)).toBeTruthy();
});

it("a code that does not exist is said at the field", async () => {
  render(Home, { lost: null });
  const field = screen.getByLabelText("Table code");
  await fireEvent.input(field, { target: { value: "ab" } });
  await fireEvent.click(screen.getByRole("button", { name: "Join" }));
  expect(screen.getByText("A code has four letters.")).toBeTruthy();
  await fireEvent.input(field, { target: { value: " ab-cd" } });
  await fireEvent.click(screen.getByRole("button", { name: "Watch" }));
  expect(await screen.findByText("There is no table with this code.")).toBeTruthy();
});
