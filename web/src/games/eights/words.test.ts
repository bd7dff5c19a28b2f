import { beforeEach, describe as group, expect, it } from "vitest";
import { KINDS, look, rank, SYMBOLS } from "../../cards/colour";
import { colourFace } from "../../cards/colour-faces";
import { shapesOf } from "../../look/shape";
import type { Event } from "../../gen/eights/Event";
import { settings } from "../../lib/settings.svelte";
import { caption } from "./captions";
import { decide, playsByCard } from "./choices";
import { cards, legalFor, makeView, manyCards, NAMES } from "./fixtures";
import { lay, piles } from "./layout";
import { describe, ruleFor } from "./log";
import { t } from "./text";
import { cardName } from "./words";

beforeEach(() => {
  settings.language = "en";
});

const WORDS = [..."012345679", "+2", "+20", "skip", "reverse", "nope", "swap", "pickswap", "rotate", "steal"];
WORDS.push("luckyhand", "godmode");
const FACES = ["red", "blue", "green", "yellow"].flatMap((color) => WORDS.map((word) => `${color} ${word}`));
FACES.push("wild", "+4", "+20", "wildpickswap");

group("faces", () => {
  it("every one has a drawing and a name of its own, in both languages", async () => {
    await t.all();
    for (const language of ["en", "de"] as const) {
      settings.language = language;
      expect(new Set(FACES.map(cardName)).size).toBe(FACES.length);
    }
    for (const face of FACES) {
      const { kind, print } = look(face);
      expect(KINDS).toContain(kind);
      const shapes = shapesOf(colourFace(face, null));
      const glyph = new RegExp(`-${print.replace("+", "plus")}$`);
      const isPrinted = print
        ? shapes.some(({ attributes }) => glyph.test(String(attributes.href)))
        : shapes.some(({ attributes }) => attributes.d === SYMBOLS[kind]);
      expect(isPrinted, face).toBe(true);
    }
    expect(new Set(FACES.map((face) => JSON.stringify(colourFace(face, null)) + look(face).color)).size).toBe(FACES.length);
  });

  it("names begin with what is printed", () => {
    expect(["red 5", "blue skip", "green +2", "wild", "+4", "red +20"].map(cardName)).toEqual([
      "5, red",
      "Skip, blue",
      "+2, green",
      "8, wild",
      "+4",
      "+20, red",
    ]);
  });

  it("sort by colour, then by number, then by what they do", () => {
    const sorted = FACES.toSorted((a, b) => rank(a) - rank(b));
    expect(sorted[0]).toBe("red 0");
    expect(sorted[9]).toBe("red +2");
    expect(sorted.at(-4)).toBe("wild");
  });
});

group("the hand's layout", () => {
  it.each([
    [360, 3],
    [360, 7],
    [360, 30],
    [360, 60],
    [1100, 7],
    [1100, 60],
  ])("in %i pixels %i cards fit and can be touched", (width, count) => {
    const { card, step, width: used } = lay(width, 200, count, 5);
    expect(step).toBeGreaterThanOrEqual(44);
    expect(used - step + card).toBeLessThanOrEqual(width + 1);
  });

  it("keeps a usual hand within the zones of the smallest phone, upright and sideways", () => {
    for (const count of [3, 7, 10]) {
      expect(lay(308, 141, count, 4).fits).toBe(true);
      expect(lay(390, 94, count, 4).fits).toBe(true);
    }
    // More than that scroll in their zone, which keeps its size.
    expect(lay(308, 141, 40, 4).fits).toBe(false);
  });

  it("fits a window whose width was rounded up", () => {
    for (let width = 300; width <= 1300; width += 1) {
      const { rows, step, gap } = lay(width, 188, 7, 3);
      if (rows === 1) expect(step * 7 + gap * 2).toBeLessThanOrEqual(width - 0.5);
    }
  });

  it("piles equal faces up in large hands only, and never the card just drawn", () => {
    expect(piles(cards("red 1", "red 1"), () => false)).toHaveLength(2);
    const many = [...manyCards(40), { id: 1, face: "red 1" }, { id: 2, face: "red 1" }];
    const drawn = piles(many, ({ id }) => id === 2);
    expect(drawn.some(({ card, count }) => card.id === 2 && count === 1)).toBe(true);
    expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(42);
  });
});

group("choices", () => {
  it("come from the legal list alone", () => {
    const [card] = cards("wildpickswap");
    const plays = playsByCard(legalFor([card!], () => true, "draw")).get(card!.id)!;
    expect(decide(plays, {})).toEqual({ ask: "color", options: ["red", "blue", "green", "yellow"] });
    expect(decide(plays, { color: "red" })).toEqual({ ask: "target", options: [1, 2, 3] });
    expect(decide(plays, { color: "red", target: 3 })).toEqual({ card: card!.id, color: "red", target: 3 });
    expect(decide(plays, { target: 9 })).toBeNull();
    // With one player left to choose from, nothing is asked.
    expect(
      decide(
        plays.filter(({ target }) => target === 2),
        { color: "red" },
      ),
    ).toMatchObject({ target: 2 });
  });
});

