import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../gen/roost/Action";
import type { View } from "../../gen/roost/View";
import { Fault } from "../../lib/api";
import type { Answer } from "../../lib/connection.svelte";
import { settings } from "../../lib/settings.svelte";
import { put } from "./deck.svelte";
import { asking, deck, makeView, occupants } from "./fixtures";
import Table from "./Table.svelte";

const act = vi.fn<(action: Action) => Promise<void>>(async () => {});
const ask = vi.fn<(action: Action) => Promise<Fault | null>>(async () => null);
const consider = vi.fn<(action: Action) => Promise<Answer>>(async () => ({ fault: null }));
const base = { you: 0 as number | null, seats: occupants, events: [], deadline: null, options: {}, act, ask, consider };
const show = (view: View, legal: Action[] = [], more: Partial<typeof base> = {}) =>
  render(Table, { props: { ...base, ...more, view, legal } });
/** What an element says. The library asks for the role and the style of every element of a large board first. */
const said = (element: Element): string => {
  const copy = element.cloneNode(true) as Element;
  for (const silent of copy.querySelectorAll('[aria-hidden="true"]')) silent.remove();
  return (element.getAttribute("aria-label") ?? copy.textContent ?? "").replace(/\s+/g, " ").trim();
};
const buttons = (name: string | RegExp, within: ParentNode = document): HTMLElement[] =>
  [...within.querySelectorAll<HTMLElement>("button")].filter((element) =>
    typeof name === "string" ? said(element) === name : name.test(said(element)),
  );
const button = (name: string | RegExp, within: ParentNode = document): HTMLElement => {
  const [found, ...more] = buttons(name, within);
  if (!found || more.length > 0) throw new Error(`${1 + more.length} buttons ${name}: ${buttons(/./).map(said).join(" | ")}`);
  return found;
};
const part = (label: string): HTMLElement | null => document.querySelector(`[aria-label="${label}"]`);
/** A card that is looked at closely. */
const closely = (name: string) =>
  vi.waitFor(() => document.querySelector<HTMLElement>(`.picker[aria-label="${name}"]`) ?? expect.fail(`no ${name}`));
const dialog = () => vi.waitFor(() => document.querySelector<HTMLElement>("dialog[open]") ?? expect.fail("no dialog"));
const cells = (name: RegExp, within: ParentNode = document) => {
  const row = [...within.querySelectorAll("tr")].find((row) => name.test(said(row)));
  return [...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent);
};
const prompt = () => document.querySelector(".prompt")?.textContent;
const tap = (element: Element) => fireEvent.click(element, { detail: 1 });
const card = (name: string) => document.querySelector<HTMLElement>(`[data-card="${name}"]`)!;
const at = (place: string) => document.querySelector<HTMLElement>(`[data-at="${place}"]`)!;
const pays = (card: string) => ({ tasks: [{ pay: { card, row: "forest", owed: 0, eggs: [] } }] as never });

// The table fetches these when they are needed; here they are ready.
beforeAll(() =>
  Promise.all([
    import("./Setup.svelte"),
    import("./Zoom.svelte"),
    import("./Boards.svelte"),
    import("./Sheet.svelte"),
    import("./Over.svelte"),
    import("./More.svelte"),
    import("./powers"),
  ]),
);
beforeEach(() => {
  localStorage.clear();
  settings.language = "en";
  put(deck);
  act.mockReset().mockResolvedValue();
  consider.mockReset().mockResolvedValue({ fault: null });
});
afterEach(cleanup);

