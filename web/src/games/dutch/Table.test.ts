import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../gen/dutch/Action";
import type { Event } from "../../gen/dutch/Event";
import type { View } from "../../gen/dutch/View";
import { Fault } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { hand, makeView, occupants } from "./fixtures";
import Table from "./Table.svelte";

const act = vi.fn<(action: Action) => Promise<void>>(async () => {});
const ask = vi.fn<(action: Action) => Promise<Fault | null>>(async () => null);
const base = {
  seats: occupants,
  you: 0 as number | null,
  events: [] as { number: number; event: unknown }[],
  deadline: null,
  act,
  ask,
  options: {},
};
const show = (view: View, legal: Action[] = [], more = {}) => render(Table, { props: { ...base, view, legal, ...more } });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const missing = (name: string | RegExp) => expect(screen.queryByRole("button", { name })).toBeNull();
const prompt = () => document.querySelector(".prompt")?.textContent;
const numbered = (...events: Event[]) => events.map((event, i) => ({ number: i + 1, event }));

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  settings.language = "en";
  act.mockReset().mockResolvedValue();
  ask.mockReset().mockResolvedValue(null);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("the first look", () => {
  const looking: Partial<View["open"]> = { phase: "initial_peek", ranks: [null, null, null] };
  it("is a tap on two cards and a button, and the others see which", async () => {
    const hands = [hand("4h ? ? ?"), hand("? ? ? ?"), hand("? ? ? ?")];
    const view = makeView({ open: { ...looking, picks: [[0], [2], []], confirmed: [2] }, hands });
    show(view, [{ peek: { slot: 1 } }, { peek: { slot: 2 } }, { peek: { slot: 3 } }]);
    expect(prompt()).toBe("Tap another card to look at it");
    missing("Done");
    await fireEvent.click(button("Your card 2, face down"));
    expect(act).toHaveBeenLastCalledWith({ peek: { slot: 1 } });
    expect(button("Ben, card 3, face down").classList).toContain("look");
    expect(screen.getByText("Done")).toBeTruthy();
  });
  it("ends when the viewer says so", async () => {
    show(makeView({ open: { ...looking, picks: [[0, 1], [], []] } }), ["confirm_peek"]);
    await fireEvent.click(button("Done"));
    expect(act).toHaveBeenLastCalledWith("confirm_peek");
  });
  it("says who is still looking", () => {
    show(makeView({ open: { ...looking, confirmed: [0, 2] } }));
    expect(prompt()).toBe("Waiting for Ben");
  });
});

describe("a turn", () => {
  it("begins at the pile", async () => {
    show(makeView(), [{ draw: { from: "pile" } }]);
    expect(prompt()).toBe("Your turn: draw a card");
    await fireEvent.click(button("Draw a card, 30 left"));
    expect(act).toHaveBeenLastCalledWith({ draw: { from: "pile" } });
  });
  it("goes on with the drawn card or any other", async () => {
    const view = makeView({ open: { phase: "playing_card", drawn: "pile" }, drawn: "2c" });
    show(view, [{ play: "drawn" }, { play: { slot: 1 } }]);
    await fireEvent.click(button("Play this"));
    expect(act).toHaveBeenLastCalledWith({ play: "drawn" });
    await fireEvent.click(button("You drew 2 of clubs: play it"));
    expect(act).toHaveBeenCalledTimes(2);
    await fireEvent.click(button("Your card 2, face down"));
    expect(act).toHaveBeenLastCalledWith({ play: { slot: 1 } });
  });
  it("asks why a card of the collection stays", async () => {
    const view = makeView({ open: { phase: "playing_card", drawn: "pile" }, drawn: "2c" });
    show(view, [{ play: "drawn" }, { play: { slot: 1 } }]);
    ask.mockResolvedValue(new Fault("collection_card"));
    await fireEvent.click(button("Your card 1: 4 of hearts, collected"));
    await tick();
    expect(ask).toHaveBeenLastCalledWith({ play: { slot: 0 } });
    expect(prompt()).toBe("This card is in your collection and cannot be played for same rank.");
    expect(act).not.toHaveBeenCalled();
  });
  it("shows another's drawn card as a back", () => {
    show(makeView({ open: { phase: "playing_card", current: 1, drawn: "pile" } }));
    expect(screen.getByRole("img", { name: "Ben holds a drawn card" })).toBeTruthy();
    expect(prompt()).toBe("Ben plays a card");
  });
  it("may take the discard where the table allows it", async () => {
    show(makeView(), [{ draw: { from: "pile" } }, { draw: { from: "discard", card: "9c" } }]);
    await fireEvent.click(button("Take"));
    expect(act).toHaveBeenLastCalledWith({ draw: { from: "discard", card: "9c" } });
  });
});

