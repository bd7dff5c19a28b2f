import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../gen/casino/Action";
import type { Note } from "../../gen/casino/Note";
import { Fault } from "../../lib/api";
import type { Answer } from "../../lib/connection.svelte";
import { settings } from "../../lib/settings.svelte";
import { build, LEGAL, makeView, seats } from "./fixtures";
import Table from "./Table.svelte";
import { t } from "./text";

const act = vi.fn<(action: Action) => Promise<void>>(async () => {});
const ask = vi.fn<(action: Action) => Promise<Fault | null>>(async () => null);
const consider = vi.fn<(action: Action) => Promise<Answer>>(async () => ({ fault: null }));
const show = vi.fn<(what: unknown) => void>();

const base = {
  view: makeView(),
  legal: LEGAL,
  you: 0 as number | null,
  seats,
  events: [],
  deadline: null,
  options: { build_limit: 10 } as Record<string, unknown>,
  act,
  ask,
  consider,
  show,
};
const table = (more: Partial<typeof base> & Record<string, unknown> = {}) => render(Table, { props: { ...base, ...more } });

const hand = (card: string) => document.querySelector<HTMLElement>(`[data-card="${card}"]`)!;
const thing = (name: string) => document.querySelector<HTMLElement>(`[data-thing="${name}"]`)!;
const coming = () => screen.getByRole("combobox", { name: "When you have laid cards together" });
/** What is behind the "i" of a choice. */
const details = (name: string) => {
  const summary = document.querySelector(`.picker summary[aria-label="${name}: details"]`);
  return [...(summary?.parentElement?.querySelectorAll("li") ?? [])].map((line) => line.textContent);
};
const tap = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });
const lay = async (card: string, ...things: string[]) => {
  await tap(hand(card));
  for (const one of things) await tap(thing(one));
  // Until the server was asked.
  await vi.advanceTimersByTimeAsync(200);
};
const choices = () => [...document.querySelectorAll(".picker .options .name")].map((name) => name.textContent.trim());
/** What stands under the names of the choices, cards by their labels. */
const lines = () =>
  [...document.querySelectorAll(".picker .options .what")].map((line) =>
    [...line.children].map((part) => part.getAttribute("aria-label") ?? part.textContent.trim()).join(" "),
  );
const takes = () => [...document.querySelectorAll<HTMLElement>("[data-thing].takes")].map((element) => element.dataset.thing);
const lit = () => [...document.querySelectorAll<HTMLElement>("[data-thing].lit")].map((element) => element.dataset.thing);
const stack = () => screen.queryByRole("group", { name: "Selected cards" });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** A choice by the name it begins with. */
const choice = (name: string) => button(new RegExp(`^${name}`));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  settings.language = "en";
  for (const mock of [act, show]) mock.mockClear();
  ask.mockReset().mockResolvedValue(null);
  // What is not on the list is refused.
  consider.mockReset().mockResolvedValue({ fault: new Fault("no_split", { value: 5 }) });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("equal cards", () => {
  it("can be captured or built, with exactly these names", async () => {
    table();
    await lay("5s", "5h");
    expect(choices()).toEqual(["Capture 10", "Build 10"]);
    expect(screen.getByText("10 is the highest build")).toBeTruthy();
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(choice("Build 10"));
    expect(act).toHaveBeenCalledExactlyOnceWith({ build: { card: "5s", loose: ["5h"], value: 10 } });
  });

  it("three fives are more than a build may have", async () => {
    consider.mockImplementation(async (action) =>
      typeof action === "object" && "build" in action && action.build.value === 15
        ? { fault: new Fault("over_limit", { value: 15, limit: 10 }) }
        : { fault: null },
    );
    table();
    await lay("5s", "5h", "5d");
    expect(choices()).toEqual(["Capture 15"]);
    expect(screen.getByText("15 is more than 10: capture only")).toBeTruthy();
    expect(stack()!.classList).toContain("over");
  });
});