describe("the viewer's turn", () => {
  const legal: Action[] = [{ play: { card: "wood-warbler", habitat: "forest" } }, "gain_food", "lay_eggs", "draw_cards"];

  it("says what each row would give", async () => {
    show(makeView(), legal);
    expect(prompt()).toBe("Your turn: use a row, or play a bird");
    expect(button("Gain food 2 dice")).toBeTruthy();
    await fireEvent.click(button("Lay eggs 2 eggs +1 for a food"));
    expect(act).toHaveBeenLastCalledWith("lay_eggs");
  });
  it("lights what can be played, and plays it from the card", async () => {
    show(makeView(), legal);
    const lit = [...document.querySelectorAll<HTMLElement>("[data-card].lit")].map((element) => element.dataset.card);
    expect(lit).toEqual(["wood-warbler"]);
    await tap(card("wood-warbler"));
    const sheet = await closely("Wood Warbler");
    expect(sheet.textContent).toContain("When its row is used: gain 1 invertebrate.");
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(button("Play in the forest · 1 egg", sheet));
    expect(act).toHaveBeenLastCalledWith({ play: { card: "wood-warbler", habitat: "forest" } });
  });
  it("can be thought over: nothing was sent when the card is closed", async () => {
    show(makeView(), legal);
    await tap(card("wood-warbler"));
    await fireEvent.click(button("Close", await closely("Wood Warbler")));
    expect(document.querySelector(".picker")).toBeNull();
    expect(act).not.toHaveBeenCalled();
  });
  it("says why a card cannot be played", async () => {
    consider.mockResolvedValue({ fault: new Fault("food_short") });
    show(makeView(), legal);
    await tap(card("white-stork"));
    const sheet = await closely("White Stork");
    await waitFor(() => expect(within(sheet).getAllByText("You don't have the food for that.")).toHaveLength(2));
    expect(consider.mock.calls.map(([action]) => action)).toEqual([
      { play: { card: "white-stork", habitat: "grassland" } },
      { play: { card: "white-stork", habitat: "wetland" } },
    ]);
  });
  it("shows only what can be played, if one likes", async () => {
    show(makeView(), legal);
    expect(document.querySelectorAll("[data-card]")).toHaveLength(3);
    await fireEvent.click(button("Playable now: 1"));
    expect(document.querySelectorAll("[data-card]")).toHaveLength(1);
  });
  it("keeps the order of the hand that was chosen", async () => {
    show(makeView(), legal);
    const order = () => [...document.querySelectorAll<HTMLElement>("[data-card]")].map((element) => element.dataset.card);
    await fireEvent.click(button("Sort by habitat"));
    await fireEvent.click(button("Sort by cost"));
    expect(order()[0]).toBe("long-eared-owl");
    cleanup();
    show(makeView(), legal);
    expect(button("Sort by points")).toBeTruthy();
  });
});

describe("the mat", () => {
  it("tells birds with all they carry, and what free places give", () => {
    show(makeView());
    expect(at("F1").textContent).toContain("Goldcrest, forest 1, 1 of 5 eggs, 1 tucked");
    expect(
      within(part("Wetland")!).getByText(/Place 2 in the wetland, free: row gives 1 card \+1 for an egg, next bird costs 1 egg/),
    ).toBeTruthy();
  });
  it("a tap on a bird shows it closely", async () => {
    show(makeView());
    await fireEvent.click(at("F1"));
    const sheet = await closely("Goldcrest");
    expect(sheet.textContent).toContain("Tucked: Wood Warbler");
    // As many as the card holds, not as the species lays.
    expect(sheet.textContent).toContain("lays up to 5 eggs");
    expect(sheet.textContent).toContain("tuck 1 card from your hand here to gain 1 invertebrate");
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(document.querySelector(".picker")).toBeNull();
  });
  it("so does a mouse that rests on it, until it goes on", async () => {
    show(makeView());
    await fireEvent.pointerOver(at("F1"), { pointerType: "mouse" });
    const sheet = await closely("Goldcrest");
    expect(buttons(/./, sheet)).toEqual([]);
    await fireEvent.pointerOver(document.querySelector(".prompt")!, { pointerType: "mouse" });
    expect(document.querySelector(".picker")).toBeNull();
  });
  it("hides what would cover a button", async () => {
    show(makeView(), ["gain_food"]);
    const inTheWay = new DOMRect(0, 0, 2000, 2000);
    document.querySelector<HTMLElement>(".act")!.getBoundingClientRect = () => inTheWay;
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
    await fireEvent.pointerOver(at("F1"), { pointerType: "mouse" });
    const sheet = await closely("Goldcrest");
    expect(sheet.classList).toContain("hidden");
    vi.restoreAllMocks();
  });
  it("a tap on a bird that is lit is the answer", async () => {
    show(makeView({ prompt: asking({ lay: null }, { phase: "yield", left: 2 }) }), [{ lay: { position: "F1" } }]);
    expect(prompt()).toBe("Tap the birds that get the 2 eggs");
    await fireEvent.click(at("F1"));
    expect(act).toHaveBeenLastCalledWith({ lay: { position: "F1" } });
  });
});

