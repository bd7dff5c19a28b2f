import { cleanup, fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { Action } from "../../gen/casino/Action";
import type { Note } from "../../gen/casino/Note";
import { Fault } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { build, LEGAL, makeView } from "./fixtures";
import {
  act,
  ask,
  base,
  button,
  choice,
  choices,
  consider,
  details,
  hand,
  lay,
  lines,
  show,
  stack,
  table,
  tap,
  thing,
  useTable,
} from "./testing/table";
import { t } from "./text";

useTable();

describe("builds and tops", () => {
  const view = makeView({ open: { builds: [build()] } });
  const legal: Action[] = [
    ...LEGAL,
    { raise: { card: "3c", build: 3 } },
    { capture: { card: "5s", loose: ["5h"], tops: [{ seat: 1, card: "8h" }] } },
  ];

  it("tell their value, their owner and whether they can be raised", () => {
    table({ view, legal });
    expect(button("Build of 6, Ben's, one group, can be raised: 4 of hearts; 2 of diamonds")).toBeTruthy();
  });

  it("a build is raised by laying a card on it", async () => {
    table({ view, legal });
    await lay("3c", "b3");
    expect(choices()).toEqual(["Raise to 9"]);
    await fireEvent.click(choice("Raise to 9"));
    expect(act).toHaveBeenCalledExactlyOnceWith({ raise: { card: "3c", build: 3 } });
  });

  it("a capture with a build in it is never too big", async () => {
    table({ view, legal: [...legal, { capture: { card: "9d", loose: ["4c", "5h"], builds: [3] } }] });
    await lay("9d", "b3", "4c", "5h");
    expect(choices()).toEqual(["Capture 24"]);
    expect(screen.queryByText(/more than 10/)).toBeNull();
    expect(stack()!.classList).not.toContain("over");
  });

  it("a top counts in a capture", async () => {
    table({ view, legal });
    await lay("5s", "5h", "8h");
    expect(choices()).toEqual(["Capture 18"]);
  });

  it("a dead build says so", () => {
    table({ view: { ...view, dead: [3] }, legal });
    expect(screen.getByRole("button", { name: /nobody can take it now/ })).toBeTruthy();
  });
});

describe("hints", () => {
  it("are what the server notes about each choice", async () => {
    const haul = { cards: 2, total: 10, points: 2, set: 2, sweep: 0, spades: 1 };
    const prospect = { id: null, value: 10, cards: 2, total: 10, keys: 0, next: null, unseen: 4, in_hands: 9, risk: 0.796, dead: false };
    consider.mockImplementation(async (action) => {
      const note: Note =
        typeof action === "object" && "build" in action ? { haul: null, build: prospect, table: [] } : { haul, build: null, table: [] };
      return { fault: null, note };
    });
    table();
    await lay("5s", "5h");
    expect(choices()).toEqual(["Capture 10: +2 points", "Build 10"]);
    expect(lines()).toEqual(["5 of hearts with 5 of spades · 2 cards, 1 spade", "You hold no 10 to take it; 80% that somebody else can"]);
    expect(details("Capture 10")).toEqual(["2 points of them for the set"]);
    expect(details("Build 10")).toEqual(["2 cards in it, 10 in all", "4 cards of 10 are unseen; the others hold 9 cards"]);
  });

  it("count what the next capture may bring in values and points", async () => {
    const next = { cards: 5, total: 30, points: 30, set: 0, sweep: 0, spades: null };
    const prospect = { id: null, value: 10, cards: 2, total: 10, keys: 1, next, unseen: 2, in_hands: 9, risk: 0.532, dead: false };
    consider.mockImplementation(async (action) => ({
      fault: null,
      note: typeof action === "object" && "build" in action ? { haul: null, build: prospect, table: [] } : undefined,
    }));
    table();
    await lay("5s", "5h");
    expect(lines()[1]).toBe("You need a 10 to take it; 53% that somebody else can");
    expect(details("Build 10").slice(2)).toEqual(["You keep 1 card that takes it", "Next turn you could capture 30 (5 cards): +30 points"]);
    settings.language = "de";
    await t.all();
    await vi.advanceTimersByTimeAsync(0);
    expect(lines()[1]).toBe("Du brauchst eine 10, um ihn zu nehmen; zu 53\u00a0% kann es jemand anderes");
  });

  it("name the points a capture brings at once", async () => {
    const haul = { cards: 2, total: 10, points: 10, set: 0, sweep: 0, spades: null };
    consider.mockImplementation(async (action) => ({
      fault: null,
      note: typeof action === "object" && "capture" in action ? { haul, build: null, table: [] } : undefined,
    }));
    table();
    await lay("5s", "5h");
    expect(choices()).toEqual(["Capture 10: +10 points", "Build 10"]);
  });

  it("show the risk of builds that lie there", async () => {
    const lying = { id: 3, value: 6, cards: 2, total: 6, keys: 0, next: null, unseen: 2, in_hands: 9, risk: 0.5, dead: false };
    consider.mockResolvedValue({ fault: null, note: { haul: null, build: null, table: [lying] } satisfies Note });
    table({ view: makeView({ open: { builds: [build()] } }) });
    await vi.advanceTimersByTimeAsync(200);
    expect(screen.getByRole("button", { name: /^Build of 6.*Risk 50%$/ })).toBeTruthy();
  });
});

describe("what others see", () => {
  it("nothing, unless the house shows drafts; then never the card of the hand", async () => {
    table();
    await lay("5s", "5h");
    await vi.advanceTimersByTimeAsync(500);
    expect(show).not.toHaveBeenCalled();
    cleanup();
    table({ options: { build_limit: 10, staging_hint: "on" } });
    await lay("5s", "5h");
    await vi.advanceTimersByTimeAsync(500);
    expect(show).toHaveBeenLastCalledWith({ loose: ["5h"], builds: [], tops: [], from_hand: true });
    await fireEvent.click(button("Cancel"));
    await vi.advanceTimersByTimeAsync(500);
    expect(show).toHaveBeenLastCalledWith({ loose: [], builds: [], tops: [], from_hand: false });
  });

  it("is outlined on the table of the others", () => {
    const shows = { seat: 1, what: { loose: ["5h"], builds: [], tops: [], from_hand: true } };
    table({ view: makeView({ open: { turn: 1 } }), legal: [], shows });
    expect(screen.getByText("Ben is preparing a move, with a card from their hand")).toBeTruthy();
    expect(thing("5h").classList).toContain("staged");
    expect(thing("5d").classList).not.toContain("staged");
  });
});

describe("round the table", () => {
  it("out of turn a card says why it must wait", async () => {
    ask.mockResolvedValue(new Fault("not_your_turn"));
    table({ view: makeView({ open: { turn: 1 } }), legal: [] });
    await tap(hand("5s"));
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledWith({ trail: { card: "5s" } });
    expect(stack()).toBeNull();
    expect(document.querySelector(".prompt")!.classList).toContain("notice");
  });

  it("shows piles with their tops, and who captured last", () => {
    table({ view: makeView({ open: { last_capturer: 1 } }) });
    expect(button("Pile of Ben: 4 cards, 8 of hearts on top, captured last")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Pile of Ann: empty" })).toBeTruthy();
    expect(screen.getByText("Deal 1 of 2")).toBeTruthy();
  });

  it("shows the running score where captures count at once, and none where they do not", () => {
    const { unmount } = table();
    expect(screen.getByText("0 points")).toBeTruthy();
    expect(screen.getByText("22 points")).toBeTruthy();
    unmount();
    table({ view: makeView({ piles: [0, 4].map((count) => ({ count, top: null })) }) });
    expect(screen.queryByText(/points$/)).toBeNull();
  });

  it("spectators see no hand and can do nothing", async () => {
    const { seat: _, hand: __, ...view } = makeView();
    table({ view, you: null, legal: [] });
    expect(document.querySelector("[data-card]")).toBeNull();
    await tap(thing("5h"));
    expect(stack()).toBeNull();
  });
});

describe("the last moves", () => {
  const events = [
    { number: 1, event: { trailed: { seat: 0, card: "2c" } } },
    { number: 2, event: { raised: { seat: 1, card: "2d", loose: [], build: 3, value: 6 } } },
    { number: 3, event: { captured: { seat: 1, card: "6s", loose: ["6h"], builds: [3], tops: [], total: 18 } } },
  ];
  const cards = (list: HTMLElement) =>
    within(list)
      .getAllByRole("img")
      .map((card) => card.getAttribute("aria-label"));

  it("are told with every card they moved, those of a build that is gone too", async () => {
    const { rerender } = table({ view: makeView({ open: { builds: [build()] } }) });
    await rerender({ ...base, view: makeView({ open: { window: 5 } }), events });
    const last = await screen.findByRole("button", { name: /^Ben captures/ });
    expect(cards(last)).toEqual(["6 of spades", "4 of hearts", "2 of diamonds", "6 of hearts"]);
    expect(screen.queryByRole("list", { name: "The last moves" })).toBeNull();
    await fireEvent.click(last);
    const moves = within(screen.getByRole("list", { name: "The last moves" })).getAllByRole("listitem");
    for (const [i, told] of [/^Ben captures/, /^Ben raises to 6/, /^Ann trails/].entries())
      expect(moves[i]!.textContent.trim()).toMatch(told);
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByRole("list", { name: "The last moves" })).toBeNull();
  });

  it("a capture that waits for a call is outlined", () => {
    const waiting = { card: "6s", loose: ["5h"], build: 3, tops: [] };
    table({ view: makeView({ open: { phase: "shiya", builds: [build()], waiting } }), legal: [] });
    expect(thing("5h").classList).toContain("staged");
    expect(thing("b3").parentElement!.classList).toContain("staged");
    expect(thing("5d").classList).not.toContain("staged");
  });
});
