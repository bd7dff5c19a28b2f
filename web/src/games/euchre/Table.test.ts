import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../gen/euchre/Action";
import type { View } from "../../gen/euchre/View";
import type { Occupant } from "../../gen/protocol/Occupant";
import { Fault } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import data from "./fixtures/scenes.json";
import { TRICK_PAUSE } from "./animation.svelte";
import Table from "./Table.svelte";

type Scene = { you: number | null; view: View; legal: Action[] };
const scenes = data as unknown as Record<keyof typeof data, Scene>;

const NAMES = ["Ann", "Bob", "Cleo", "Dana"];
const seats = NAMES.map((name, i): Occupant => ({
  player_id: i === 0 ? "p" : null,
  name,
  avatar: "x",
  controller: i === 0 ? "human" : "bot",
  online: true,
  idle: false,
  rematch: false,
  wins: 0,
}));

const act = vi.fn<(action: Action) => Promise<void>>(async () => {});
const ask = vi.fn<(action: Action) => Promise<Fault | null>>(async () => null);

const base = { seats, events: [], deadline: null, act, ask, options: { target: 10 } };
const show = (name: keyof typeof data, more = {}) => render(Table, { props: { ...base, ...scenes[name], ...more } });
const buttons = (within_ = screen.getByRole("group", { name: "Your call" })) =>
  within(within_)
    .getAllByRole("button")
    .map((button) => button.textContent?.replace(/\s+/g, " ").trim());