describe("paying", () => {
  it("offers the cheapest first, marks two for one, and can be taken back", async () => {
    const payments: Action[] = [{ pay_food: { tokens: { seed: 1 } } }, { pay_food: { tokens: { seed: 1, fish: 1 } } }, "back"];
    show(makeView({ open: pays("eurasian-nuthatch"), prompt: asking("pay_food", { phase: "pay" }) }), payments);
    expect(prompt()).toBe("How do you pay for Eurasian Nuthatch?");
    const actions = [...document.querySelectorAll(".actions button")].map((element) => element.textContent?.trim());
    expect(actions).toEqual(["Pay 1 seed", "Pay 1 seed and 1 fish2 for 1", "Take the bird back"]);
    await fireEvent.click(button(/^Pay 1 seed and 1 fish/));
    expect(act).toHaveBeenLastCalledWith({ pay_food: { tokens: { seed: 1, fish: 1 } } });
    await fireEvent.click(button("Take the bird back"));
    expect(act).toHaveBeenLastCalledWith("back");
  });
  it("shows more ways when asked", async () => {
    const payments: Action[] = [1, 2, 3, 4, 5, 6, 7].map((seed) => ({ pay_food: { tokens: { seed } } }));
    show(makeView({ open: pays("carrion-crow"), prompt: asking("pay_food", { phase: "pay" }) }), payments);
    expect(buttons(/^Pay/)).toHaveLength(5);
    await fireEvent.click(button("2 more ways to pay"));
    expect(buttons(/^Pay/)).toHaveLength(7);
  });
});

describe("powers", () => {
  it("say what will happen, and can be left", async () => {
    const view = makeView({ prompt: asking("tuck", { bird: [0, "F1"], skip: true }) });
    show(view, [{ tuck: { card: "wood-warbler" } }, { tuck: { card: "white-stork" } }, "skip"]);
    expect(screen.getByText("When its row is used: tuck 1 card from your hand here to gain 1 invertebrate.")).toBeTruthy();
    expect(at("F1").classList).toContain("asked");
    await tap(card("white-stork"));
    expect(act).toHaveBeenLastCalledWith({ tuck: { card: "white-stork" } });
    await fireEvent.click(button("Skip"));
    expect(act).toHaveBeenLastCalledWith("skip");
  });
  it("that cost nothing and ask nothing are used at once, unless one wants to be asked", () => {
    const view = makeView({ prompt: asking("use", { bird: [0, "F1"], skip: true, free: true }) });
    show(view, ["use", "skip"]);
    expect(act.mock.calls).toEqual([["use"]]);
    cleanup();
    act.mockClear();
    localStorage.setItem("aboveboard.roost.free", "false");
    show(view, ["use", "skip"]);
    expect(act).not.toHaveBeenCalled();
  });
  it("on another player's turn stand out", () => {
    const view = makeView({
      open: { current: 1, tasks: [{ react: { to: "lay", seat: 0, looked: 2 } }] as never },
      prompt: asking({ lay: null }, { phase: "react", bird: [0, "F2"], skip: true }),
    });
    show(view, [{ lay: { position: "F1" } }, "skip"]);
    expect(screen.getByText("Ben laid eggs. Your turn to react!")).toBeTruthy();
    expect(document.querySelector(".ask")?.classList).toContain("react");
  });
  it("show a bonus card with what it counts", async () => {
    show(makeView({ prompt: asking("keep_bonus", { bird: [0, "F1"] }) }), [{ keep_bonus: { kind: "birdwatcher" } }]);
    await fireEvent.click(button(/^Birdwatcher\s*Birds · 2 points each/));
    expect(act).toHaveBeenLastCalledWith({ keep_bonus: { kind: "birdwatcher" } });
  });
});

