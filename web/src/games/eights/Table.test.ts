import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../gen/eights/Action";
import type { Event } from "../../gen/eights/Event";
import type { View } from "../../gen/eights/View";
import { Fault } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { cards, legalFor, makeView, manyCards, occupant } from "./fixtures";
import Table from "./Table.svelte";

beforeEach(() => {
  settings.language = "en";
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Scene {
  view: View;
  legal?: Action[];
  you?: number | null;
  events?: Event[];
  options?: Record<string, unknown>;
}

function show({ view, legal = [], you = 0, events = [], options }: Scene) {
  const act = vi.fn<(action: Action) => Promise<void>>(async () => {});
  const ask = vi.fn<(action: Action) => Promise<Fault | null>>(async () => new Fault("no_match"));
  const props = (scene: Scene) => ({
    view: scene.view,
    legal: scene.legal ?? [],
    you,
    seats: Array.from({ length: scene.view.open.seats }, (_, seat) => occupant(seat)),
    events: (scene.events ?? []).map((event, i) => ({ number: i + 1, event })),
    deadline: null,
    options: scene.options,
    act,
    ask,
  });
  const { container, rerender } = render(Table, { props: props({ view, legal, events, options }) });
  return { act, ask, container, update: (scene: Scene) => rerender(props(scene)) };
}

const card = (name: string | RegExp) => screen.getByRole("button", { name });
const hand = () => screen.getByRole("group", { name: /^Your hand/ });
/** What the table says near the hand; a moment later it is read out, too. */
const said = () => document.querySelector(".said")?.textContent;
/** A frame or two, for what is asked of the server. */
const settle = async () => {
  await tick();
  await new Promise((done) => setTimeout(done));
};

/** Four cards on a red 7: the red 5, the blue 7 and the wild fit. */
function turn() {
  const own = cards("red 5", "blue 7", "wild", "green skip");
  return { own, view: makeView({ hand: own }), legal: legalFor(own, (face) => !face.includes("green"), "draw") };
}

describe("the hand", () => {
  it("is sorted by colour and value", () => {
    const own = cards("wild", "yellow 3", "red +2", "blue 9", "red 9", "red 0", "blue 1");
    show({ view: makeView({ hand: own }) });
    const names = within(hand())
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual(["0, red", "9, red", "+2, red", "1, blue", "9, blue", "3, yellow", "8, wild"]);
  });

  it("lights what is legal and dims the rest", () => {
    const { view, legal } = turn();
    show({ view, legal });
    expect(card("5, red").classList).toContain("lit");
    expect(card("8, wild").classList).toContain("lit");
    expect(card("Skip, green").classList).not.toContain("lit");
    expect(card("Skip, green").getAttribute("aria-disabled")).toBe("true");
  });

  it("dims nothing while somebody else decides", () => {
    show({ view: makeView({ current: 2 }) });
    expect(hand().querySelector(".dim, .lit")).toBeNull();
    expect(screen.getByText("Cem is playing")).toBeTruthy();
  });

  it("plays by a click", async () => {
    const { own, view, legal } = turn();
    const { act, ask } = show({ view, legal });
    await fireEvent.click(card("5, red"));
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: { card: own[0]!.id } });
    expect(ask).not.toHaveBeenCalled();
  });

  it("is found by the arrows from anywhere", async () => {
    const { view, legal } = turn();
    show({ view, legal });
    await fireEvent.keyDown(document.body, { key: "ArrowUp" });
    expect(document.activeElement).toBe(card("5, red"));
  });

  it("plays by the keyboard alone", async () => {
    const { own, view, legal } = turn();
    const { act } = show({ view, legal });
    card("5, red").focus();
    await fireEvent.keyDown(card("5, red"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(card("7, blue"));
    await fireEvent.keyDown(card("7, blue"), { key: "Enter" });
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: { card: own[1]!.id } });
  });

  it("says why a card does not fit", async () => {
    const { own, view, legal } = turn();
    const { act, ask } = show({ view, legal });
    await fireEvent.click(card("Skip, green"));
    await settle();
    expect(ask).toHaveBeenCalledExactlyOnceWith({ play: { card: own[3]!.id } });
    expect(act).not.toHaveBeenCalled();
    expect(said()).toBe("It matches neither the colour nor the card on top");
  });

  it("says why the server refused", async () => {
    const { view, legal } = turn();
    const { act } = show({ view, legal });
    act.mockRejectedValueOnce(new Fault("stack_pending", { stack: 6 }));
    await fireEvent.click(card("5, red"));
    await settle();
    expect(said()).toMatch(/^\+6 is on the stack/);
  });

  it("says what a card does when somebody looks at it", async () => {
    const { view, legal } = turn();
    show({ view, legal });
    await fireEvent.focus(card("Skip, green"));
    expect(screen.getByText("Skip, green: the next players lose their turn")).toBeTruthy();
  });

  it.each([30, 120])("shows %i cards, equal ones on one pile", async (count) => {
    const own = manyCards(count, true);
    const { container, act } = show({ view: makeView({ hand: own }), legal: legalFor(own, () => true, "draw") });
    expect(screen.getByRole("group", { name: `Your hand, ${count} cards` })).toBeTruthy();
    const piles = [...container.querySelectorAll("[data-card]")];
    expect(piles.length).toBe(new Set(own.map(({ face }) => face)).size);
    const shown = piles.map((pile) => Number(pile.querySelector(".count")?.textContent?.slice(1) ?? 1));
    expect(shown.reduce((a, b) => a + b)).toBe(count);
    const number = own.find(({ face }) => /^red \d$/.test(face))!;
    await fireEvent.click(container.querySelector(`[data-card="${number.id}"]`)!);
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: { card: number.id } });
  });

  it("filters a large hand", async () => {
    const own = manyCards(60);
    const { container } = show({ view: makeView({ hand: own }), legal: legalFor(own, (face) => face === "red 0") });
    const all = container.querySelectorAll("[data-card]").length;
    await fireEvent.click(screen.getByRole("button", { name: /^blue/ }));
    const blue = [...container.querySelectorAll("[data-card]")];
    expect(blue.length).toBeLessThan(all);
    expect(blue.every((one) => one.getAttribute("aria-label")?.includes("blue"))).toBe(true);
  });
});

