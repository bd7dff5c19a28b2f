// The real rules against honest and changed servers: what the page alone cannot tell, and what both find together. Numbers are
// the rows of the table in the specification.

import { afterEach, expect, it, vi } from "vitest";
import mutantsSource from "../../../crates/catalog/tests/mutants.json?raw";
import { describeWithModule, moduleRules, startModule } from "../rules-module/testing/module";
import type { TableView } from "../gen/protocol/TableView";
import { checkFile } from "./check";
import type { ProofFile } from "./file";
import { type Replayed, checkBots, checkRules, countBotMoves } from "./rules";
import { watched } from "./testing/files";
import { RealTable } from "./testing/real-table";
import { faultOf, sentence, serveTable, verdictOf } from "./testing/serve";
import type { Page } from "./testing/table";
import { withRules } from "./verdict";

afterEach(() => vi.unstubAllGlobals());

const files = import.meta.glob<string>("../../../crates/catalog/tests/golden/*.json", { query: "?raw", import: "default", eager: true });
const golden = Object.entries(files).map(([path, text]) => ({ name: path.split("/").at(-1)!, text }));

/** What the rules need of a file, as a page has it that watched. */
function replayedOf(text: string): Replayed {
  const { read } = checkFile(new TextEncoder().encode(text), watched(text));
  return { text, file: read!.file, opening: read!.transcript.opening, seat: null, screens: new Map() };
}

describeWithModule("files of the program", () => {
  const rules = moduleRules();
  it.each(golden)("$name is played by the rules", { timeout: 60_000 }, async ({ text }) => {
    const game = replayedOf(text);
    expect(await checkRules(rules, game)).toEqual({ fault: null, unchecked: null });
    const heard: number[] = [];
    const found = await checkBots(rules, game, ({ done }) => heard.push(done), new AbortController().signal);
    expect(found).toEqual({ fault: null, unchecked: null });
  });
  it("are told apart from those of other rules", async () => {
    const game = replayedOf(golden[0]!.text);
    const later = { ...game, opening: { ...game.opening, version: 99 } };
    expect(await checkRules(rules, later)).toEqual({ fault: null, unchecked: "rules" });
  });
});

interface Mutant {
  name: string;
  at: number;
  cut: number;
  put: string;
  end: string;
  found: string | null;
}
const { file: honest, mutants } = JSON.parse(mutantsSource) as { file: string; mutants: Mutant[] };

describeWithModule("files that were changed and signed again: page and rules together find what the program finds", () => {
  const body = honest.slice(0, honest.lastIndexOf('"digest"'));
  const rules = moduleRules();
  const BY_RULES = ["inputs", "shown", "result", "statuses"];
  const theirs = mutants.filter(({ found }) => found !== null && BY_RULES.includes(found));

  it("there are some of every kind", () => {
    for (const kind of BY_RULES) expect(theirs.filter(({ found }) => found === kind).length, kind).toBeGreaterThan(0);
  });
  it.each([...theirs, ...mutants.filter(({ found }) => found === null)])("$name", async ({ at, cut, put, end, found }) => {
    const text = body.slice(0, at) + put + body.slice(at + cut) + end;
    const { verdict, read } = checkFile(new TextEncoder().encode(text), watched(text));
    const judged = verdict.kind === "broken" || !read ? verdict : withRules(verdict, await checkRules(rules, replayedOf(text)));
    expect(judged.kind).toBe(found === null ? "consistent" : "broken");
    // Whatever it is, there is a sentence for it, in a player's words.
    if (judged.kind === "broken") expect(sentence(judged.fault)).toMatch(/[a-z]+ .*\.$/);
  });
});