describe("the middle", () => {
  it("a die that can be taken in one way is taken by a tap", async () => {
    const takes: Action[] = [
      { take: { die: "seed", food: "seed" } },
      { take: { die: "mixed", food: "invertebrate" } },
      { take: { die: "mixed", food: "seed" } },
    ];
    show(makeView({ prompt: asking({ take: [["seed"], false] }, { phase: "yield" }) }), takes);
    await fireEvent.click(document.querySelector('[data-die="seed"]')!);
    expect(act).toHaveBeenLastCalledWith({ take: { die: "seed", food: "seed" } });
    await fireEvent.click(document.querySelector('[data-die="mixed"]')!);
    expect(act).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[data-die="fish"]')).toBeNull();
  });
  it("the feeder can be rolled only while that is legal", async () => {
    const view = makeView({ prompt: asking({ take: [["seed"], false] }, { phase: "yield" }) });
    const { rerender } = show(view, ["reroll"]);
    await fireEvent.click(button("Reroll all dice"));
    expect(act).toHaveBeenLastCalledWith("reroll");
    await rerender({ ...base, view, legal: [] });
    expect(buttons("Reroll all dice")).toEqual([]);
  });
  it("cards come from the tray or the deck", async () => {
    show(makeView({ prompt: asking({ draw: "either" }, { phase: "yield" }) }), [{ draw: "deck" }, { draw: { tray: 3 } }]);
    await fireEvent.click(document.querySelector('.tray [data-bird="white-stork"]')!);
    expect(act).toHaveBeenLastCalledWith({ draw: { tray: 3 } });
    await fireEvent.click(button("40 cards left in the deck"));
    expect(act).toHaveBeenLastCalledWith({ draw: "deck" });
    expect(screen.getByText("Empty place")).toBeTruthy();
  });
});

describe("the set-up", () => {
  const dealt = ["goldcrest", "white-stork", "carrion-crow", "common-cuckoo", "wood-warbler"];
  const FOODS = ["invertebrate", "seed", "fish", "fruit", "rodent"] as const;
  const subsets = <T>(list: readonly T[]) => list.reduce<T[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]]);
  const legal: Action[] = subsets(dealt).flatMap((birds) =>
    subsets(FOODS)
      .filter((foods) => foods.length + birds.length === 5)
      .flatMap((foods) => ["photographer", "birdwatcher"].map((bonus) => ({ setup: { birds, foods, bonus } }))),
  );
  const kinds = { held: [], offered: ["photographer", "birdwatcher"], returned: [], sunk: [] };
  const view = makeView({
    open: { round: 0, chosen: [] },
    prompt: asking("setup", { phase: "setup", seats: [0, 1] }),
    hands: [{ unknown: [5], cards: dealt }, { unknown: [5] }],
    bonus: [
      { held: 0, offered: 2, short: null, kinds },
      { held: 0, offered: 2, short: null },
    ],
  });

  it("takes birds and food that make five, and a bonus card, and sends them as one", async () => {
    expect(legal).toHaveLength(504);
    show(view, legal);
    expect(await screen.findByText("Birds 0 + food 0 = 0 of 5")).toBeTruthy();
    await fireEvent.click(card("goldcrest"));
    await fireEvent.click(card("wood-warbler"));
    for (const food of ["invertebrate", "fish", "rodent"]) await fireEvent.click(button(food));
    expect(screen.getByText("Birds 2 + food 3 = 5 of 5")).toBeTruthy();
    expect(screen.getAllByText("−1 food")).toHaveLength(2);
    expect(button("Choose a bonus card").getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(button("seed"));
    expect(screen.getByText("You have five already: put something back first.")).toBeTruthy();
    await fireEvent.click(button(/^Photographer/));
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(button("Keep 2 birds, 3 food"));
    const [sent] = act.mock.lastCall as [{ setup: { birds: string[]; foods: string[]; bonus: string } }];
    expect([sent.setup.birds.sort(), sent.setup.foods, sent.setup.bonus]).toEqual([
      ["goldcrest", "wood-warbler"],
      ["invertebrate", "fish", "rodent"],
      "photographer",
    ]);
  });
  it("can be started over", async () => {
    show(view, legal);
    await screen.findByText("Birds 0 + food 0 = 0 of 5");
    await fireEvent.click(card("goldcrest"));
    await fireEvent.click(button("Start over"));
    expect(screen.getByText("Birds 0 + food 0 = 0 of 5")).toBeTruthy();
  });
  it("says why a single bonus card is offered", async () => {
    const short = { ...kinds, offered: ["photographer"] };
    show({ ...view, bonus: [{ held: 0, offered: 1, short: "no_new_kind", kinds: short }, view.bonus[1]!] }, legal);
    expect(await screen.findByText("1 bonus card instead of 2: you hold every other kind.")).toBeTruthy();
  });
  it("waits for the others when it is done", async () => {
    const done = {
      ...view,
      choice: { birds: ["goldcrest"], foods: ["seed" as const], bonus: "photographer" },
      prompt: asking("setup", { phase: "setup", seats: [1] }),
    };
    show(done);
    expect(await screen.findByText("You have chosen. Waiting for Ben")).toBeTruthy();
    expect(buttons("Start over")).toEqual([]);
  });
});

