import { afterEach, describe, expect, it, vi } from "vitest";
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
  it("stays under its limit", async () => {
    const table = new TestTable();
    const ann = table.page(0);
    table.start();
    const own = ann.memory.shownFor(table.id, 1)[0]!;
    const trace = new Trace();
    for (let version = 1; version < 5000; version++) trace.see(version, "a".repeat(64), "b".repeat(64));
    const text = witnessText({ own, trace, acts: [], earlier: [], discarded: 0, since: 1, outcome: null });
    expect(text.length).toBeLessThan(WITNESS_LIMIT);
    expect(text.length).toBeGreaterThan(WITNESS_LIMIT - 100);
    expect(() => void JSON.parse(text)).not.toThrow();
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