describeWithModule("a game of Euchre at an honest server", () => {
  it("is verified for everybody who took part", { timeout: 60_000 }, async () => {
    const table = new RealTable();
    const pages = [0, 1, 2, 3].map((seat) => table.page(seat));
    const eve = table.page(null);
    serveTable(table);
    table.start();
    table.playOn();
    for (const page of pages) {
      expect(await verdictOf(page), sentenceOf(page)).toMatchObject({ kind: "verified", discarded: 0 });
      expect(page.report.remarks.filter(({ what }) => what.startsWith("bots"))).toEqual([]);
    }
    expect(await verdictOf(eve)).toMatchObject({ kind: "consistent", absent: "watched", unchecked: null });
  });
  it("is verified if it is given up in the middle", { timeout: 60_000 }, async () => {
    const table = new RealTable();
    const ann = table.page(0);
    serveTable(table);
    table.start();
    table.playOn(7);
    table.close();
    expect(await verdictOf(ann), sentenceOf(ann)).toMatchObject({ kind: "verified" });
  });
});

const sentenceOf = ({ report: { verdict } }: Page): string => (verdict?.kind === "broken" ? sentence(verdict.fault) : "");

/** The cards that a view shows in the player's hand. */
const withHand = (table: TableView, hand: string[]): TableView => ({ ...table, view: { ...(table.view as object), hand } });
const NINES = ["9c", "9c", "9c", "9c", "9c"];

describeWithModule("a changed server", () => {
  /** Four people play a few moves, and the room is closed. Returns what Ann's page says. */
  async function play(change: (table: RealTable) => void, moves = 5): Promise<Page> {
    const table = new RealTable();
    const ann = table.page(0);
    for (const seat of [1, 2, 3]) table.page(seat);
    serveTable(table);
    change(table);
    table.start();
    table.playOn(moves);
    table.close();
    await verdictOf(ann);
    return ann;
  }
  const FIVE_NINES =
    /^At version \d+ what you saw did not follow from the deal\. Your screen: 9♣, 9♣, 9♣, 9♣, 9♣\. By the rules: ((9|10|J|Q|K|A)[♣♦♥♠](, |\.)){5}$/;

  it("shows five nines of clubs, and a file that says so: only the rules know (6)", { timeout: 60_000 }, async () => {
    const ann = await play((table) => (table.hooks.lie = (view, seat) => (seat === 0 ? withHand(view, NINES) : view)));
    expect(faultOf(ann)).toBe("rules-shown");
    expect(sentenceOf(ann)).toMatch(FIVE_NINES);
  });
  it("shows five nines of clubs, and an honest file (6)", { timeout: 60_000 }, async () => {
    const ann = await play((table) => (table.hooks.table = (view, seat) => (seat === 0 ? withHand(view, NINES) : view)));
    expect(sentenceOf(ann)).toMatch(FIVE_NINES);
  });
  it("withholds a choice, and says so in the file (11)", { timeout: 60_000 }, async () => {
    const ann = await play((table) => {
      table.hooks.lie = (view, seat) => (seat === 0 && view.legal.length > 1 ? { ...view, legal: view.legal.slice(0, 1) } : view);
    });
    expect(sentenceOf(ann)).toMatch(
      /^At version \d+ what you could choose did not follow from the deal\. Your screen: .+\. By the rules: .+\.$/,
    );
  });
  it("withholds what happened, and says so in the file (11)", { timeout: 60_000 }, async () => {
    const ann = await play((table) => (table.hooks.lie = (view, seat) => (seat === 0 ? { ...view, events: [] } : view)));
    expect(sentenceOf(ann)).toMatch(
      /^At version \d+ the events sent to you did not follow from the deal\. Your screen: –\. By the rules: .+\.$/,
    );
  });
  it("shows another player too much, which that page is told, and so are the others (6)", { timeout: 60_000 }, async () => {
    const ann = await play((table) => (table.hooks.lie = (view, seat) => (seat === 2 ? withHand(view, NINES) : view)));
    expect(sentenceOf(ann)).toMatch(/^At version \d+ the file has a screen of Bot \(\w{16}…\) that does not follow from the deal\.$/);
  });
  it("shows another page's nines after a reload, by its fingerprint (6, 15)", { timeout: 60_000 }, async () => {
    const table = new RealTable();
    const ann = table.page(0);
    serveTable(table);
    table.hooks.lie = (view, seat) => (seat === 0 && table.play!.log.length === 0 ? withHand(view, NINES) : view);
    table.start();
    table.playOn(2);
    const again = ann.reload();
    table.close();
    await verdictOf(again);
    expect(sentenceOf(again)).toMatch(/^At version \d+ the file has a screen of Ann \(\w{16}…\) that does not follow from the deal\.$/);
  });
  it("plays a bot's move that the bot would not make (17)", { timeout: 120_000 }, async () => {
    const table = new RealTable({ bots: 2 });
    const ann = table.page(0);
    table.page(1);
    serveTable(table);
    table.start();
    table.playOn(40);
    table.close();
    const bots = countBotMoves((JSON.parse(table.file()) as ProofFile).log);
    expect(bots).toBeGreaterThan(5);
    await vi.waitFor(() => expect(faultOf(ann)).toBe("bots-move"), { timeout: 60_000 });
    expect(sentenceOf(ann)).toMatch(/^At version \d+ the bot (Bot|seat 4) did .+\. Recomputed, it does .+\.$/);
  });
  it("lets a bot's time run out (18)", { timeout: 60_000 }, async () => {
    const table = new RealTable({ bots: 3 });
    const ann = table.page(0);
    serveTable(table);
    table.start();
    if (table.asked === 0) table.playOn(1);
    table.timeOut();
    table.close();
    await vi.waitFor(() => expect(faultOf(ann)).toBe("bots-skipped"), { timeout: 30_000 });
    expect(sentenceOf(ann)).toMatch(/^At version \d+ time ran out before the bot .+ did .+\.$/);
  });
  it("calls a bot a person (17)", { timeout: 60_000 }, async () => {
    const table = new RealTable({ bots: 1 });
    const ann = table.page(0);
    serveTable(table);
    table.start();
    table.happen([{ status: [3, "human"] }]);
    table.close();
    await verdictOf(ann);
    expect(sentenceOf(ann)).toMatch(/^At version \d+ the seat of .+ went to a person\. By the deal .+ it belongs to a bot\.$/);
  });
});