describe("what is around", () => {
  it("goals with everybody's standing", async () => {
    show(makeView());
    expect(await screen.findByText("Ann: 2, 4 points")).toBeTruthy();
    expect(screen.getByText("Ann: 1, 5 points")).toBeTruthy();
  });
  it("all mats are one tap away, with what is known of other hands", async () => {
    show(makeView());
    await fireEvent.click(button("Mat of Ben: 5 points so far, 4 in hand. Show all mats"));
    const mats = await dialog();
    expect(mats.querySelector('[aria-label="Mat of Ben"]')).toBeTruthy();
    expect(mats.textContent).toContain("Known in hand: White Stork");
    expect(mats.textContent).not.toContain("Known in hand: Long-eared Owl");
  });
  it("keeps all mats up to date while they are looked at", async () => {
    const { rerender } = show(makeView());
    await fireEvent.click(document.querySelector(".players .open")!);
    const mats = await dialog();
    const view = makeView();
    const birds = view.open.mats.flatMap((mat) => mat.rows.flat());
    for (const perch of birds) perch.cached = { seed: 7 };
    await rerender({ view });
    await vi.waitFor(() =>
      expect([...mats.querySelectorAll(".stock")].filter((stock) => stock.textContent === "7").length).toBe(birds.length),
    );
  });
  it("the score hides what others hold", async () => {
    show(makeView());
    await fireEvent.click(button(/^Round 2 of 4/));
    expect(cells(/^Bonus/, await dialog())).toEqual(["0", "?"]);
  });
  it("spectators see the mat of who plays, and no hand", () => {
    show(makeView({ seat: null, hands: [{ unknown: [2] }, { unknown: [3] }] }), [], { you: null });
    expect(part("Mat of Ann")).toBeTruthy();
    expect(document.querySelectorAll("[data-card]")).toHaveLength(0);
    expect(part("Your hand")).toBeNull();
  });
});

describe("the end", () => {
  it("shows every point by where it came from, best first", async () => {
    const ending = { reason: "points" as const, winners: [1], places: [2, 1] };
    const scores = [
      { birds: 20, bonus: [{ kind: "photographer", count: 3, points: 3 }], goals: 9, eggs: 8, cached: 1, tucked: 0, total: 41 },
      { birds: 25, bonus: [{ kind: "birdwatcher", count: 5, points: 10 }], goals: 4, eggs: 6, cached: 0, tucked: 2, total: 47 },
    ];
    show(makeView({ open: { ending }, prompt: null, scores }));
    expect(await screen.findByText("Ben wins")).toBeTruthy();
    expect([...document.querySelectorAll("thead th")].slice(1).map((cell) => cell.textContent)).toEqual(["Ben", "Ann"]);
    expect(cells(/^Bonus/)).toEqual(["10", "3"]);
    expect(cells(/^Total/)).toEqual(["47", "41"]);
    expect(cells(/^Food left/)).toEqual(["1", "3"]);
    expect(screen.getByText(/Ben, Birdwatcher: 5, 10 points/)).toBeTruthy();
    expect(part("Where the points came from")).toBeTruthy();
  });
});