describe("choices", () => {
  it("a wild asks for the colour beside the card; number keys answer", async () => {
    const { own, view, legal } = turn();
    const { act } = show({ view, legal });
    await fireEvent.click(card("8, wild"));
    const picker = screen.getByRole("dialog", { name: "Which colour?" });
    expect(document.activeElement?.textContent).toContain("red");
    expect(act).not.toHaveBeenCalled();
    await fireEvent.keyDown(picker, { key: "2" });
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: { card: own[2]!.id, color: "blue" } });
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("can be walked by arrows", async () => {
    const { own, view, legal } = turn();
    const { act } = show({ view, legal });
    await fireEvent.click(card("8, wild"));
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    await fireEvent.click(document.activeElement!);
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: { card: own[2]!.id, color: "green" } });
  });

  it("is cancelled by Escape, by its button and by a press elsewhere; nothing is sent", async () => {
    const { view, legal } = turn();
    const { act } = show({ view, legal });
    await fireEvent.click(card("8, wild"));
    await fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(document.activeElement).toBe(card("8, wild"));
    await fireEvent.click(card("8, wild"));
    await fireEvent.click(card("Cancel"));
    expect(screen.queryByRole("dialog")).toBeNull();
    await fireEvent.click(card("8, wild"));
    await fireEvent.pointerDown(document.body);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(act).not.toHaveBeenCalled();
  });

  it("asks a wild pick-swap for both, one after the other", async () => {
    const own = cards("wildpickswap", "red 1");
    const { act } = show({ view: makeView({ hand: own }), legal: legalFor(own, () => true, "draw") });
    await fireEvent.click(card("Wild pick-swap"));
    await fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "green" }));
    expect(screen.getByRole("dialog", { name: "Swap hands with whom?" })).toBeTruthy();
    await fireEvent.click(card("Cem, 5 cards"));
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: { card: own[0]!.id, color: "green", target: 2 } });
  });

  it("asks god mode for its power", async () => {
    const own = cards("red godmode", "red 1");
    const { act } = show({ view: makeView({ hand: own }), legal: legalFor(own, () => true, "draw") });
    await fireEvent.click(card("God mode, red"));
    await fireEvent.click(card(/^Big bang/));
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: { card: own[0]!.id, power: "big_bang" } });
  });

  it("closes when the turn is over", async () => {
    const { view, legal } = turn();
    const { update } = show({ view, legal });
    await fireEvent.click(card("8, wild"));
    await update({ view: makeView({ current: 1 }) });
    await settle();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the middle", () => {
  it("draws, and says what a draw is", async () => {
    const { view, legal } = turn();
    const { act } = show({ view, legal });
    await fireEvent.click(card("Draw 1"));
    expect(act).toHaveBeenCalledExactlyOnceWith("draw");
  });

  it("shows the stack, the colour, the direction and the reverses", () => {
    const own = cards("red +2", "red 5");
    show({
      view: makeView({ hand: own, stack: 26, top: "+20", color: "blue", reverses: 3, dir: -1 as never }),
      legal: legalFor(own, (face) => face.includes("+"), "draw"),
    });
    expect(screen.getByText("+26: stack or draw")).toBeTruthy();
    expect(card("Take 26")).toBeTruthy();
    expect(screen.getByText("Colour: blue")).toBeTruthy();
    expect(screen.getByText("Play goes counter-clockwise")).toBeTruthy();
    expect(screen.getByText(/Reverses 3\s\/\s4/)).toBeTruthy();
    expect(screen.getByRole("img", { name: "On top: +20, blue called" })).toBeTruthy();
  });

  it("asks why when drawing is not allowed", async () => {
    const own = cards("red 5");
    const { act, ask } = show({ view: makeView({ hand: own }), legal: legalFor(own, () => true) });
    ask.mockResolvedValueOnce(new Fault("must_play"));
    await fireEvent.click(card("Draw 1"));
    await settle();
    expect(act).not.toHaveBeenCalled();
    expect(said()).toBe("You have a playable card, so you can't draw");
  });

  it("offers to keep a drawn card", async () => {
    const own = cards("red 5", "blue 2");
    const view = makeView({ hand: own, phase: "drawn_choice", drawn: own[0]!.id });
    const { act } = show({ view, legal: [{ play: { card: own[0]!.id } }, "pass"] });
    expect(screen.getByText("You drew 5, red: play it or keep it")).toBeTruthy();
    await fireEvent.click(card("Keep it"));
    expect(act).toHaveBeenCalledExactlyOnceWith("pass");
  });

  it("is drawn from by key", async () => {
    const { view, legal } = turn();
    const { act } = show({ view, legal });
    await fireEvent.keyDown(document.body, { key: "d" });
    expect(act).toHaveBeenCalledExactlyOnceWith("draw");
  });

  it("has the lucky draw", async () => {
    const { act } = show({ view: makeView({ phase: "lucky_draw", top: "red luckyhand" }), legal: ["draw"] });
    await fireEvent.click(card("Draw lucky card"));
    expect(act).toHaveBeenCalledExactlyOnceWith("draw");
  });
});