describeWithModule("the module", () => {
  it("refuses what it cannot read, with a code, and goes on", async () => {
    const rules = moduleRules();
    const code = (error: { refusal: { code: string } }) => error.refusal.code;
    expect(await rules.ask({ cmd: "verify", file: "{}" }).catch(code)).toBe("not_a_proof");
    expect(await rules.ask({ cmd: "nonsense" }).catch(code)).toBe("unknown_command");
    expect(await rules.ask({ cmd: "hello" })).toMatchObject({ module: 1, proof: "proof 2" });
  });
  it("analyses a game step by step, and comes to the same each time", { timeout: 120_000 }, async () => {
    const { text } = golden.find(({ name }) => name.startsWith("dutch"))!;
    const heard: { done: number; of: number }[] = [];
    const analysis = await moduleRules().ask<{ game: string; reviews: unknown[] }>(
      { cmd: "analyse", file: text, seat: 0 },
      { onProgress: (progress) => heard.push(progress) },
    );
    expect(analysis.game).toBe("dutch");
    expect(heard.map(({ done }) => done)).toEqual(heard.map((_, i) => i));
    const again = await moduleRules().ask({ cmd: "analyse", file: text, seat: 0 }, { onProgress: () => {} });
    expect(again).toEqual(analysis);
  });
  it("asks for memory before it is written to", () => {
    const rules = startModule();
    const file = `{"aboveboard":"${"x".repeat(3_000_000)}"}`;
    expect(rules.ask({ cmd: "verify", file })).toMatchObject({ error: { code: "not_a_proof" } });
    expect(rules.ask({ cmd: "verify", file: "x".repeat(40_000_000) })).toMatchObject({ error: { code: "too_large" } });
  });
});
