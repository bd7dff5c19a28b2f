import { cleanup, fireEvent, screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { Fault } from "../../lib/api";
import { LEGAL, makeView } from "./fixtures";
import {
  act,
  base,
  button,
  choice,
  choices,
  coming,
  consider,
  hand,
  lay,
  lines,
  lit,
  show,
  stack,
  table,
  takes,
  tap,
  thing,
  useTable,
} from "./testing/table";

useTable();

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