describe("the race", () => {
  const race = { phase: "same_rank_window", window_rank: "9", current: 1 } as const;
  const all: Action[] = [1, 2, 3].map((slot) => ({ match: { slot } }));

  it("lets every card be tried, one after another, without waiting for an answer", async () => {
    act.mockImplementation(() => new Promise(() => {}));
    show(makeView({ open: race }), all);
    expect(prompt()).toBe("Got a nine? Tap it now!");
    await fireEvent.click(button("Your card 2, face down"));
    await fireEvent.click(button("Your card 2, face down"));
    await fireEvent.click(button("Your card 4, face down"));
    expect(act.mock.calls).toEqual([[{ match: { slot: 1 } }], [{ match: { slot: 3 } }]]);
  });
  it("keeps the buttons where they are while cards move", async () => {
    const { rerender } = show(makeView({ open: race }), all);
    const mine = button("Your card 3, face down");
    const events = numbered({ matched: { seat: 1, slot: 0, card: "9d" } });
    const view = makeView({ open: race, hands: [hand("4h' ? ? ?"), hand("_ 6s' ? ?"), hand("? ? _ ?")], top: "9d", discards: 6 });
    await rerender({ ...base, view, legal: all, events });
    expect(button("Your card 3, face down")).toBe(mine);
    await fireEvent.click(mine);
    expect(act).toHaveBeenLastCalledWith({ match: { slot: 2 } });
  });
  it("shows a wrong card to everybody, and the lock", () => {
    const open = { ...race, locked: [0], exposed: [{ at: { seat: 0, slot: 1 }, card: "6h" }] };
    show(makeView({ open, hands: [hand("4h' 6h ? ? ?"), hand("? 6s' ? ?"), hand("? ? _ ?")] }));
    expect(button("Your card 2: 6 of hearts").classList).toContain("wrong");
    expect(prompt()).toBe("Wrong card! You are locked out");
    expect(screen.getByText("Locked")).toBeTruthy();
  });
  it("says that a claim came too late", async () => {
    show(makeView({ open: race }), all);
    act.mockRejectedValue(new Fault("stale"));
    await fireEvent.click(button("Your card 2, face down"));
    await tick();
    expect(prompt()).toBe("Too late, play has moved on");
  });
  it("has a ring that empties", async () => {
    show(makeView({ open: race }), all, { deadline: Date.now() + 5000, options: { window_seconds: 5 } });
    const left = () => Number.parseFloat(document.querySelector(".now .left")?.getAttribute("stroke-dasharray") ?? "");
    await tick();
    expect(left()).toBeCloseTo(100);
    vi.advanceTimersByTime(2500);
    await tick();
    expect(left()).toBeCloseTo(50, 0);
  });
  it("can be won by key", async () => {
    show(makeView({ open: race }), all);
    await fireEvent.keyDown(document.body, { key: "3" });
    expect(act).toHaveBeenLastCalledWith({ match: { slot: 2 } });
  });
});

