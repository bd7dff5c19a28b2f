// What a page says with the rules, without them, and when they find something. The module itself is stood in for here;
// module.test.ts has the real one.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RulesErrorKind } from "../rules-module/protocol";
import { readRulesFault } from "./rules-fault";
import { countBotMoves, valueText } from "./rules";
import type { ProofFile } from "./file";
import { broken, FakeRules, failure, refusal, SOUND } from "./testing/rules";
import { faultOf, sentence, serveTable, verdictOf } from "./testing/serve";
import { type Page, TestTable } from "./testing/table";
import { type Absence, type Facts, type Fault, type Unchecked, type Verdict, withRules } from "./verdict";

const facts: Facts = { chances: 1, entries: 2, screens: 2, moves: 1 };
const fault: Fault = { what: "form", values: {} };

describe("the table of verdicts", () => {
  const consistent = (absent: Absence | null, discarded = 0): Verdict => ({
    ...{ kind: "consistent", absent, unchecked: "missing", discarded, facts },
  });
  const FITS = { fault: null, unchecked: null };
  const without = (unchecked: Unchecked) => ({ fault: null, unchecked });

  it.each<[string, Verdict, { fault: Fault | null; unchecked: Unchecked | null }, Partial<Verdict>]>([
    ["broken stays broken", { kind: "broken", fault }, FITS, { kind: "broken", fault }],
    ["what the rules find is broken", consistent(null), { fault, unchecked: null }, { kind: "broken", fault }],
    ["also for a page that only watched", consistent("watched"), { fault, unchecked: null }, { kind: "broken", fault }],
    ["also for what was verified before", { kind: "verified", discarded: 0, facts }, { fault, unchecked: null }, { kind: "broken", fault }],
    ["witnessed and replayed is verified", consistent(null), FITS, { kind: "verified", discarded: 0 }],
    ["best of 3", consistent(null, 2), FITS, { kind: "verified", discarded: 2 }],
    [
      "without the rules it is consistent",
      consistent(null),
      without("missing"),
      { kind: "consistent", absent: null, unchecked: "missing" },
    ],
    ["and so it is if they fail", consistent(null), without("trap"), { kind: "consistent", unchecked: "trap" }],
    ["nobody vouches", consistent("watched"), FITS, { kind: "consistent", absent: "watched", unchecked: null }],
    ["lost its memory", consistent("memory"), FITS, { kind: "consistent", absent: "memory" }],
    ["came later", consistent("later"), FITS, { kind: "consistent", absent: "later" }],
    ["was left out", consistent("left-out"), FITS, { kind: "consistent", absent: "left-out" }],
    ["neither", consistent("later"), without("rules"), { kind: "consistent", absent: "later", unchecked: "rules" }],
  ])("%s", (_, verdict, finding, due) => expect(withRules(verdict, finding)).toMatchObject(due));
});

let table: TestTable;
let ann: Page;
afterEach(() => vi.unstubAllGlobals());
function sitDown(rules: FakeRules): void {
  table = new TestTable({ people: 1, bots: 1 });
  table.rules = rules;
  ann = table.page(0);
  serveTable(table);
}
/** A game in which a bot moves once. */
async function playThrough(): Promise<Verdict> {
  table.start();
  table.happen([{ status: [1, "bot"] }]);
  table.happen([{ act: [1, "pass"] }]);
  table.finish({ places: [1, 2], points: [3, 1], reason: "target", next_first: null });
  return verdictOf(ann);
}

