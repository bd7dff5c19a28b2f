import { beforeEach, describe, expect, it } from "vitest";
import type { Action } from "../../gen/roost/Action";
import type { Event } from "../../gen/roost/Event";
import { Fault } from "../../lib/api";
import { wordsReady } from "../../lib/i18n.svelte";
import { settings } from "../../lib/settings.svelte";
import { t as boards } from "./boards.text";
import { sort } from "./choices";
import { birdName, goalName, narrowName, put } from "./deck.svelte";
import { asking, deck, makeView, NAMES, perch } from "./fixtures";
import { arranged } from "./hand";
import { t as lesson, at as lessonAt } from "./lesson";
import { describe as line } from "./log";
import { narrate } from "./narrate";
import { cardLabel, perchLabel } from "./present";
import { why } from "./refusals";
import { occasion, prompt } from "./prompt";
import { ruleFor } from "./rule";
import { describeAction } from "./actions";
import { t as setup } from "./setup.text";
import { t } from "./text";
import { t as zoom } from "./zoom.text";

beforeEach(() => {
  settings.language = "en";
  put(deck);
});

describe("names", () => {
  it("copies of a bird share its name", () => expect(birdName("eurasian-nuthatch#2")).toBe("Eurasian Nuthatch"));
  it("a long word is broken only in a narrow place, and only at its seams", async () => {
    settings.language = "de";
    // Words are fetched when they are first asked for.
    birdName("red-crossbill");
    await wordsReady();
    expect(birdName("red-crossbill")).toBe("Fichtenkreuzschnabel");
    expect(narrowName("red-crossbill#2")).toBe("Fichten\u00adkreuz\u00adschnabel");
    expect(narrowName("great-auk")).toBe("Great auk");
  });
  it("a bird that the deck does not know is told by its id", () => expect(birdName("great-auk")).toBe("Great auk"));
  it("a card in full", () => {
    expect(cardLabel("white-stork")).toBe(
      "White Stork, lives in the grassland, in the wetland, costs 1 invertebrate, 1 fish and 1 rodent, 5 points, platform nest, up to 3 eggs",
    );
    expect(cardLabel("eurasian-nuthatch")).toContain("costs invertebrate or seed");
  });
  it("a bird on the mat with all it carries", () => {
    expect(perchLabel(perch("goldcrest"), "F2")).toBe("Goldcrest, forest 2, room for 5 eggs");
    expect(perchLabel(perch("goldcrest", { eggs: 1, cached: { seed: 2 }, tucked: ["wood-warbler"], spent: true }), "F2")).toBe(
      "Goldcrest, forest 2, 1 of 5 eggs, 2 cached, 1 tucked, power used since your last turn",
    );
  });
  it("goals are told in the deck's words in its own language, else by what they count", async () => {
    expect(goalName("eggs-bowl")).toBe("Eggs in bowl nests");
    settings.language = "de";
    goalName("eggs-bowl");
    await wordsReady();
    expect(goalName("eggs-bowl")).toBe("Eier auf Vögeln mit Napfnest");
  });
});

describe("the log", () => {
  const told = (event: Event) => line(event, NAMES);
  it("marks what only the viewer knows", () => {
    expect(told({ drew: { seat: 0, tray: false, card: "wood-warbler" } })).toBe("You draw Wood Warbler (only you see it)");
    expect(told({ drew: { seat: 1, tray: false } })).toBe("Ben draws a card");
    expect(told({ bonus_kept: { seat: 1 } })).toBe("Ben keeps a bonus card");
  });
  it("tells the price of a bird", () => {
    expect(told({ paid: { seat: 0, eggs: ["F1", "F1"], tokens: { seed: 1, fish: 1 } } })).toBe("Ann pays 2 eggs and 1 seed and 1 fish");
    expect(told({ paid: { seat: 0, eggs: [], tokens: {} } })).toBeNull();
  });
  it("says why fewer bonus cards were offered", () => {
    expect(told({ bonus_offered: { seat: 1, count: 1, short: "no_new_kind" } })).toBe(
      "Ben is offered 1 bonus card: no other new kind is left",
    );
  });
  it("tells hunts", () => {
    expect(told({ hunted_deck: { seat: 1, position: "F1", bird: "tawny-owl", card: "goldcrest", success: true } })).toBe(
      "Ben's Tawny owl finds Goldcrest: caught",
    );
    expect(told({ hunted_dice: { seat: 1, position: "F1", bird: "white-stork", faces: ["mixed", "fish"], success: false } })).toBe(
      "Ben's White Stork rolls invertebrate or seed, fish: nothing",
    );
  });
  it("names the bird whose power it is", () => {
    expect(told({ power_used: { seat: 0, position: "F1", bird: "goldcrest" } })).toBe("Ann uses Goldcrest");
    expect(told({ tucked: { seat: 0, position: "F1", bird: "goldcrest", card: "wood-warbler" } })).toBe(
      "Ann tucks Wood Warbler under Goldcrest",
    );
    expect(told({ moved: { seat: 1, from: "F1", to: "G2", bird: "goldcrest" } })).toBe("Ben's Goldcrest moves: now in the grassland");
  });
  it("is silent about what happens automatically", () =>
    expect(told({ power_idle: { seat: 0, position: "F1", bird: "goldcrest" } })).toBeNull());
});

