import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../gen/casino/Action";
import type { Tally } from "../../gen/casino/Tally";
import { settings } from "../../lib/settings.svelte";
import { LEGAL, makeView, seats } from "./fixtures";
import Table from "./Table.svelte";

const act = vi.fn<(action: Action) => Promise<void>>(async () => {});
const base = {
  view: makeView(),
  legal: LEGAL,
  you: 0,
  seats,
  events: [],
  deadline: null,
  options: { build_limit: 10 } as Record<string, unknown>,
  act,
  ask: async () => null,
  consider: async () => ({ fault: null }),
  show: () => {},
};
const table = (more: Partial<typeof base>) => render(Table, { props: { ...base, ...more } });

beforeEach(() => {
  localStorage.clear();
  settings.language = "en";
  act.mockClear();
});
afterEach(cleanup);

describe("a counted game", () => {
  const zero = { most_cards: 0, most_spades: 0, ten_of_diamonds: 0, two_of_spades: 0, aces: 0, pips: 0, sets: 0, sweeps: 0 };
  const tally: Tally = {
    reason: "cards_out",
    leftovers_to: 1,
    leftovers: ["3c", "9h"],
    scores: [
      { ...zero, seats: [0], cards: 22, spades: 5, most_cards: 2, most_spades: 1, ten_of_diamonds: 2, aces: 3, points: 8 },
      { ...zero, seats: [1], cards: 18, spades: 5, most_spades: 1, two_of_spades: 1, aces: 1, points: 3 },
    ],
  };
  const open = { phase: "round_over" as const, tally };

  it("says what every side has for which reason, and who got what was left", async () => {
    table({
      view: makeView({ open: { ...open, totals: [8, 15], ready: [1] } }),
      legal: ["ready"],
      options: { match: "points", match_target: 21 },
    });
    expect((await screen.findByRole("heading", { name: "You score the most" })).tagName).toBe("H2");
    const row = (name: string) =>
      within(screen.getByRole("row", { name: new RegExp(`^${name}`) }))
        .getAllByRole("cell")
        .map((cell) => cell.textContent);
    expect(row("Most cards")).toEqual(["2", "–"]);
    expect(row("Aces")).toEqual(["3", "1"]);
    expect(row("Points")).toEqual(["8", "3"]);
    expect(row("Total, of 21")).toEqual(["8", "15"]);
    expect(row("Spades")).toEqual(["5", "5"]);
    expect(screen.getByRole("img", { name: "Ben is ready" })).toBeTruthy();
    expect(screen.queryByRole("row", { name: /^Sweeps/ })).toBeNull();
    expect(screen.getByText("2 cards were left: they go to Ben, who captured last")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Ready" }));
    expect(act).toHaveBeenCalledExactlyOnceWith("ready");
  });

  it("counts values without spades, and says them once", async () => {
    const scores = [120, 100].map((pips, seat) => ({ ...zero, seats: [seat], cards: 20, spades: 5, pips, points: pips }));
    table({ view: makeView({ open: { ...open, tally: { ...tally, scores } } }), legal: [] });
    await screen.findByRole("row", { name: /^Points/ });
    const rows = screen.getAllByRole("row").map((row) => row.textContent.replace(/\s+/g, " ").trim());
    expect(rows.slice(1)).toEqual(["Cards2020", "Points120100"]);
  });

  it("ends a match by its totals, not by the last game", async () => {
    table({
      view: makeView({ open: { ...open, phase: "finished", totals: [16, 23] } }),
      legal: [],
      options: { match: "points", match_target: 21 },
    });
    expect(await screen.findByRole("heading", { name: "Ben wins" })).toBeTruthy();
    cleanup();
    table({ view: makeView({ open: { ...open, phase: "finished", totals: [8, 3] } }), legal: [] });
    expect(await screen.findByRole("heading", { name: "You win" })).toBeTruthy();
  });
});