describe("powers", () => {
  it("a queen looks at any card", async () => {
    const view = makeView({ open: { phase: "queen_peek", powers: [{ seat: 0, card: "Qh" }] } });
    show(view, [{ peek_card: { seat: 2, slot: 3 } }, "decline_power"]);
    await fireEvent.click(button("Cem, card 4, face down"));
    expect(act).toHaveBeenLastCalledWith({ peek_card: { seat: 2, slot: 3 } });
    await fireEvent.click(button("Skip"));
    expect(act).toHaveBeenLastCalledWith("decline_power");
  });
  it("what it sees is the viewer's own business until it is closed", async () => {
    const open: Partial<View["open"]> = { phase: "peeking", powers: [{ seat: 0, card: "Qh" }], looked_at: { seat: 2, slot: 3 } };
    const hands = [hand("4h' ? ? ?"), hand("? 6s' ? ?"), hand("? ? _ Kd")];
    show(makeView({ open, hands }), ["done_peeking"]);
    expect(prompt()).toBe("Only you see Cem's card 4");
    expect(screen.getByRole("img", { name: "K, King of diamonds" })).toBeTruthy();
    await fireEvent.click(button("Close"));
    expect(act).toHaveBeenLastCalledWith("done_peeking");
  });
  it("the others see which card is looked at, and no more", () => {
    const open: Partial<View["open"]> = { phase: "peeking", powers: [{ seat: 1, card: "Qh" }], looked_at: { seat: 0, slot: 3 } };
    show(makeView({ open }));
    expect(prompt()).toBe("Ben looks at Ann's card 4");
    expect(button("Your card 4, face down").classList).toContain("look");
    missing("Close");
  });
  it("a jack takes two cards, and one that was chosen can be put back", async () => {
    const swap: Action = { swap: { a: { seat: 0, slot: 1 }, b: { seat: 1, slot: 0 } } };
    const view = makeView({ open: { phase: "jack_swap", powers: [{ seat: 0, card: "Jh" }] } });
    show(view, [swap, "decline_power"]);
    expect(prompt()).toBe("Your jack: tap two cards to swap them");
    const own = button("Your card 2, face down");
    await fireEvent.click(own);
    expect(prompt()).toBe("Now tap the card to swap it with");
    await fireEvent.click(own);
    expect(prompt()).toBe("Your jack: tap two cards to swap them");
    await fireEvent.click(button("Ben, card 1, face down"));
    await fireEvent.click(own);
    expect(act.mock.calls).toEqual([[swap]]);
  });
  it("everybody sees which two cards were swapped, for a while", async () => {
    const { rerender } = show(makeView());
    const event: Event = { swapped: { seat: 1, a: { seat: 0, slot: 1 }, b: { seat: 2, slot: 0 } } };
    await rerender({ ...base, view: makeView(), legal: [], events: numbered(event) });
    await tick();
    for (const name of ["Your card 2, face down", "Cem, card 1, face down"]) expect(button(name).classList).toContain("swap");
    vi.advanceTimersByTime(3000);
    await tick();
    expect(button("Your card 2, face down").classList).not.toContain("swap");
  });
});

describe("collecting and calling", () => {
  it("a discard that fits can be collected in anybody's turn", async () => {
    show(makeView({ open: { current: 1 }, top: "4c" }), [{ collect: { card: "4c" } }]);
    await fireEvent.click(button("Collect"));
    expect(act).toHaveBeenLastCalledWith({ collect: { card: "4c" } });
  });
  it("says who was faster", async () => {
    show(makeView({ open: { current: 1 }, top: "4c" }), [{ collect: { card: "4c" } }]);
    act.mockRejectedValue(new Fault("discard_changed", { top: "9d" }));
    await fireEvent.keyDown(document.body, { key: "c" });
    await tick();
    expect(prompt()).toBe("Somebody was faster: 9 of diamonds is on top now.");
  });
  it("the collection is one stack in the place of its first card, with rank and count", () => {
    show(makeView({ hands: [hand("? 4h' ? ? 4c' ?"), hand("? 6s' ? ?"), hand("? ? _ ?")] }));
    const items = within(screen.getByRole("list", { name: "Your cards" })).getAllByRole("listitem");
    expect(items.map((item) => within(item).queryAllByRole("button").length)).toEqual([1, 2, 1, 1, 1]);
    expect(screen.getByText("Collects 4: 2 of 4")).toBeTruthy();
  });
  it("Dutch is offered while it is legal, and then everybody sees who called and who has a turn left", async () => {
    const { rerender } = show(makeView({ open: { phase: "turn_end" } }), ["call_dutch"]);
    await fireEvent.click(button(/^Dutch!/));
    expect(act).toHaveBeenLastCalledWith("call_dutch");
    await rerender({ ...base, view: makeView({ open: { caller: 1, owes: [0, 2] } }), legal: [] });
    missing(/^Dutch!/);
    expect(screen.getAllByText("one turn left")).toHaveLength(2);
    expect(screen.getByText("Dutch!")).toBeTruthy();
  });
  it("what a card was is noted where the table helps the memory", () => {
    show(makeView({ hands: [hand("4h' (7s) ? ?"), hand("? 6s' ? ?"), hand("? (X1) _ ?")] }));
    expect(button("Your card 2, face down, you saw 7 of spades")).toBeTruthy();
    expect(button("Cem, card 2, face down, you saw Joker")).toBeTruthy();
  });
});

