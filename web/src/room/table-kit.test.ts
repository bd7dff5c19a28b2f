import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Occupant } from "../gen/protocol/Occupant";
import { Fault } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import { countDown, cue } from "../lib/sound";
import type { TableProps } from "../lib/table";
import type { KitOptions } from "./table-kit.svelte";
import KitTable from "./testing/KitTable.svelte";

const stop = vi.hoisted(() => vi.fn<() => void>());
vi.mock("../lib/sound", () => ({ cue: vi.fn(), countDown: vi.fn(() => stop) }));

const occupant = (name: string): Occupant => ({
  player_id: null,
  name,
  avatar: "x",
  controller: "bot",
  online: true,
  idle: false,
  rematch: false,
  wins: 0,
});

const act = vi.fn<(action: Action) => Promise<void>>();
const ask = vi.fn<(action: Action) => Promise<Fault | null>>();
const plays = (...cards: string[]) => cards.map((play) => ({ play }));
type Action = { play: string } | "ready";
interface View {
  window: number;
  hand: string[];
  over: boolean;
}
type Scene = TableProps<View, Action> & { more?: Partial<KitOptions>; skippable?: boolean };
const base: Scene = {
  view: { window: 1, hand: ["a", "b", "c"], over: false },
  legal: plays("a", "b"),
  you: 0,
  seats: ["Ann", "Ben", "Ann"].map(occupant),
  events: [],
  deadline: null,
  act,
  ask,
};
function show(scene: Partial<Scene> = {}) {
  const { rerender } = render(KitTable, { props: { ...base, ...scene } });
  return async (next: Partial<Scene>) => {
    await rerender({ ...base, ...scene, ...next });
    flushSync();
  };
}
const card = (name: string) => screen.getByRole("button", { name });
const tap = (name: string) => fireEvent.click(card(name), { detail: 1 });
const key = (key: string, at: Element = document.body) => fireEvent.keyDown(at, { key });
const state = () => screen.getByTestId("state").textContent;
const prompt = () => document.querySelector(".prompt")!.textContent;
const shown = () => document.querySelector("output")!.textContent;
const aloud = (urgent: boolean) => document.querySelector(`[data-say="${urgent ? "urgent" : "polite"}"]`)?.textContent ?? "";
const numbered = (...cards: string[]) => cards.map((played, i) => ({ number: i + 1, event: { played } }));
/** An action that is answered when the test says so. */
function answerLater() {
  let answer = { accept: () => {}, refuse: (_: Fault) => {} };
  act.mockImplementationOnce(() => new Promise<void>((accept, refuse) => (answer = { accept, refuse })));
  return () => answer;
}
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = "en";
  settings.motion = "slow";
  act.mockReset().mockResolvedValue();
  ask.mockReset().mockResolvedValue(null);
  for (const mock of [cue, countDown, stop]) vi.mocked(mock).mockClear();
});
afterEach(() => {
  cleanup();
  for (const region of document.querySelectorAll("[data-say]")) region.remove();
  settings.motion = "system";
  vi.useRealTimers();
});

it("names the seats, two of the same name apart", () => {
  show();
  expect(screen.getByTestId("names").textContent).toBe("Ann, Ben, Ann (2)");
});

describe("sending", () => {
  it("is busy until the answer comes, holds back a second action, and marks the card", async () => {
    const answer = answerLater();
    show();
    await tap("a");
    expect([state(), card("a").classList.contains("sent")]).toEqual(["busy", true]);
    await tap("b");
    expect(act.mock.calls).toEqual([[{ play: "a" }]]);
    answer().accept();
    await settle();
    expect([state(), card("a").classList.contains("sent")]).toEqual(["", false]);
    await tap("b");
    expect(act).toHaveBeenLastCalledWith({ play: "b" });
  });

  it("in a race holds back only the same action", async () => {
    answerLater();
    show({ more: { overlapping: true } });
    for (const name of ["a", "a", "b"]) await tap(name);
    expect(act.mock.calls).toEqual([[{ play: "a" }], [{ play: "b" }]]);
  });

  it("explains a refusal for a while, aloud and with a sound, and is not busy any more", async () => {
    act.mockRejectedValueOnce(new Fault("too_low"));
    show();
    await tap("a");
    await settle();
    expect([prompt(), state()]).toEqual(["No: too_low", ""]);
    expect(cue).toHaveBeenCalledWith("no");
    await vi.advanceTimersByTimeAsync(100);
    expect(aloud(true)).toBe("No: too_low");
    await vi.advanceTimersByTimeAsync(5000);
    expect(prompt()).toBe("waiting");
  });

  it("explains what broke on the way, too", async () => {
    act.mockRejectedValueOnce(new TypeError("broken"));
    show();
    await tap("a");
    await settle();
    expect(prompt()).toBe("No: internal");
  });

  it("says nothing of a move that came too late, or that the coach explains, unless the game wants it", async () => {
    for (const code of ["stale", "off_script"]) {
      act.mockRejectedValueOnce(new Fault(code));
      show();
      await tap("a");
      await settle();
      expect(prompt()).toBe("waiting");
      cleanup();
    }
    act.mockRejectedValueOnce(new Fault("stale"));
    show({ more: { silent: [] } });
    await tap("a");
    await settle();
    expect(prompt()).toBe("No: stale");
  });
});

