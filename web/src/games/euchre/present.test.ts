import { beforeEach, describe, expect, it } from "vitest";
import type { Action } from "../../gen/euchre/Action";
import type { Event } from "../../gen/euchre/Event";
import type { View } from "../../gen/euchre/View";
import { Fault } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import data from "./fixtures/scenes.json";
import { describe as line } from "./log";
import { callsBySeat, callText, cardLabel, dueText, placeOf, sortHand, why } from "./present";
import { ruleFor } from "./rule";
import { t } from "./text";

const scenes = data as unknown as Record<keyof typeof data, { you: number | null; view: View; legal: Action[] }>;
const names = ["Ann", "Bob", "Cleo", "Dana"];

beforeEach(() => (settings.language = "en"));

describe("the hand", () => {
  it("has the left bower among the trumps", () => {
    expect(sortHand(["9h", "Jd", "Kc", "Jh", "Ad"], "h")).toEqual(["Jh", "Jd", "9h", "Ad", "Kc"]);
    expect(sortHand(["9h", "Jd", "Kc", "Jh", "Ad"], null)).toEqual(["Jh", "9h", "Kc", "Ad", "Jd"]);
  });
  it("names the bowers", () => {
    expect(cardLabel("Jd", "h")).toBe("J, Jack of diamonds, left bower");
    expect(cardLabel("Jh", "h")).toBe("J, Jack of hearts, right bower");
    expect(cardLabel("Jd", "s")).toBe("J, Jack of diamonds");
  });
});

describe("the seats", () => {
  it("turn so that the viewer sits at the bottom", () => {
    expect([0, 1, 2, 3].map((seat) => placeOf(seat, 2))).toEqual(["top", "right", "bottom", "left"]);
    expect(placeOf(0, null)).toBe("bottom");
  });
  it("show what each has said last", () => {
    const { open } = scenes.spectatorCalls.view;
    const said = callsBySeat(open);
    expect(said).toHaveLength(4);
    expect(said.filter((call) => call === "pass")).toHaveLength(4);
    const pick = { ...scenes.discard.view.open, calls: ["pass", "pass", "pass", "order"] } as View["open"];
    expect(callText("order", pick.dealer, pick)).toBe("Pick it up");
    expect(callText("order", (pick.dealer + 1) % 4, pick)).toBe("Order up");
    const alone = { ...pick, maker: 1, alone: true };
    expect(callText({ name: "h" }, 1, alone)).toBe("Hearts, alone");
  });
});

describe("what is due", () => {
  it("says when the dealer is stuck", () => {
    const { view, legal, you } = scenes.stuck;
    expect(dueText(view, true, legal, names, you)).toBe("You are stuck: name a suit");
  });
  it("tells who sits out for whom they do", () => {
    const { view, you } = scenes.sitsOut;
    expect(dueText(view, false, [], names, you)).toBe("You sit out: Cleo plays alone");
  });
  it("has words for every scene", () => {
    for (const { view, legal, you } of Object.values(scenes)) {
      for (const mine of [true, false]) expect(dueText(view, mine, legal, names, you)).not.toMatch(/due\.|\{|undefined/);
    }
  });
  it("opens the rules at the phase", () => {
    expect(ruleFor(scenes.order.view)).toBe("call");
    expect(ruleFor(scenes.follow.view)).toBe("turn");
    expect(ruleFor(scenes.dealOver.view)).toBe("scoring");
  });
});

describe("a refusal in words", () => {
  it("names suits and cards", async () => {
    await t.all();
    expect(why(new Fault("must_follow", { led: "h" }), ["9h", "As"], "s")).toBe("You must follow hearts.");
    expect(why(new Fault("must_follow", { led: "h" }), ["Jd", "Ad"], "h")).toContain("left bower");
    expect(why(new Fault("wrong_phase", { phase: "bid1" }), [], null)).toBe("First somebody must name trump.");
    expect(why(new Fault("not_your_turn"), [], null)).toBe("It is not your turn.");
    settings.language = "de";
    expect(why(new Fault("must_follow", { led: "h" }), ["9h"], "s")).toBe("Du musst Herz bedienen.");
  });
});

describe("the log", () => {
  const lines = (...events: Event[]) => events.map((event) => line(event, names));
  it("has a line for what happened", () => {
    expect(
      lines(
        { dealt: { dealer: 3, up_card: "10h" } },
        { passed: { seat: 0 } },
        { ordered: { seat: 2, alone: true } },
        { picked_up: { dealer: 3 } },
        { named: { seat: 1, suit: "s", alone: false } },
        { played: { seat: 1, card: "Jd" } },
        { trick_won: { seat: 1 } },
        { scored: { side: 0, points: 4, reason: "lone_march" } },
        { ended: { winner: 0, score: [10, 7] } },
      ),
    ).toEqual([
      "Dana deals, 10 of hearts is turned up",
      "Ann passes",
      "Cleo orders up and plays alone",
      "Dana takes the up-card",
      "Bob names Spades",
      "Bob: Jack of diamonds",
      "Bob wins the trick",
      "Ann & Cleo: 4 points, all five tricks alone",
      "Ann & Cleo win 10 to 7",
    ]);
  });
  it("is silent about what another line says", () => {
    expect(lines({ ready: { seat: 1 } }, { defends: { seat: 1, yes: false } })).toEqual([null, null]);
  });
});