describe("the end", () => {
  const scores = [
    { points: 5, cards: 2 },
    { points: 22, cards: 4 },
    { points: 9, cards: 3 },
  ];
  const over = makeView({
    open: {
      phase: "deal_ended",
      caller: 1,
      ending: { reason: "lowest_points", winners: [0], places: [1, 3, 2], scores, added: [0, 32, 9] },
      totals: [0, 32, 9],
    },
    hands: [
      [{ card: "4h", collected: true, points: 4 }, null, { card: "Ac", collected: false, points: 1 }],
      hand("10c 9d 2h Ah"),
      hand("9h"),
    ],
  });

  it("shows every card with its points, best first, with totals in a match, and waits for all", async () => {
    show(over, ["ready"]);
    expect(screen.getByRole("heading", { name: "You win the deal" })).toBeTruthy();
    const rows = [...document.querySelectorAll(".over ol > li .name")].map((name) => name.textContent);
    expect(rows).toEqual(["Ann", "Cem", "Ben"]);
    expect(screen.getByRole("img", { name: "4 of hearts: 4 points" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "A, Ace of clubs: 1 point" })).toBeTruthy();
    expect(screen.getByText("called Dutch")).toBeTruthy();
    expect(screen.getByText("+32")).toBeTruthy();
    await fireEvent.click(button("Ready"));
    expect(act).toHaveBeenLastCalledWith("ready");
  });
});

describe("the reveal", () => {
  const before = makeView({ hands: [hand("? ?"), hand("? ?"), hand("?")] });
  const after = makeView({
    open: {
      phase: "deal_ended",
      ending: { reason: "lowest_points", winners: [2], places: [2, 3, 1], scores: [null, null, null], added: [0, 0, 0] },
    },
    hands: [hand("4h 5h"), hand("9d 10c"), hand("2h")],
  });
  const turned = () => document.querySelectorAll(".slot.open").length;

  it("turns one card after the other before the result comes, and a press shows all of them", async () => {
    const { rerender } = show(before);
    await rerender({ ...base, view: after, legal: ["ready"], events: numbered({ deal_ended: {} as never }) });
    expect(turned()).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(turned()).toBe(2);
    expect(document.querySelector(".over")).toBeNull();
    await fireEvent.click(document.querySelector("[data-at='0:0']")!);
    expect(turned()).toBe(5);
  });
  it("shows them at once to those who want no motion", async () => {
    settings.motion = "off";
    const { rerender } = show(before);
    await rerender({ ...base, view: after, legal: ["ready"], events: numbered({ deal_ended: {} as never }) });
    expect(turned()).toBe(5);
    settings.motion = "system";
  });
});

describe("spectators", () => {
  it("see all seats and can press nothing", () => {
    show(makeView({ seat: null }), [], { you: null });
    expect(screen.getAllByRole("list", { name: /^Cards of/ })).toHaveLength(3);
    expect(document.querySelectorAll("[data-card]")).toHaveLength(0);
    expect(prompt()).toBe("Ann draws a card");
  });
});