describe("other views", () => {
  it("a spectator sees no buttons and no cards of anybody", () => {
    const { container } = show({ view: makeView({ seat: null, current: 1 }), you: null });
    expect(screen.queryAllByRole("button")).toEqual([]);
    expect(container.querySelector("[data-card]")).toBeNull();
    expect(screen.getByText("Ann")).toBeTruthy();
  });

  it("under the eye all hands are face up", () => {
    const own = cards("red 5");
    const hands = [own, cards("blue 1", "blue 2"), cards("wild"), cards("green 3")];
    show({ view: makeView({ hand: own, hands, eye: 2, counts: [1, 2, 1, 1] }) });
    expect(screen.getByText("Cem's all-seeing eye: all hands are revealed")).toBeTruthy();
    const bens = screen.getByRole("group", { name: "Ben, 2 cards" });
    expect(within(bens).getByRole("img", { name: "2, blue" })).toBeTruthy();
  });

  it("a round that is over shows hands and totals, and waits", async () => {
    const own = cards("red 5");
    const view = makeView({
      phase: "round_over",
      hand: own,
      hands: [own, [], cards("wild"), cards("green 3")],
      totals: [10, 77, 0, 0],
      ready: [2],
      ending: { reason: "went_out", winners: [1], places: [2, 1, 2, 2], gained: 58 },
    });
    const { act } = show({ view, legal: ["ready"], options: { match: "points", points_target: 500 } });
    expect(screen.getByText("Ben wins the round: 58 points")).toBeTruthy();
    expect(screen.getAllByText("77 points").length).toBeGreaterThan(0);
    await fireEvent.click(card("Next round"));
    expect(act).toHaveBeenCalledExactlyOnceWith("ready");
  });

  it("tells those who are out", () => {
    show({ view: makeView({ hand: [], in_play: [1, 2, 3], out: [[0]], current: 1 }) });
    expect(screen.getByText(/You hold too many cards/)).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows what happens, in words", async () => {
    const view = makeView({ current: 2 });
    const { update } = show({ view });
    await update({ view: { ...view }, events: [{ rotated: { dir: 1 as never, hands: [null, null, null, null] } }] });
    await settle();
    expect(screen.getByText("Rotate! Every hand moves on, clockwise")).toBeTruthy();
  });
});

describe("a drawn card", () => {
  it("is marked in the hand until its drawer has decided again", async () => {
    const own = cards("red 5", "blue 7", "wild");
    const drew: Event = { drew: { seat: 0, count: 1, forced: false, cards: [own[0]!] } };
    const view = makeView({ hand: own });
    const { update } = show({ view, events: [drew] });
    expect(card("5, red, just drawn").classList).toContain("fresh");
    expect(within(hand()).getAllByRole("button", { name: /just drawn/ })).toHaveLength(1);
    const others: Event = { played: { seat: 2, card: "red 1" } };
    await update({ view, events: [drew, others] });
    expect(within(hand()).getAllByRole("button", { name: /just drawn/ })).toHaveLength(1);
    const played: Event = { played: { seat: 0, card: "blue 7" } };
    await update({ view: makeView({ hand: [own[0]!, own[2]!] }), events: [drew, others, played] });
    expect(within(hand()).queryByRole("button", { name: /just drawn/ })).toBeNull();
  });
  it("of somebody else marks nothing", () => {
    const own = cards("red 5", "blue 7");
    show({ view: makeView({ hand: own }), events: [{ drew: { seat: 1, count: 1, forced: false } }] });
    expect(within(hand()).queryByRole("button", { name: /just drawn/ })).toBeNull();
  });
});