describe("a page with the rules", () => {
  it("verifies a game, from the very bytes it keeps for the download", async () => {
    const rules = new FakeRules();
    sitDown(rules);
    expect(await playThrough()).toMatchObject({ kind: "verified", discarded: 0 });
    expect(rules.asked.map(({ cmd }) => cmd)).toEqual(["hello", "verify", "verify_bots"]);
    for (const { file } of rules.asked.slice(1)) expect(file).toBe(new TextDecoder().decode(ann.report.file!));
  });
  it("verifies the best of several", async () => {
    sitDown(new FakeRules());
    table.waits = "test";
    table.start();
    table.discard();
    table.waits = null;
    expect(await playThrough()).toMatchObject({ kind: "verified", discarded: 1 });
  });
  it("checks a game that was given up, and one whose room was closed", async () => {
    sitDown(new FakeRules());
    table.start();
    table.happen([{ act: [1, "pass"] }]);
    table.close();
    expect(await verdictOf(ann)).toMatchObject({ kind: "verified" });
  });
  it("does not vouch for a deal that it only watched, but says that the rules fit", async () => {
    sitDown(new FakeRules());
    const eve = table.page(null);
    await playThrough();
    expect(await verdictOf(eve)).toMatchObject({ kind: "consistent", absent: "watched", unchecked: null });
  });
  it("is not asked about a file that is broken already", async () => {
    const rules = new FakeRules();
    sitDown(rules);
    table.hooks.file = (file) => ({ ...file, players: [] });
    expect(await playThrough()).toMatchObject({ kind: "broken", fault: { what: "players" } });
    expect(rules.asked).toEqual([]);
  });
});

describe("the rules are not checked", () => {
  it.each<[string, FakeRules, Unchecked]>([
    ...(["missing", "unsupported", "unloadable", "trap"] as const).map((kind): [string, FakeRules, Unchecked] => [
      kind,
      new FakeRules({ hello: failure(kind satisfies RulesErrorKind) }),
      kind,
    ]),
    ["in the middle", new FakeRules({ verify: failure("trap") }), "trap"],
    ["a refusal", new FakeRules({ verify: refusal("too_large") }), "trap"],
    ["a report without a check", new FakeRules({ verify: { ...SOUND, checks: SOUND.checks.slice(1) } }), "trap"],
    ["a newer version", new FakeRules({ hello: { rules: { test: 0 } } }), "rules"],
    ["another game", new FakeRules({ hello: { rules: { toString: 7 } } }), "rules"],
  ])("%s", async (_, rules, unchecked) => {
    sitDown(rules);
    expect(await playThrough()).toMatchObject({ kind: "consistent", absent: null, unchecked });
    expect(ann.report.remarks.map(({ what }) => what).filter((what) => what.startsWith("bots"))).toEqual([]);
  });
  it("at first, and then they can be loaded", async () => {
    const rules = new FakeRules({ hello: failure("unloadable") });
    sitDown(rules);
    expect(await playThrough()).toMatchObject({ kind: "consistent", unchecked: "unloadable" });
    rules.answers.hello = { rules: { test: 1 } };
    ann.session.retry();
    expect(ann.report).toMatchObject({ stage: "checking", verdict: null });
    expect(await verdictOf(ann)).toMatchObject({ kind: "verified" });
    ann.session.retry();
    expect(ann.report.verdict, "which is asked once").toMatchObject({ kind: "verified" });
  });
  it("where the deck is the server's own", async () => {
    const text = "the table cannot be opened: the deck “ours” (1234abcd) is not here: put it back into the folder of decks and start again";
    sitDown(new FakeRules({ verify: broken("inputs", text) }));
    table.hooks.opening = (opening) => ({ ...opening, deck: { id: "ours", hash: "1".repeat(64) } });
    table.hooks.room = (room) => ({ ...room, deck: { id: "ours", hash: "1".repeat(64), name: "Ours" } as never });
    expect(await playThrough()).toMatchObject({ kind: "consistent", unchecked: "deck" });
  });
  it("but a deck that the deal does not name does not excuse it", async () => {
    sitDown(new FakeRules({ verify: broken("inputs", "the table cannot be opened: the deck “ours” is not here: put it back") }));
    expect(await playThrough()).toMatchObject({ kind: "broken", fault: { what: "rules-other" } });
  });
});

