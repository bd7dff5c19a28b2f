import { describe, expect, it } from "vitest";
import { staged, takenTo, thinkable, withLastCards } from "./draft";
import { build, makeView } from "./fixtures";

describe("what a capture has taken", () => {
  const before = makeView({ open: { builds: [build()], loose: ["5h", "5d", "4c"] } });

  it("is what lay on the table and on other piles, and goes to the pile that has grown", () => {
    const now = makeView({
      open: { builds: [], loose: ["5d"] },
      piles: [
        { count: 6, top: "6s", points: 0 },
        { count: 3, top: "9h", points: 0 },
      ],
    });
    expect(takenTo(before, now)).toEqual({ seat: 0, cards: ["5h", "4c", "4h", "2d", "8h"] });
  });

  it("is nothing where a card was trailed or built, and where a new game begins", () => {
    expect(takenTo(before, makeView({ open: { builds: [build()], loose: ["5h", "5d", "4c", "3c"] } }))).toBeNull();
    expect(
      takenTo(before, makeView({ open: { builds: [build({ cards: ["4h", "2d", "4c"], value: 10 })], loose: ["5h", "5d"] } })),
    ).toBeNull();
    expect(
      takenTo(before, makeView({ open: { builds: [], loose: [] }, piles: [0, 1].map(() => ({ count: 0, top: null, points: 0 })) })),
    ).toBeNull();
  });
});

describe("the end of a game", () => {
  const before = makeView({ open: { loose: ["5h"] } });
  const piles = [
    { count: 20, top: "5h", pips: 0 },
    { count: 20, top: "9h", pips: 0 },
  ];
  const told = (...events: unknown[]) => events.map((event) => ({ event }));

  it("shows the last card and what is left before they are taken in", () => {
    const after = makeView({ open: { phase: "finished", loose: [] }, piles });
    const shown = withLastCards(
      after,
      before,
      told({ trailed: { seat: 1, card: "2c" } }, { trailed: { seat: 0, card: "Kd" } }, "deal_ended", {
        leftovers: { to: 0, cards: ["5h", "Kd"] },
      }),
    );
    expect(shown.open.loose).toEqual(["5h", "Kd"]);
    expect(shown.piles).toEqual(before.piles);
    expect(shown.open.phase).toBe("finished");
  });

  it("shows a last capture with its cards", () => {
    const after = makeView({ open: { phase: "finished", loose: [] }, piles });
    const events = told({ captured: { seat: 0, card: "5c", loose: ["5h"], builds: [], tops: [], total: 10 } }, "deal_ended");
    expect(withLastCards(after, before, events).open.loose).toEqual(["5h", "5c"]);
  });
});

describe("what a draft might mean", () => {
  it("lists cards, builds and tops in the server's order, however they were laid", () => {
    const view = makeView({
      hand: ["As"],
      open: { loose: ["4h", "4c", "3d", "10s"], builds: [build({ id: 2 }), build({ id: 1 })] },
      piles: [
        { count: 1, top: "9h", points: 0 },
        { count: 1, top: "2h", points: 0 },
        { count: 1, top: "8h", points: 0 },
      ],
      seat: 0,
    });
    const draft = ["10s", "8h", "4h", "b2", "2h", "4c", "b1", "3d", "As"];
    const tops = [
      { seat: 1, card: "2h" },
      { seat: 2, card: "8h" },
    ];
    expect(thinkable(draft, view)).toEqual([{ capture: { card: "As", loose: ["3d", "4c", "4h", "10s"], builds: [1, 2], tops } }]);
    expect(staged(draft, view)).toEqual({ loose: ["3d", "4c", "4h", "10s"], builds: [1, 2], tops, from_hand: true });
  });

  it("court cards have no value that could be built", () => {
    const view = makeView({ open: { loose: ["Jh"] }, hand: ["Js"] });
    expect(thinkable(["Js", "Jh"], view)).toEqual([{ capture: { card: "Js", loose: ["Jh"] } }]);
  });
});
