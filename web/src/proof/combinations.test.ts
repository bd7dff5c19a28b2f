// Forgeries that a changed server combines, so that one would cover another. Numbers are the rows of the table in the
// specification.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashText } from "./keys";
import { Browser, FakeStorage, type Page, randomHex, SigningKey, TestTable } from "./testing/table";
import { faultOf, sentence, serve, serveTable, verdictOf } from "./testing/serve";

let table: TestTable;
let ann: Page;
let bob: Page;
beforeEach(() => {
  table = new TestTable();
  ann = table.page(0);
  bob = table.page(1);
  serveTable(table);
});
afterEach(() => vi.unstubAllGlobals());

const said = (page: Page): string => {
  const { verdict } = page.report;
  return verdict?.kind === "broken" ? `${verdict.fault.what}: ${sentence(verdict.fault)}` : JSON.stringify(verdict);
};
async function finished(page: Page): Promise<string> {
  await verdictOf(page);
  return said(page);
}
const revealed = (page: Page): number => page.sent.filter((command) => typeof command === "object" && "reveal" in command).length;

describe("a changed server", () => {
  it("throws a deal away in one room, wipes the storage, and drops it from the file of another (12, 15, 21)", async () => {
    table.waits = "test";
    table.start();
    (ann.browser.storage as FakeStorage).clear();
    table.close();
    const other = new TestTable({ key: table.key });
    const page = other.page(0, ann.browser);
    serveTable(other);
    other.hooks.file = (file) => ({ ...file, discarded: [] });
    other.start();
    other.finish();
    expect(await verdictOf(page)).toMatchObject({ kind: "consistent", discarded: 1 });
  });
  it("hides an attempt and counts on (2, 21)", () => {
    table.waits = "test";
    table.start();
    table.discard();
    table.discarded = [];
    table.hooks.opening = (opening) => ({ ...opening, attempt: 2 });
    table.start();
    expect(said(ann)).toMatch(/^opening: /);
    expect(revealed(ann)).toBe(1);
  });
  it("replaces bytes and promise, and signs both with another key (7, 22)", () => {
    const other = new SigningKey();
    table.hooks.transcript = (text) => text.replace(/promise 0 \w+/, `promise 0 ${randomHex()}`);
    table.hooks.room = (room) =>
      room.opening?.transcript
        ? { ...room, opening: { ...room.opening, signature: other.sign("transcript", hashText(room.opening.transcript)) } }
        : room;
    table.start();
    expect(said(ann)).toMatch(/^promise: /);
    expect(revealed(ann)).toBe(0);
  });
  it("leaves a page out and shows its own deal with a sound file (5, 9)", async () => {
    table.mute = [0];
    table.start();
    table.finish();
    expect(await finished(ann)).toContain('"absent":"left-out"');
    expect(await finished(bob)).toContain('"absent":null');
  });
  it("hands out the sound file of another game of the same server (1, 9)", async () => {
    const other = new TestTable({ key: table.key });
    other.page(0);
    other.start();
    other.finish();
    serve(() => ({ status: 200, text: other.file() }));
    table.start();
    table.finish();
    expect(await finished(ann)).toMatch(/^other-transcript: /);
  });
  it("calls a player absent, moves for the seat, and withholds the event (11, 19)", async () => {
    table.hooks.table = (view, seat) => (seat === 0 ? { ...view, events: [] } : view);
    table.start();
    table.happen([{ status: [0, "bot"] }]);
    table.happen([{ act: [0, "pass"] }]);
    table.finish();
    expect(await finished(ann)).toMatch(/^screen: /);
  });
  it("shows a seat as absent on the screen alone, while its player moves (10, 19)", async () => {
    table.start();
    table.seats = table.seats.map((occupant, seat) => (seat === 0 ? { ...occupant, controller: "bot" as const } : occupant));
    table.broadcast();
    ann.act({ play: { card: "9c" } }, [{ act: [0, "pass"] }]);
    table.finish();
    expect(await finished(ann)).toMatch(/^move-changed: /);
  });
  it("changes a move and makes its links again (10, 16)", async () => {
    table.start();
    ann.act({ play: { card: "9c" } });
    table.hooks.file = (file) => {
      file.log[1]!.steps = [{ act: [0, "pass"] }];
      return file;
    };
    table.finish();
    expect(await finished(ann)).toMatch(/^link: /);
  });
  it("gives up a game that goes badly and shows the file of a better one (6, 12)", async () => {
    table.start();
    table.happen([{ act: [2, "pass"] }]);
    table.hooks.file = (file) => {
      file.log[1]!.steps = [{ act: [2, { play: { card: "Ah" } }] }];
      return file;
    };
    table.close();
    expect(await finished(ann)).toMatch(/^link: /);
  });
  it("plays a second game from one deal in another room (1, 20)", async () => {
    table.start();
    table.finish();
    await verdictOf(ann);
    const other = new TestTable({ key: table.key });
    const page = other.page(0, ann.browser);
    other.waits = "test";
    other.start();
    other.play = { ...table.play!, log: [], chances: 0 };
    other.ceremony = null;
    other.games = 1;
    other.state = "playing";
    other.happen([{ shuffle: 24 }]);
    expect(said(page)).toMatch(/^used-before: /);
  });
  it("asks two tabs of one browser for bytes, each for a deal of its own (13, 14)", () => {
    const second = table.page(0, ann.browser);
    table.waits = "test";
    table.open([0, 1]);
    // The second tab may repeat the bytes that the first has shown, for the same deal.
    const before = revealed(ann) + revealed(second);
    const shown = [ann, second].flatMap(({ sent }) => sent).filter((command) => typeof command === "object" && "reveal" in command);
    expect(new Set(shown.map((command) => JSON.stringify(command))).size).toBe(1);
    table.ceremony!.transcript = table.ceremony!.transcript!.replace(/promise 1 .*\n/, "");
    table.broadcast();
    expect(revealed(ann) + revealed(second)).toBe(before);
    expect([faultOf(ann), faultOf(second)]).toContain("two-transcripts");
  });
  it("changes the options and writes them twice, signed (4, 24)", () => {
    table.hooks.transcript = (text) => text.replace('options {"target":10', 'options {"target":5,"target":10');
    table.start();
    expect(said(ann)).toMatch(/^frozen: The deal was changed after you promised your bytes/);
    expect(revealed(ann)).toBe(0);
  });
  it("wipes the storage before a second game from one secret (15, 20)", () => {
    table.waits = "test";
    table.start();
    const commitment = /commitment (\w+)/.exec(table.ceremony!.transcript!)![1]!;
    (ann.browser.storage as FakeStorage).clear();
    table.discard();
    table.hooks.opening = (opening) => ({ ...opening, commitment });
    table.start();
    expect(faultOf(ann)).toBe("commitment");
  });
  it("tells a fresh browser that it has always been there (5, 15)", async () => {
    table.start();
    table.happen([{ act: [2, "pass"] }]);
    const late = table.page(0, new Browser());
    table.finish();
    expect(await finished(late)).toMatch(/"absent":"memory"/);
  });
});