const result = { reason: "went_out" as const, winners: [1], places: [2, 1, 2, 2], gained: 77 };
const hands = [null, null, null, null];
const EVENTS: [Event, string | null, string | null][] = [
  [{ started: { first: "red 3", seat: 0, hands } }, "Ann begins. On top: 3, red", "You begin"],
  [{ played: { seat: 0, card: "red 5" } }, "Ann plays 5, red", null],
  [{ played: { seat: 1, card: "wild", color: "blue" } }, "Ben plays 8, wild and chooses blue", undefined!],
  [{ played: { seat: 1, card: "red pickswap", target: 2 } }, "Ben plays Pick-swap, red with Cem", undefined!],
  [{ played: { seat: 1, card: "wildpickswap", target: 2, color: "red" } }, "Ben plays Wild pick-swap with Cem and chooses red", undefined!],
  [{ played: { seat: 1, card: "red godmode", power: "big_bang" } }, "Ben plays God mode, red: Big bang", undefined!],
  [{ drew: { seat: 0, count: 1, forced: false } }, "Ann draws a card", "You draw a card"],
  [{ drew: { seat: 0, count: 1, forced: false, cards: [{ id: 4, face: "red 5" }] } }, "Ann draws a card", "You drew 5, red"],
  [{ drew: { seat: 0, count: 26, forced: true } }, "Ann takes the stack: 26 cards", "You take the stack: 26 cards"],
  [{ stack: { total: 6 } }, "The stack grows to +6", undefined!],
  [{ stack: { total: 0 } }, null, null],
  [{ skipped: { seats: [1, 2] } }, "Ben and Cem are skipped", undefined!],
  [{ skipped: { seats: [0] } }, "Ann is skipped", "You are skipped"],
  [{ reversed: { dir: -1 as never, count: 2 } }, "Play reverses direction (2 in a row)", undefined!],
  ["noped", "Nope! The stack is cancelled", undefined!],
  [{ swapped: { a: 1, b: 0, hands } }, "Ben and Ann swap hands", "You and Ben swap hands"],
  [{ rotated: { dir: -1 as never, hands } }, "Rotate! Every hand moves on, counter-clockwise", undefined!],
  [{ stole: { thief: 1, victim: 2 } }, "Ben steals a card from Cem", undefined!],
  [{ stole: { thief: 1, victim: 0, card: { id: 4, face: "red 9" } } }, "Ben steals 9, red from Ann", "Ben steals 9, red from you"],
  [{ lucky: { seat: 1 } }, "Ben may draw a lucky card", undefined!],
  [{ eye_opened: { seat: 1, hands } }, "Ben opens the all-seeing eye: all hands are revealed", undefined!],
  ["eye_closed", "The all-seeing eye closes", undefined!],
  [{ big_bang: { hands } }, "Big bang! All hands are shuffled and dealt again", undefined!],
  [{ reincarnation: { hands } }, "Reincarnation! Everyone gets a fresh hand", undefined!],
  [{ passed: { seat: 1 } }, "Ben keeps the card and passes", undefined!],
  [{ timed_out: { seat: 0 } }, "Ann runs out of time", "Your time ran out"],
  [{ mercy: { seat: 1 } }, "Mercy: Ben holds too many cards and is out", undefined!],
  [{ seat_removed: { seat: 1 } }, "Ben is out of the game", undefined!],
  [{ ready: { seat: 1 } }, "Ben is ready", null],
  [{ round_ended: { result, hands } }, "Ben wins the round: 77 points", undefined!],
  [{ ended: { result, hands } }, "Ben wins", undefined!],
  [{ ended: { result: { ...result, winners: [0, 1] }, hands } }, "Ann and Ben share the win", undefined!],
];

group("the log", () => {
  it.each(EVENTS)("%j", (event, line, own) => {
    expect(describe(event, NAMES)).toBe(line);
    expect(caption(event, NAMES, 0)).toBe(own === undefined ? line : own);
  });

  it("speaks German too, without a gap", async () => {
    await t.all();
    settings.language = "de";
    for (const [event] of EVENTS) expect(describe(event, NAMES) ?? "").not.toMatch(/log\.|\{|kind\./);
  });
});

it("the rules open where the game is", () => {
  expect(ruleFor(makeView())).toBe("turn");
  expect(ruleFor(makeView({ stack: 4, top: "+4" }))).toBe("stack");
  expect(ruleFor(makeView({ eye: 1 }))).toBe("chaos");
  expect(ruleFor(makeView({ phase: "finished" }))).toBe("scoring");
});

it("every refusal of the rules has words", async () => {
  const codes = ["game_over", "wrong_phase", "not_your_turn", "already_ready", "unknown_card", "must_draw"];
  codes.push("drawn_card_only", "stack_pending", "stack_refused", "reverse_limit", "no_match", "color_required");
  codes.push("target_required", "bad_target", "power_required", "unexpected_choice", "must_play");
  const { en, de } = await t.all();
  for (const code of codes) for (const all of [en, de]) expect(all[`error.${code}`], code).toBeTruthy();
});