const card = (name: RegExp) => screen.getByRole("button", { name });
const hand = () => within(screen.getByRole("list", { name: "Your cards" })).getAllByRole("button");
const key = (key: string) => fireEvent.keyDown(document.body, { key });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  settings.language = "en";
  act.mockClear();
  ask.mockReset().mockResolvedValue(null);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("calling", () => {
  it("offers what is legal and says what will happen", async () => {
    show("order");
    expect(buttons()).toEqual(["Order up: Bob takes 9", "Pass"]);
    await fireEvent.click(screen.getByRole("button", { name: "Order up: Bob takes 9 of clubs" }));
    expect(act).toHaveBeenLastCalledWith({ order: { alone: false } });
  });

  it("sends alone when the switch is on", async () => {
    show("order");
    await fireEvent.click(screen.getByRole("switch", { name: /Play alone/ }));
    expect(buttons()[0]).toBe("Order up alone: Bob takes 9");
    await fireEvent.click(screen.getByRole("button", { name: /Order up alone/ }));
    expect(act).toHaveBeenLastCalledWith({ order: { alone: true } });
  });

  it("locks the switch where only alone is legal", () => {
    show("orderPartner");
    expect(screen.getByRole<HTMLInputElement>("switch").checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("switch").disabled).toBe(true);
    expect(buttons()[0]).toMatch(/^Order up alone: Cleo takes/);
  });

  it("calls the dealer's own order by its name", () => {
    show("pickUp");
    expect(buttons()).toEqual(["Pick it up: K", "Pass"]);
  });

  it("names the other three suits in the second round", async () => {
    show("name");
    expect(buttons()).toEqual(["Diamonds", "Hearts", "Spades", "Pass"]);
    expect(screen.getByText("Turned down")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Hearts" }));
    expect(act).toHaveBeenLastCalledWith({ name: { suit: "h", alone: false } });
  });

  it("marks the stuck dealer, who has no pass", () => {
    show("stuck");
    expect(screen.getByText("You are stuck: name a suit").classList).toContain("notice");
    expect(buttons()).not.toContain("Pass");
  });

  it("asks about playing and defending alone", async () => {
    show("aloneChoice");
    expect(new Set(buttons())).toEqual(new Set(["Alone, without Cleo", "Together with Cleo"]));
    cleanup();
    show("defendChoice");
    await fireEvent.click(screen.getByRole("button", { name: "Alone, without Cleo" }));
    expect(act).toHaveBeenLastCalledWith({ defend: { yes: true } });
  });

  it("is reached by the arrows from anywhere", async () => {
    show("order");
    await key("ArrowRight");
    expect(document.activeElement?.textContent).toContain("Order up");
    await fireEvent.keyDown(document.activeElement!, { key: "ArrowRight" });
    expect(document.activeElement?.textContent).toContain("Pass");
  });
});

describe("discarding", () => {
  it("marks the new card and puts away the one tapped", async () => {
    show("discard");
    const { open, hand: cards } = scenes.discard.view;
    expect(hand()).toHaveLength(6);
    const fresh = card(/, new$/);
    expect(fresh.dataset.card).toBe(open.up_card);
    expect(cards).toContain(open.up_card);
    await fireEvent.click(fresh, { detail: 1 });
    expect(act).toHaveBeenLastCalledWith({ discard: { card: open.up_card } });
  });

  it("dims the card that must stay", () => {
    show("discardKept");
    expect(card(/, new$/).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("a trick", () => {
  it("lights what is legal and dims the rest", () => {
    show("follow");
    const legal = scenes.follow.legal.map((action) => (action as { play: { card: string } }).play.card);
    for (const button of hand()) {
      expect([button.dataset.card, button.classList.contains("lit")]).toEqual([button.dataset.card, legal.includes(button.dataset.card!)]);
      expect(button.getAttribute("aria-disabled")).toBe(legal.includes(button.dataset.card!) ? null : "true");
    }
  });

  it("plays by tap and by number", async () => {
    show("follow");
    const lit = hand().findIndex((button) => button.classList.contains("lit"));
    await fireEvent.click(hand()[lit]!, { detail: 1 });
    expect(act).toHaveBeenLastCalledWith({ play: { card: hand()[lit]!.dataset.card } });
    act.mockClear();
    await vi.runAllTimersAsync();
    await key(String(lit + 1));
    expect(act).toHaveBeenCalledTimes(1);
  });

  it("asks the server why a card cannot go, and says it", async () => {
    ask.mockResolvedValue(new Fault("must_follow", { led: "c" }));
    show("follow");
    const dim = hand().find((button) => !button.classList.contains("lit"))!;
    await fireEvent.click(dim, { detail: 1 });
    await vi.advanceTimersByTimeAsync(100);
    expect(ask).toHaveBeenCalledWith({ play: { card: dim.dataset.card } });
    expect(act).not.toHaveBeenCalled();
    expect(screen.getAllByText("You must follow clubs.").length).toBeGreaterThan(0);
    expect(document.querySelector('[data-say="urgent"]')?.textContent).toBe("You must follow clubs.");
  });

  it("labels the left bower that must follow", () => {
    show("followBower");
    expect(hand().filter((button) => button.classList.contains("lit"))).toHaveLength(1);
    expect(
      hand()
        .find((button) => button.classList.contains("lit"))!
        .getAttribute("aria-label"),
    ).toMatch(/, left bower$/);
  });

  it("shows the last trick on demand, and who took it", async () => {
    show("later");
    const { open } = scenes.later.view;
    await fireEvent.click(screen.getByRole("button", { name: "Last trick" }));
    const shown = within(screen.getByRole("group", { name: "Last trick" })).getAllByRole("img");
    expect(shown).toHaveLength(open.last_trick!.cards.filter(Boolean).length);
    expect(screen.getByText(`Last trick, won by ${NAMES[open.trick!.leader]}`)).toBeTruthy();
    await key("Escape");
    expect(screen.queryByRole("group", { name: "Last trick" })).toBeNull();
  });

  it("says who leads", () => {
    show("waiting");
    expect(screen.getByText("leads")).toBeTruthy();
  });

  it("plays a forced card for those who want it so, after a moment", async () => {
    show("followBower");
    await vi.advanceTimersByTimeAsync(2000);
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("checkbox", { name: "Auto-play forced cards" }));
    await vi.advanceTimersByTimeAsync(300);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(act).toHaveBeenCalledExactlyOnceWith(scenes.followBower.legal[0]);
    await fireEvent.click(screen.getByRole("checkbox"));
  });

  it("asks for no habits in a replay", () => {
    show("followBower", { past: true });
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("a finished trick", () => {
  /** The fourth card of `spectator`'s trick, taken by seat 1, and the view after it. */
  const { view } = scenes.spectator;
  const missing = view.open.trick!.cards.indexOf(null);
  const cards = view.open.trick!.cards.map((card) => card ?? "9d") as [string, string, string, string];
  const after: View = {
    ...view,
    open: {
      ...view.open,
      turn: 1,
      trick: { leader: 1, cards: [null, null, null, null] },
      last_trick: { leader: view.open.trick!.leader, cards },
    },
  };
  const events = [
    { number: 1, event: { played: { seat: missing, card: "9d" } } },
    { number: 2, event: { trick_won: { seat: 1 } } },
  ];
  const lying = () => within(screen.getByRole("group", { name: "The trick on the table" })).queryAllByRole("img").length;

  it("lies there for a second, then it is swept", async () => {
    const { rerender } = show("spectator");
    expect(lying()).toBe(3);
    await rerender({ view: after, events });
    expect(lying()).toBe(4);
    await vi.advanceTimersByTimeAsync(500);
    expect(screen.getByText("Bob wins the trick")).toBeTruthy();
    await vi.advanceTimersByTimeAsync(TRICK_PAUSE + 300);
    expect(lying()).toBe(0);
  });

  it("is skipped by a click or a key", async () => {
    for (const skip of [() => fireEvent.click(document.querySelector(".baize")!), () => key(" ")]) {
      const { rerender } = show("spectator");
      await rerender({ view: after, events });
      await vi.advanceTimersByTimeAsync(400);
      await skip();
      await tick();
      flushSync();
      expect(lying()).toBe(0);
      cleanup();
    }
  });
});

describe("sitting out", () => {
  it("shows who does, and dims the viewer's cards", () => {
    show("sitsOut");
    expect(screen.getByText("You sit out: Cleo plays alone")).toBeTruthy();
    expect(screen.getByText("Alone")).toBeTruthy();
    for (const button of hand()) expect(button.getAttribute("aria-disabled")).toBe("true");
  });
  it("shows the partner of a loner faded", () => {
    show("loner");
    const partner = document.querySelector('[data-player="2"]')!;
    expect(partner.classList).toContain("out");
    expect(partner.textContent).toContain("Sits out");
  });
});

describe("spectators", () => {
  it("see the table from seat 0, without buttons and without a hand", () => {
    for (const scene of ["spectator", "spectatorCalls"] as const) {
      show(scene);
      expect(document.querySelector('[data-player="0"]')!.classList).toContain("bottom");
      expect(screen.queryByRole("list", { name: "Your cards" })).toBeNull();
      expect(screen.queryByRole("group", { name: "Your call" })).toBeNull();
      expect(screen.queryByRole("checkbox")).toBeNull();
      expect(screen.getByText("Ann & Cleo")).toBeTruthy();
      cleanup();
    }
  });
});

describe("a finished deal", () => {
  it("shows all cards, the points and why", async () => {
    show("dealOver");
    const { shown, open } = scenes.dealOver.view;
    expect(screen.getByRole("heading").textContent).toMatch(/points? for (us|them)/);
    const all = within(screen.getByRole("group", { name: "The deal is over" })).getAllByRole("listitem");
    expect(all).toHaveLength(20 + 3 + (shown!.discard ? 1 : 0));
    expect(screen.getByText("Discarded")).toBeTruthy();
    expect(screen.getByRole("img", { name: `Us: ${open.score[0]} of 10 points` })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Ready" }));
    expect(act).toHaveBeenLastCalledWith("ready");
  });

  it("shows who is ready", () => {
    show("dealOverReady");
    const [ready] = scenes.dealOverReady.view.open.ready;
    expect(screen.getByRole("img", { name: `${NAMES[ready!]} is ready` })).toBeTruthy();
  });

  it("ends the game without a question", () => {
    show("finished");
    expect(screen.getByRole("heading").textContent).toMatch(/win \d+ to \d+/);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