describe("a card that is not legal", () => {
  it("is not sent: the server says why, and the card is marked", async () => {
    ask.mockResolvedValue(new Fault("not_yet"));
    show();
    await tap("c");
    await settle();
    expect(ask.mock.calls).toEqual([[{ play: "c" }]]);
    expect(act).not.toHaveBeenCalled();
    expect([prompt(), card("c").classList.contains("refused")]).toEqual(["No: not_yet", true]);
  });

  it("is not asked about while an action is on its way", async () => {
    answerLater();
    show();
    await tap("a");
    await tap("c");
    expect(ask).not.toHaveBeenCalled();
  });

  it("is forgotten with the next decision", async () => {
    ask.mockResolvedValue(new Fault("not_yet"));
    const update = show();
    await tap("c");
    await settle();
    await update({ view: { ...base.view, window: 2 } });
    expect(prompt()).toBe("waiting");
  });
});

describe("the viewer's turn", () => {
  const turns = () => vi.mocked(cue).mock.calls.filter(([name]) => name === "turn").length;
  it("is said and sounded once per decision", async () => {
    const update = show();
    await vi.advanceTimersByTimeAsync(100);
    expect([turns(), aloud(false)]).toEqual([1, "Play one of 3"]);
    await update({ legal: plays("a") });
    expect(turns()).toBe(1);
    await update({ view: { ...base.view, window: 2 } });
    expect(turns()).toBe(2);
    await update({ view: { ...base.view, window: 3 }, legal: [] });
    expect(turns()).toBe(2);
  });

  it("is counted down to its end, and nobody else's", async () => {
    const deadline = Date.now() + 4500;
    const update = show({ deadline });
    expect(vi.mocked(countDown).mock.calls).toEqual([[deadline]]);
    expect(stop).not.toHaveBeenCalled();
    await update({ legal: [] });
    expect(stop).toHaveBeenCalledTimes(1);
    await update({ legal: [], deadline: deadline + 1000 });
    expect(countDown).toHaveBeenCalledTimes(1);
  });
});

describe("keys", () => {
  it("of the game do what the game says", async () => {
    show();
    await key("2");
    expect(act).toHaveBeenCalledExactlyOnceWith({ play: "b" });
  });

  it("are left to fields, and to the browser where a modifier is held", async () => {
    show();
    await key("1", screen.getByLabelText("text"));
    await fireEvent.keyDown(document.body, { key: "1", ctrlKey: true });
    await fireEvent.keyDown(document.body, { key: "1", repeat: true });
    expect(act).not.toHaveBeenCalled();
  });

  it("arrows find the table from anywhere, the best card first, and lead from card to card there", async () => {
    show({ legal: plays("b") });
    await key("ArrowDown");
    expect(document.activeElement).toBe(card("b"));
    await key("ArrowRight", card("b"));
    expect(document.activeElement).toBe(card("c"));
  });

  it("end with the table", async () => {
    show();
    cleanup();
    await key("1");
    expect(act).not.toHaveBeenCalled();
  });
});

describe("events", () => {
  const over = { ...base.view, over: true };
  it("that came before the table was opened are not shown", () => {
    show({ events: numbered("x") });
    expect([shown(), state()]).toEqual(["", ""]);
  });

  it("are shown one after another, and the result waits for them", async () => {
    const update = show();
    await update({ events: numbered("x", "y"), view: over });
    expect([shown(), state()]).toEqual(["x", "behind"]);
    await vi.advanceTimersByTimeAsync(300);
    expect([shown(), state()]).toEqual(["x y", "behind"]);
    await vi.advanceTimersByTimeAsync(300);
    expect([shown(), state()]).toEqual(["", "over"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state()).toBe("over risen");
  });

  it("are skipped by a click, a key or an action, where the game says so", async () => {
    for (const skip of [() => fireEvent.click(document.querySelector("output")!), () => key("q"), () => key("1")]) {
      const update = show({ skippable: true });
      await update({ events: numbered("x", "y"), view: over });
      await skip();
      flushSync();
      expect([shown(), state()?.includes("over")]).toEqual(["", true]);
      cleanup();
    }
    const update = show();
    await update({ events: numbered("x", "y") });
    await key("q");
    expect([shown(), state()]).toEqual(["x", "behind"]);
  });
});

it("shows the result at once where the deal was over before", () => {
  show({ view: { ...base.view, over: true } });
  expect(state()).toBe("over risen");
});
