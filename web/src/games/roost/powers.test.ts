import { beforeEach, describe, expect, it } from "vitest";
import type { Op } from "../../gen/roost/Op";
import type { Power } from "../../gen/roost/Power";
import { wordsReady } from "../../lib/i18n.svelte";
import { settings } from "../../lib/settings.svelte";
import { counted, payoutText } from "./counts";
import { crow, cuckoo, stork } from "./fixtures";
import { powerText } from "./powers";

beforeEach(() => (settings.language = "en"));
const does = (...ops: Op[]): string => powerText({ on: "activate", cost: [], do: ops }).replace("When its row is used: ", "");

describe("b_105_the text of a power is made from its operations", () => {
  it("with a cost", () => {
    expect(powerText(stork.power!)).toBe("When its row is used: pay 1 invertebrate or fish to tuck 2 cards from the deck here.");
  });
  it("with two operations", () => {
    expect(powerText(crow.power!)).toBe(
      "When its row is used: pay 1 egg from any of your birds to gain 1 food of any kind; then draw 1 card from the deck.",
    );
  });
  it("in German too", async () => {
    settings.language = "de";
    powerText(stork.power!);
    await wordsReady();
    expect(powerText(stork.power!)).toBe(
      "Wenn seine Reihe genutzt wird: bezahle 1 Wirbelloses oder Fisch; dafür schieb 2 Karten vom Stapel hier unter.",
    );
    expect(powerText(cuckoo.power!)).toBe("Wenn jemand anders Eier legt: lege 1 Ei auf einen deiner Vögel.");
  });
});

const OPS: [Op, string][] = [
  [{ op: "gain", food: ["fish"], n: 3, who: "owner" }, "gain 3 fish."],
  [{ op: "gain", food: ["invertebrate"], n: 3, who: "owner" }, "gain 3 invertebrates."],
  [{ op: "gain", food: ["fruit"], n: 1, who: "all" }, "every player gains 1 fruit."],
  [{ op: "take", food: ["seed"], all: false, cache: true }, "take 1 seed from the feeder and keep it or cache it here."],
  [{ op: "take", food: ["invertebrate", "seed", "fish", "fruit", "rodent"], all: false, cache: false }, "take any die from the feeder."],
  [{ op: "take", food: ["fruit"], all: true, cache: false }, "take every fruit from the feeder."],
  [{ op: "cache", food: "rodent", n: 1 }, "cache 1 rodent here from the supply."],
  [{ op: "lay", on: "this", n: 1, who: "owner" }, "lay 1 egg on this bird."],
  [{ op: "lay", on: { nest: "bowl" }, n: 1, who: "owner" }, "lay 1 egg on one of your birds with a bowl nest."],
  [{ op: "lay", on: { nest: "ground" }, n: 1, who: "all" }, "every player lays 1 egg on a bird with a ground nest."],
  [{ op: "lay", on: { each: "cavity" }, n: 1, who: "owner" }, "lay 1 egg on each of your birds with a cavity nest."],
  [{ op: "draw", from: "tray", n: 2, who: "owner" }, "take up to 2 cards from the tray."],
  [{ op: "draw", from: "either", n: 1, who: "owner" }, "draw 1 card from the deck or the tray."],
  [{ op: "draw", from: "deck", n: 1, who: "all" }, "every player draws 1 card from the deck."],
  [{ op: "discard", n: 1, at: "turn_end" }, "discard 1 card at the end of this turn."],
  [{ op: "hunt_deck", below_cm: 60 }, "turn over the top card of the deck; tuck it here if its wingspan is below 60 cm, else discard it."],
  [{ op: "hunt_dice", food: "rodent" }, "roll the dice outside the feeder; if any shows rodent, cache 1 rodent here."],
  [{ op: "bonus", draw: 2, keep: 1 }, "draw 2 bonus cards and keep 1."],
  [{ op: "play_again", habitat: { row: "forest" } }, "play another bird in the forest at its full cost."],
  [{ op: "play_again", habitat: "same" }, "play another bird in this habitat at its full cost."],
  [{ op: "move" }, "if this bird is the last in its row, move it to another of its habitats."],
  [{ op: "repeat", power: "any" }, "use the power of another bird in this row once more."],
  [
    { op: "fewest", habitat: "wetland", gift: { draw: { n: 1 } } },
    "for each player with the fewest birds in the wetland: draw 1 card from the deck.",
  ],
];

describe("every operation has words", () => {
  it.each(OPS)("%o", (op, text) => expect(does(op)).toBe(text));
  it("and every occasion", () => {
    const on = (between: Extract<Power["on"], object>["between"]) =>
      powerText({ on: { between }, cost: [], do: [{ op: "move" }] }).split(":")[0];
    expect(on({ event: "gain", food: "rodent" })).toBe("When another player takes rodent from the feeder");
    expect(on({ event: "play", habitat: "wetland" })).toBe("When another player plays a bird in the wetland");
    expect(on({ event: "hunt" })).toBe("When another player's hunt succeeds");
  });
});

describe("what goals and bonus cards count", () => {
  it("is told by what the deck says", () => {
    expect(counted({ of: "eggs", where: { row: "wetland" } })).toBe("Eggs in the wetland");
    expect(counted({ of: "birds", where: { nest: "bowl", eggs_min: 1 } })).toBe("Birds with a bowl nest and with an egg");
    expect(counted({ of: "birds", where: { wingspan_min: 100 } })).toBe("Birds with a wingspan of 100 cm or more");
    expect(counted({ of: "least_eggs" })).toBe("Sets of one egg in each habitat");
  });
  it("and what it is worth", () => {
    expect(payoutText({ per: 2 })).toBe("2 points each");
    expect(
      payoutText({
        tiers: [
          [3, 3],
          [5, 7],
        ],
      }),
    ).toBe("3–4: 3 · 5+: 7");
    expect(
      payoutText({
        tiers: [
          [3, 3],
          [4, 6],
        ],
      }),
    ).toBe("3: 3 · 4+: 6");
  });
});