describe("the line that says what is due", () => {
  const due = (view: ReturnType<typeof makeView>, legal: Action[] = [], you: number | null = 0) => prompt(view, sort(legal), NAMES, you);
  it("on the viewer's turn", () => {
    expect(due(makeView(), ["gain_food"])).toBe("Your turn: use a row");
    expect(due(makeView(), ["gain_food", { play: { card: "wood-warbler", habitat: "forest" } }])).toBe(
      "Your turn: use a row, or play a bird",
    );
    expect(due(makeView(), [], null)).toBe("Ann is choosing an action");
  });
  it("names the bird that is paid for", () => {
    const open = { tasks: [{ pay: { card: "white-stork", row: "wetland", owed: 1, eggs: [] } }] as never };
    expect(due(makeView({ open, prompt: asking("pay_food", { phase: "pay" }) }))).toBe("How do you pay for White Stork?");
    expect(due(makeView({ open, prompt: asking({ pay_egg: false }, { phase: "pay", left: 2 }) }))).toBe(
      "White Stork: tap the birds whose 2 eggs pay for it",
    );
    expect(due(makeView({ open, prompt: asking("pay_food", { phase: "pay", seats: [1] }) }))).toBe("Ben pays for White Stork");
  });
  it("names the bird with the power, and what it reacts to", () => {
    const view = makeView({
      open: { current: 1, tasks: [{ react: { to: "lay", seat: 0, looked: 2 } }] as never },
      prompt: asking({ lay: null }, { phase: "react", bird: [0, "F2"], skip: true }),
    });
    expect(due(view)).toBe("Common Cuckoo: which bird gets the egg?");
    expect(occasion(view, NAMES, 0)).toBe("Ben laid eggs. Your turn to react!");
    expect(occasion(view, NAMES, 1)).toBeNull();
  });
  it("says when another player's bird gives something", () => {
    const view = makeView({ open: { current: 1 }, prompt: asking({ lay: "cavity" }, { bird: [1, "F1"], skip: true }) });
    expect(occasion(view, NAMES, 0)).toBe("Ben's Eurasian Nuthatch lets everyone lay an egg");
  });
});

describe("actions in words", () => {
  const told = (action: Action) => describeAction(action, makeView(), NAMES);
  it.each<[Action, string]>([
    [
      { setup: { birds: ["goldcrest"], foods: ["seed", "fish"], bonus: "photographer" } },
      "Keep Goldcrest; 1 seed and 1 fish; Photographer",
    ],
    [{ play: { card: "white-stork", habitat: "wetland" } }, "Play White Stork in the wetland"],
    [{ lay: { position: "F1" } }, "Lay an egg on Goldcrest"],
    [{ draw: { tray: 3 } }, "Take White Stork from the tray"],
    [{ trade: { position: "G1" } }, "Trade an egg from Carrion Crow for one more"],
    [{ take: { die: "mixed", food: "seed", cache: true } }, "Take seed and cache it"],
    ["no_trade", "Don't trade"],
  ])("%o", (action, text) => expect(told(action)).toBe(text));
});

it("refusals are told with their numbers", () => {
  expect(why(new Fault("eggs_short", { needed: 2 }))).toBe("That space costs 2 eggs, and you have too few.");
  expect(why(new Fault("wrong_habitat", { habitat: "wetland" }))).toBe("That bird does not live in the wetland.");
  expect(why(new Fault("not_wanted", { food: "fish" }))).toBe("This power does not take fish.");
});

it("the hand lies as one likes it", () => {
  const hand = ["white-stork", "wood-warbler", "long-eared-owl", "eurasian-nuthatch"];
  expect(arranged(hand, "dealt")).toEqual(hand);
  expect(arranged(hand, "points")[0]).toBe("long-eared-owl");
  expect(arranged(hand, "cost").at(-1)).toBe("white-stork");
  expect(arranged(hand, "habitat").slice(0, 2)).toEqual(["eurasian-nuthatch", "wood-warbler"]);
});

it("the whole table is told", () => {
  expect(narrate(makeView(), NAMES, 0)).toBe(
    "Round 2 of 4, 5 turns left. It is your turn. Goal of this round: Eggs in bowl nests. " +
      "In the feeder: seed, fish, invertebrate or seed. In the tray: Eurasian Nuthatch, White Stork. 40 cards in the deck. " +
      "Ben: 5 points; birds 1, cards in hand 4; 1 fruit. " +
      "Forest: Goldcrest, forest 1, 1 of 5 eggs, 1 tucked; Common Cuckoo, forest 2. Grassland: Carrion Crow, grassland 1, 2 of 2 eggs, 1 cached. Wetland: no birds. " +
      "Your food: 2 seeds and 1 fish. You hold Long-eared Owl, Wood Warbler, White Stork. Your bonus cards: Photographer.",
  );
  expect(narrate(makeView({ seat: null }), NAMES, null)).not.toContain("You hold");
});

it("the rules open at what is going on", () => {
  expect(ruleFor(makeView())).toBe("turn");
  expect(ruleFor(makeView({ prompt: asking("use") }))).toBe("powers");
  expect(ruleFor(makeView({ open: { ending: { reason: "points", winners: [0], places: [1, 2] } } }))).toBe("scoring");
});

it("both languages have the same holes in every text", async () => {
  for (const dictionary of [t, boards, lesson, setup, zoom]) {
    const { en, de } = await dictionary.all();
    const holes = (entry: unknown) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g))].sort();
    for (const key of Object.keys(en)) expect(holes(de[key]), key).toEqual(holes(en[key]));
  }
});

it("every step of the lesson points at something", async () => {
  const { en } = await lesson.all();
  const steps = Object.keys(en).flatMap((key) => (key.startsWith("step.") ? [key.slice(5)] : []));
  expect(Object.keys(lessonAt).sort()).toEqual(steps.sort());
});