describe("a draft", () => {
  it("lights what leads on to a move, and nothing else", async () => {
    table();
    await lay("9d");
    expect(new Set(lit())).toEqual(new Set(["4c", "5h", "5d"]));
    await tap(thing("4c"));
    expect(new Set(lit())).toEqual(new Set(["5h", "5d"]));
    await tap(thing("5h"));
    expect(lit()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(choices()).toEqual(["Capture 18"]);
  });

  it("of a card alone can be trailed", async () => {
    table();
    await lay("3c");
    expect(choices()).toEqual(["Trail"]);
    await fireEvent.click(choice("Trail"));
    expect(act).toHaveBeenCalledExactlyOnceWith({ trail: { card: "3c" } });
  });

  it("may begin with a card of the table", async () => {
    table();
    await tap(thing("5h"));
    expect(screen.getByText("Add a card from your hand")).toBeTruthy();
    await lay("5s");
    expect(choices()).toEqual(["Capture 10", "Build 10"]);
  });

  it("goes back by a step, by a tap, or wholly, and the server hears nothing", async () => {
    table();
    await lay("5s", "5h", "5d");
    await fireEvent.click(button("Undo"));
    await vi.advanceTimersByTimeAsync(200);
    expect(choices()).toEqual(["Capture 10", "Build 10"]);
    await tap(within(stack()!).getByRole("button", { name: "5 of hearts" }));
    await vi.advanceTimersByTimeAsync(200);
    expect(choices()).toEqual(["Trail"]);
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(stack()).toBeNull();
    await lay("5s", "5h");
    await fireEvent.click(button("Cancel"));
    expect(stack()).toBeNull();
    expect([act, show].map((mock) => mock.mock.calls.length)).toEqual([0, 0]);
  });

  it("exchanges its card for another of the hand", async () => {
    table();
    await lay("5s", "4c");
    await tap(hand("9d"));
    expect(hand("5s")).toBeTruthy();
    expect(
      within(stack()!)
        .getAllByRole("button")
        .map((one) => one.getAttribute("aria-label")),
    ).toEqual(["4 of clubs", "9 of diamonds"]);
  });

  it("says in plain words why it is not a move", async () => {
    consider.mockImplementation(async (action) =>
      typeof action === "object" && "capture" in action
        ? { fault: new Fault("no_split", { value: 3 }) }
        : { fault: new Fault("key_card_missing", { value: 7 }) },
    );
    table();
    await lay("3c", "4c");
    expect(choices()).toEqual([]);
    expect(screen.queryByText(/can't be split/)).toBeNull();
    expect(screen.getByText("These cards make no move. Add one, or take one back.")).toBeTruthy();
    await fireEvent.click(button("Why not?"));
    expect(screen.getByText("These cards can't be split into groups of 3.", { exact: false })).toBeTruthy();
    expect(screen.getByText("You'd have no 7 left to capture it.", { exact: false })).toBeTruthy();
    expect(consider.mock.calls.map(([action]) => action)).toContainEqual({ build: { card: "3c", loose: ["4c"], value: 7 } });
  });

  it("offers a move that a list cut short does not name", async () => {
    consider.mockResolvedValue({ fault: null });
    table();
    await lay("9d", "4c", "5h", "5d");
    expect(choices()).toContain("Capture 23");
  });

  it("forgets what the table has lost", async () => {
    const { rerender } = table();
    await lay("5s", "5h");
    await rerender({ ...base, view: makeView({ open: { loose: ["5d", "4c"], window: 5 } }) });
    await vi.advanceTimersByTimeAsync(200);
    expect(choices()).toEqual(["Trail"]);
  });

  it("stays when the server refuses it", async () => {
    act.mockRejectedValueOnce(new Fault("trail_banned", { value: 7 }));
    table();
    await lay("3c");
    await fireEvent.click(choice("Trail"));
    await vi.advanceTimersByTimeAsync(0);
    expect(screen.getByText("You can take your build of 7, so you can't trail.")).toBeTruthy();
    expect(stack()).not.toBeNull();
  });

  it("is chosen by number and built by keyboard", async () => {
    table();
    hand("5s").focus();
    await fireEvent.keyDown(hand("5s"), { key: "Enter" });
    await fireEvent.keyDown(thing("5h"), { key: "Enter" });
    await vi.advanceTimersByTimeAsync(200);
    await fireEvent.keyDown(document.body, { key: "2" });
    expect(act).toHaveBeenCalledExactlyOnceWith({ build: { card: "5s", loose: ["5h"], value: 10 } });
  });

  it("is sent at once, for those who want it, if nothing else can be meant", async () => {
    table();
    await fireEvent.change(coming(), { target: { value: "once" } });
    await lay("9d", "4c");
    expect(act).not.toHaveBeenCalled();
    await tap(thing("5h"));
    expect(act).toHaveBeenCalledExactlyOnceWith({ capture: { card: "9d", loose: ["4c", "5h"] } });
  });

  it("shows its choices once it is accepted, for those who want it", async () => {
    table();
    await fireEvent.change(coming(), { target: { value: "accept" } });
    await lay("5s", "5h");
    expect(choices()).toEqual([]);
    await fireEvent.click(button("Accept"));
    expect(choices()).toEqual(["Capture 10", "Build 10"]);
    // Another draft waits again.
    await tap(thing("5d"));
    await vi.advanceTimersByTimeAsync(200);
    expect(choices()).toEqual([]);
    await fireEvent.keyDown(document.body, { key: "1" });
    expect(act).not.toHaveBeenCalled();
    expect(choices()).toEqual(["Capture 15"]);
    await fireEvent.keyDown(document.body, { key: "1" });
    expect(act).toHaveBeenCalledExactlyOnceWith({ capture: { card: "5s", loose: ["5d", "5h"] } });
  });

  it("has no settings where nothing is decided: in replays, and for spectators", () => {
    table({ past: true, legal: [] });
    expect(screen.queryByRole("combobox")).toBeNull();
    cleanup();
    const { seat: _, hand: __, ...view } = makeView();
    table({ view, you: null, legal: [] });
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});

describe("cards of the table alone", () => {
  it("offer what a card of the hand makes of them", async () => {
    table();
    await tap(thing("5h"));
    await tap(thing("5d"));
    await vi.advanceTimersByTimeAsync(200);
    expect(choices()).toEqual(["Capture 15"]);
    expect(lines()).toEqual(["5 of diamonds 5 of hearts with 5 of spades"]);
    await fireEvent.click(choice("Capture 15"));
    expect(act).toHaveBeenCalledExactlyOnceWith({ capture: { card: "5s", loose: ["5d", "5h"] } });
  });

  it("say in a sentence what is missing", async () => {
    table({ legal: LEGAL.filter((move) => !JSON.stringify(move).includes("5s")) });
    await tap(thing("5h"));
    await tap(thing("5d"));
    await vi.advanceTimersByTimeAsync(200);
    expect(choices()).toEqual([]);
    expect(screen.getByText("None of your cards can capture these or build with them.")).toBeTruthy();
  });
});

describe("a card that is chosen", () => {
  it("lights what it can capture, and what it can be built with in another way", async () => {
    table();
    await tap(hand("5s"));
    expect(new Set(lit())).toEqual(new Set(["5h", "5d", "4c"]));
    expect(new Set(takes())).toEqual(new Set(["5h", "5d"]));
    expect(screen.getByText("Tap what to capture, or cards to build with")).toBeTruthy();
  });
});

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