describe("the rules find", () => {
  it("another result", async () => {
    const due = '{"places":[2,1],"points":[1,3],"reason":"target","next_first":null}';
    sitDown(new FakeRules({ verify: broken("result", `the file says {"places":[1,2]}; by the rules it is ${due}`) }));
    expect(await playThrough()).toMatchObject({ kind: "broken" });
    expect(sentence((ann.report.verdict as { fault: Fault }).fault)).toBe(
      "The result does not follow from the game. By the rules: 2, 1 (1, 3; target). The file: 1, 2 (3, 1; target).",
    );
  });
  it("a file that they cannot read", async () => {
    sitDown(new FakeRules({ verify: refusal("not_a_proof", "it is empty") }));
    await playThrough();
    expect(faultOf(ann)).toBe("rules-other");
  });
  it("a screen of the player's own, told with both values", async () => {
    const rules = new FakeRules({
      verify: () => broken("shown", `version ${table.play!.log[2]!.version}: seat 0 was shown something else`),
      ...{ open: { events: [] }, status: { events: [] }, act: { events: [] }, chance: { events: [] }, close: {} },
      view: () => ({ view: { viewer: 0, cards: [0, table.play!.log[2]!.version], naïve: "♠" } }),
      legal: { actions: [{ play: { card: "9c" } }, "pass"] },
    });
    sitDown(rules);
    table.hooks.lie = (view, seat) => (seat === 0 && view.acted === 1 ? { ...view, view: { viewer: 0, cards: ["9c", "9c", "9c"] } } : view);
    await playThrough();
    const version = table.play!.log[2]!.version;
    expect(sentence((ann.report.verdict as { fault: Fault }).fault)).toBe(
      `At version ${version} what you saw did not follow from the deal. Your screen: 9♣, 9♣, 9♣. By the rules: 0, ${version}.`,
    );
    expect(rules.asked.find(({ cmd }) => cmd === "open")).toMatchObject({ game: "test", rules: 1, seats: 2, host: 0 });
  });
  it("a screen that the page no longer has, by its fingerprint", async () => {
    sitDown(new FakeRules({ verify: () => broken("shown", `version ${table.play!.log[0]!.version}: seat 0 was shown something else`) }));
    await playThrough();
    expect(faultOf(ann), "the stand-in opens no table").toBe("rules-screen");
  });
});

describe("the bots", () => {
  let rules: FakeRules;
  beforeEach(() => {
    rules = new FakeRules();
    rules.progress = { done: 2, of: 4 };
    sitDown(rules);
  });
  const remarks = () => ann.report.remarks.filter(({ what }) => what.startsWith("bots"));

  it("are still being recomputed when the verdict is there, and then all of them are", async () => {
    expect(await playThrough()).toMatchObject({ kind: "verified" });
    expect(remarks()).toEqual([{ what: "bots-running", values: { n: 1, done: 2, of: 4 } }]);
    rules.go();
    await vi.waitFor(() => expect(remarks()).toEqual([{ what: "bots", values: { n: 1 } }]));
    expect(ann.report.verdict).toMatchObject({ kind: "verified" });
  });
  it("break a game that was verified before", async () => {
    const text = 'version 4: the bot on seat 1 did "pass"; recomputed, it does {"play":{"card":"9c"}}';
    rules.answers.verify_bots = broken("bots", text);
    await playThrough();
    rules.go();
    await vi.waitFor(() => expect(faultOf(ann)).toBe("bots-move"));
    expect(sentence((ann.report.verdict as { fault: Fault }).fault)).toBe(
      'At version 4 the bot Bob did "pass". Recomputed, it does {"play":{"card":"9c"}}.',
    );
  });
  it("are named with their game if the next one has begun", async () => {
    rules.answers.verify_bots = broken("bots", 'version 4: time ran out before the bot on seat 1 did "pass"');
    await playThrough();
    table.reopen();
    table.start();
    rules.go();
    await vi.waitFor(() => expect(ann.report.earlier).toMatchObject({ game: 1, fault: { what: "bots-skipped" } }));
  });
  it("are left alone when the player leaves", async () => {
    await playThrough();
    ann.session.left();
    await vi.waitFor(() => expect(remarks()).toEqual([{ what: "bots-stopped", values: { n: 1 } }]));
    expect(ann.report.verdict).toMatchObject({ kind: "verified" });
  });
  it("are not called recomputed by a report that does not say so", async () => {
    rules.answers.verify_bots = SOUND;
    await playThrough();
    rules.go();
    await vi.waitFor(() => expect(remarks()).toEqual([{ what: "bots-stopped", values: { n: 1 } }]));
  });
  it("count where they stood in for somebody", () => {
    const steps = (...all: ProofFile["log"][number]["steps"]) => ({ version: 1, steps: all, shown: [] });
    const log = [
      steps({ status: [1, "bot"] }),
      steps({ act: [0, "pass"] }),
      steps({ act: [1, "pass"] }),
      steps({ status: [0, "bot"] }),
      steps({ act: [0, "pass"] }),
      steps({ status: [0, "human"] }),
      steps({ act: [0, "pass"] }),
    ];
    expect(countBotMoves(log)).toBe(2);
    expect(countBotMoves(log.slice(0, 2)), "a bot that did nothing").toBe(0);
    expect(countBotMoves(log.slice(1, 2)), "no bot").toBeNull();
  });
});

