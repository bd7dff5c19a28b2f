import "fake-indexeddb/auto";
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { game } from "../lib/fixtures";
import { profile, seats } from "../lib/profile.svelte";
import { router } from "../lib/router.svelte";
import { Store, type StoredRoom } from "../local/store";
import Home from "./Home.svelte";

const answers: Record<string, unknown> = {
  "GET /api/games": [
    { ...game, name: "eights", presets: ["insane", "base", "chaos"].map((name) => ({ name, options: {} })) },
    { ...game, name: "euchre" },
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

it("behind an open door, one click is enough to play", async () => {
  render(Home, { lost: null });
  await fireEvent.click(await screen.findByRole("radio", { name: "Eights" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Play now against bots: Eights" }));
  await waitFor(() => expect(router.route).toMatchObject({ page: "table", code: "KXMT" }));
  expect(asked.find(({ what }) => what === "POST /api/play-now")?.body).toEqual({
    game: "eights",
    player: profile.person(),
    preset: "base",
    seals: true,
  });
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
  const field = screen.getByLabelText(/Table code/);
  await fireEvent.input(field, { target: { value: "ab" } });
  await fireEvent.click(screen.getByRole("button", { name: "Join" }));
  expect(screen.getByText("Codes have four or six letters.")).toBeTruthy();
  await fireEvent.input(field, { target: { value: " ab-cd" } });
  await fireEvent.click(screen.getByRole("button", { name: "Watch" }));
  expect(await screen.findByText("There is no table with this code.")).toBeTruthy();
});

it("the open door is Euchre's for somebody new, and the last game's for others", async () => {
  localStorage.removeItem("aboveboard.game");
  const first = render(Home, { lost: null });
  expect(await screen.findByRole<HTMLInputElement>("radio", { name: "Euchre" })).toHaveProperty("checked", true);
  expect(screen.queryByRole("button", { name: "Play now against bots: Eights" })).toBeNull();
  await fireEvent.click(screen.getByRole("radio", { name: "Eights" }));
  await fireEvent.click(await screen.findByRole("button", { name: "Play now against bots: Eights" }));
  await waitFor(() => expect(router.route).toMatchObject({ page: "table" }));
  first.unmount();
  render(Home, { lost: null });
  expect(await screen.findByRole<HTMLInputElement>("radio", { name: "Eights" })).toHaveProperty("checked", true);
});

it("there is one gold button: a game that waits comes before a new one", async () => {
  answers["GET /api/rooms/KXMT"] = { code: "KXMT", state: "playing" };
  seats.keep({ code: "KXMT", player_id: "p", token: "t" });
  const { container } = render(Home, { lost: null });
  expect(await screen.findByRole("link", { name: "Back to table KXMT" })).toBeTruthy();
  await screen.findByRole("button", { name: /^Play now/ });
  expect(container.querySelectorAll(".primary").length).toBe(1);
  delete answers["GET /api/rooms/KXMT"];
  seats.drop("KXMT");
});

it("every game on this device that is not over can be continued, the last one first", async () => {
  const store = await Store.open();
  const rooms: [id: string, more: Partial<StoredRoom>][] = [
    ["1".repeat(16), { game: "eights", changed: 1, state: "playing" }],
    ["2".repeat(16), { game: "euchre", changed: 2 }],
    ["3".repeat(16), { game: "euchre", changed: 3, state: "finished" }],
    ["4".repeat(16), { game: "euchre", changed: 4, lesson: true }],
    ["5".repeat(16), { game: "euchre", changed: 5, over: true }],
  ];
  for (const [id, more] of rooms) {
    const seated = { code: "KXMT", player_id: "p", token: "t" };
    await store.append(id, 0, ["{}"], { room: { id, seated, game: "", lesson: false, opened: 1, changed: 1, over: false, ...more } });
  }
  const { container } = render(Home, { lost: null });
  await screen.findByText("You are in the middle of a game on this device: Eights");
  const links = screen.getAllByRole("link", { name: "Continue the game" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([`/device/${"2".repeat(16)}`, `/device/${"1".repeat(16)}`]);
  await screen.findByRole("button", { name: /^Play now/ });
  expect(container.querySelectorAll(".primary").length).toBe(1);
  await store.clear();
  store.close();
});

it("Play now offers the variants of Eights, the classic one first, and remembers the choice", async () => {
  localStorage.removeItem("aboveboard.variants");
  const played = () => asked.filter(({ what }) => what === "POST /api/play-now").map(({ body }) => (body as { preset?: string }).preset);
  const first = render(Home, { lost: null });
  await fireEvent.click(await screen.findByRole("radio", { name: "Eights" }));
  const select = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Variant of Eights" });
  await waitFor(() => expect([...select.options].map(({ text }) => text)).toEqual(["Classic", "Insane", "Chaos"]));
  await fireEvent.click(screen.getByRole("button", { name: "Play now against bots: Eights" }));
  await waitFor(() => expect(played()).toEqual(["base"]));
  await fireEvent.change(select, { target: { value: "chaos" } });
  await waitFor(() => expect(select.disabled).toBe(false));
  first.unmount();
  router.go("/");
  render(Home, { lost: null });
  await fireEvent.click(await screen.findByRole("button", { name: "Play now against bots: Eights" }));
  await waitFor(() => expect(played()).toEqual(["base", "chaos"]));
});
