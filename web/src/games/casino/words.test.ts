import { beforeEach, describe as group, expect, it } from "vitest";
import { words as options } from "../../catalog/casino";
import type { Event } from "../../gen/casino/Event";
import { Fault } from "../../lib/api";
import { settings } from "../../lib/settings.svelte";
import { additions, matching, staged, stillThere, sumOf, thinkable } from "./draft";
import { build, LEGAL, makeView, NAMES } from "./fixtures";
import { describe } from "./log";
import { label, why } from "./present";
import { t } from "./text";

beforeEach(() => {
  settings.language = "en";
});

group("a draft", () => {
  it("matches moves that name exactly the same things, in any order", () => {
    expect(matching(LEGAL, ["5h", "5s"]).map((move) => Object.keys(move)[0])).toEqual(["capture", "build"]);
    expect(matching(LEGAL, ["5d", "5s", "5h"])).toHaveLength(1);
    expect(matching(LEGAL, ["5h"])).toEqual([]);
    expect(additions(LEGAL, ["5h"])).toEqual(new Set(["5s", "9d", "4c", "5d"]));
  });
  it("is asked about as what it may mean", () => {
    const view = makeView({ open: { builds: [build(), build({ id: 4, owner: 0, value: 9 })] } });
    expect(thinkable(["5h"], view)).toEqual([]);
    expect(thinkable(["3c", "b3"], view)).toEqual([{ capture: { card: "3c", builds: [3] } }, { raise: { card: "3c", build: 3 } }]);
    expect(thinkable(["5s", "4c", "b4"], view)).toEqual([
      { capture: { card: "5s", loose: ["4c"], builds: [4] } },
      { add: { card: "5s", build: 4, loose: ["4c"] } },
    ]);
    expect(thinkable(["5s", "8h"], view)).toEqual([{ capture: { card: "5s", tops: [{ seat: 1, card: "8h" }] } }]);
  });
  it("never names the card of the hand to others, and loses what is gone", () => {
    const view = makeView();
    expect(JSON.stringify(staged(["5s", "5h", "8h"], view))).not.toContain("5s");
    expect(stillThere(["5s", "7c", "5h", "b9"], view)).toEqual(["5s", "5h"]);
  });
  it("adds up what is printed; the court adds nothing", () => {
    expect(sumOf(["As", "10h", "Jd"])).toBe(11);
    expect(label({ capture: { card: "Jh", loose: ["Jd"] } }, makeView().open)).toBe("Capture J");
  });
});

group("words", () => {
  it("name every event in both languages, and leave no hole", async () => {
    await t.all();
    const events: Event[] = [
      { dealt: { deal: 1, dealer: 1, loose: [] } },
      { dealt: { deal: 2, dealer: 1, loose: [] } },
      { trailed: { seat: 0, card: "4c" } },
      { captured: { seat: 0, card: "5s", loose: ["5h"], builds: [], tops: [], total: 10, points: 10 } },
      { captured: { seat: 0, card: "Js", loose: ["Jh"], builds: [], tops: [], total: 0, points: 0 } },
      { built: { seat: 0, card: "5s", loose: ["5h"], build: 0, value: 10 } },
      { joined: { build: 0 } },
      { added: { seat: 0, card: "5s", loose: [], tops: [], build: 0 } },
      { raised: { seat: 0, card: "3c", loose: [], build: 0, value: 9 } },
      { set: { seat: 0, count: 3 } },
      { swept: { seat: 0 } },
      { shiya_called: { seat: 0, build: 0 } },
      { timed_out: { seat: 0 } },
      { leftovers: { to: 1, cards: ["3c"], points: 3 } },
      { seat_removed: { seat: 1 } },
      { ended: { winners: [0] } },
      { ended: { winners: [0, 1] } },
    ];
    for (const language of ["en", "de"] as const) {
      settings.language = language;
      const lines = events.map((event) => describe(event, NAMES));
      for (const line of lines) expect(line).toMatch(/^[^{}]+$/);
      expect(new Set(lines).size).toBe(lines.length);
    }
    settings.language = "en";
    expect(describe(events[3]!, NAMES)).toBe("Ann captures 10 with 5 of spades: +10 points");
    expect(describe(events[13]!, NAMES)).toBe("1 card left over goes to Ben: +3 points");
    expect(describe({ trailed: { seat: 0, card: "Qd" } }, NAMES)).toBe("Ann trails Queen of diamonds");
  });
  it("say why with the card and the option in question", () => {
    expect(why(new Fault("key_card_locked", { card: "7h" }))).toBe("7 of hearts is your last card for your build.");
    expect(why(new Fault("option_off", { option: "pile_tops" }))).toBe("Pile tops can't be taken at this table.");
  });
  it("have the same keys and holes in both languages", async () => {
    const holes = (entry: unknown) => new Set(JSON.stringify(entry).match(/\{[a-z]+\}/g));
    for (const dictionary of [t, options]) {
      const { en, de } = await dictionary.all();
      expect(Object.keys(de)).toEqual(Object.keys(en));
      for (const key of Object.keys(en)) expect([key, holes(de[key])]).toEqual([key, holes(en[key])]);
    }
  });
});