describe("a sentence of the module", () => {
  const file = {
    log: [
      {
        version: 8,
        steps: [{ act: [1, { play: { card: "9c" } }] }, { expire: 3 }],
        shown: ["a".repeat(32), "b".repeat(32), "c".repeat(32)],
      },
    ],
    outcome: null,
  } as unknown as ProofFile;
  it.each([
    [
      "statuses",
      'version 8: seat 1, a bot in the transcript, became "human", which the settings do not allow',
      "At version 8 the seat of Bob went to a person. By the deal and the settings of the table it belongs to a bot.",
    ],
    [
      "statuses",
      "version 8: seat 1 is a bot in the transcript, and begins as a person",
      "At version 8 the seat of Bob went to a person. By the deal and the settings of the table it belongs to a bot.",
    ],
    [
      "inputs",
      "version 8, step 1: seat 1 may not do that: it is not your turn",
      'At version 8 Bob made a move that the rules do not allow: {"play":{"card":"9c"}}. The rules say: it is not your turn.',
    ],
    [
      "inputs",
      "version 8, step 2: that window is closed",
      'At version 8 the file has a step that the rules do not allow: {"expire":3}. The rules say: that window is closed.',
    ],
    [
      "inputs",
      "the options are not in the game's own form",
      "The rules do not accept the file: the options are not in the game's own form.",
    ],
    [
      "shown",
      "version 8: seat 1 was shown something else",
      "At version 8 the file has a screen of Bob (bbbbbbbbbbbbbbbb…) that does not follow from the deal.",
    ],
    [
      "shown",
      "version 8: spectators were shown something else",
      "At version 8 the file has a screen of the spectators (cccccccccccccccc…) that does not follow from the deal.",
    ],
    [
      "result",
      'the game is over, and the file has no result: {"places":[1,2],"points":[3,1],"reason":"target","next_first":null}',
      "The result does not follow from the game. By the rules: 1, 2 (3, 1; target). The file: –.",
    ],
    [
      "result",
      "the file has a result, and the game is not over",
      "The result does not follow from the game. By the rules: –. The file: –.",
    ],
    [
      "form",
      "version 8 should have one input, then its chances",
      "The rules do not accept the file: version 8 should have one input, then its chances.",
    ],
  ])("%s: %s", (what, text, due) => expect(sentence(readRulesFault(what, text, { file }))).toBe(due));
});

describe("a value in a sentence", () => {
  it.each([
    [["9c", "10h", "As"], "9♣, 10♥, A♠"],
    [[], "–"],
    [undefined, "–"],
    [{ a: 1 }, '{"a":1}'],
    ["pass", "pass"],
    ["x".repeat(200), `${"x".repeat(120)}…`],
  ])("%j", (value, text) => expect(valueText(value)).toBe(text));
});
