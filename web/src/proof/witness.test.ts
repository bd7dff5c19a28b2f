import { afterEach, describe, expect, it, vi } from "vitest";
import { hashText } from "./keys";
import type { Acts } from "./moves";
import { TestTable } from "./testing/table";
import { serveTable, verdictOf } from "./testing/serve";
import { Trace } from "./trace";
import { WITNESS_LIMIT, witnessText } from "./witness";

afterEach(() => vi.unstubAllGlobals());

describe("a witness", () => {
  it("has what the page kept, in its one form", async () => {
    const table = new TestTable();
    const ann = table.page(0);
    serveTable(table);
    table.waits = "test";
    table.start();
    table.discard();
    table.waits = null;
    table.start();
    const version = ann.act({ play: { card: "9c" } });
    table.finish();
    await verdictOf(ann);
    const text = ann.report.witness()!;
    const own = ann.memory.shownFor(table.id, 1);
    const { tables: _, ...play } = table.play!;
    const digits = play.log.map(({ shown }) => shown[0]).join("");
    const json = JSON.stringify;
    expect(text).toBe(
      `{"aboveboard":"witness 2","transcript":${json(play.transcript)},"signature":"${own[1]!.signature}","seat":0,` +
        `"bytes":"${own[1]!.bytes}","k":1,"since":${ann.memory.since},\n` +
        `"earlier":[{"transcript":${json(own[0]!.transcript)},"signature":"${own[0]!.signature}","bytes":"${own[0]!.bytes}"}],` +
        `"acts":[[${version},{"play":{"card":"9c"}}]],"seen":[[${version - 1},"${digits}"]],\n` +
        `"lines":[[${version - 1},${version + 1}]],"away":[],"outcome":${json(table.outcome)}}\n`,
    );
  });
  it("is not written by a page that took no part", () => {
    const table = new TestTable();
    table.page(0);
    const eve = table.page(null);
    table.start();
    expect(eve.report.witness()).toBeNull();
  });
  it("stays under its limit in the longest match, and has every screen and every move", async () => {
    const table = new TestTable();
    const ann = table.page(0);
    table.start();
    const own = ann.memory.shownFor(table.id, 1)[0]!;
    const [trace, digits]: [Trace, string[]] = [new Trace(), []];
    const acts: Acts = [];
    const seen: Record<string, string> = {};
    for (let version = 1; version < 6000; version++) {
      // A version in a hundred was somebody's connection.
      if (version % 100 === 0) continue;
      digits[version] = version.toString(16).padStart(32, "0");
      seen[version] = digits[version]! + "b".repeat(32);
      if (version % 4 === 0) acts.push([version, { play: { card: "9c", color: "red" } }]);
    }
    trace.take({ seen });
    const text = witnessText({ own, trace, acts, earlier: [], discarded: 0, since: 1, outcome: null });
    expect(text.length).toBeLessThan(WITNESS_LIMIT);
    expect(text.length).toBeGreaterThan(WITNESS_LIMIT - 500);
    const witness = JSON.parse(text) as { seen: ([number, string] | [number, number, string])[]; acts: Acts };
    expect(witness.acts).toEqual(acts);
    // The older ones as hashes, the newer ones one by one.
    const kinds = witness.seen.map((run) => run.length);
    expect([...kinds].sort((a, b) => b - a)).toEqual(kinds);
    expect(new Set(kinds)).toEqual(new Set([3, 2]));
    const covered = new Set<number>();
    for (const run of witness.seen) {
      const [first, last] = run.length === 3 ? [run[0], run[1]] : [run[0], run[0] + run[1].length / 32 - 1];
      const joined = digits.slice(first, last + 1).join("");
      expect(run.at(-1)).toBe(run.length === 3 ? hashText(joined) : joined);
      for (let version = first; version <= last; version++) covered.add(version);
    }
    expect([...covered]).toEqual(trace.seen.map(({ version }) => version));
  });
});

describe("the witness of a broken game", () => {
  it("says what the player did, whatever the file has", async () => {
    const table = new TestTable();
    const ann = table.page(0);
    serveTable(table);
    table.start();
    const version = ann.act("draw", [{ act: [0, "pass"] }]);
    table.finish();
    expect(await verdictOf(ann)).toMatchObject({ kind: "broken", fault: { what: "move-changed" } });
    expect(JSON.parse(ann.report.witness()!)).toMatchObject({ acts: [[version, "draw"]] });
  });
});
