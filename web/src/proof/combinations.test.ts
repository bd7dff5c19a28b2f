// Forgeries that a changed server combines, so that one would cover another. Numbers are the rows of the table in the
// specification.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashText } from "./keys";
import { Browser, FakeStorage, type Page, randomHex, SigningKey, TestTable } from "./testing/table";
import { finished, said, serve, serveTable, verdictOf } from "./testing/serve";
import { t } from "./words";

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
    expect(await finished(page)).toBe("Consistent: rules not checked here | Consistent, best of 2: one deal was thrown away first.");
  });
  it("hides an attempt and counts on (2, 21)", () => {
    table.waits = "test";
    table.start();
    table.discard();
    table.discarded = [];
    table.hooks.opening = (opening) => ({ ...opening, attempt: 2 });
    table.start();
    expect(said(ann)).toBe(
      "opening: The server opened a deal unlike your screen: the numbers of the attempt differ. Your screen: “attempt 1”. The server: “attempt 2”.",
    );
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
    expect(said(ann)).toMatch(/^promise: The server exchanged your promise\. You promised \w{16}…\. It froze \w{16}…\./);
    expect(revealed(ann)).toBe(0);
  });
  it("leaves a page out and shows its own deal with a sound file (5, 9)", async () => {
    table.mute = [0];
    table.start();
    table.finish();
    expect(await finished(ann)).toBe("Consistent, not witnessed | This browser was left out of the deal, so it cannot vouch for it.");
    expect(await finished(bob)).toBe("Consistent: rules not checked here");
  });
  it("hands out the sound file of another game of the same server (1, 9)", async () => {
    const other = new TestTable({ key: table.key });
    other.page(0);
    other.start();
    other.finish();
    serve(() => ({ status: 200, text: other.file() }));
    table.start();
    table.finish();
    expect(await finished(ann)).toMatch(
      /^other-transcript: The file is about another deal: the rooms differ\. You were shown “room \w{16}”\. The file has “room \w{16}”\./,
    );
  });
  it("calls a player absent, moves for the seat, and withholds the event (11, 19)", async () => {
    table.hooks.table = (view, seat) => (seat === 0 ? { ...view, events: [] } : view);
    table.start();
    table.happen([{ status: [0, "bot"] }]);
    table.happen([{ act: [0, "pass"] }]);
    table.finish();
    expect(await finished(ann)).toMatch(
      /^screen: At version \d+ your screen showed something else\. Your screen was \w{16}…\. The file has \w{16}…\./,
    );
  });
  it("shows a seat as absent on the screen alone, while its player moves (10, 19)", async () => {
    table.start();
    table.seats = table.seats.map((occupant, seat) => (seat === 0 ? { ...occupant, controller: "bot" as const } : occupant));
    table.broadcast();
    ann.act({ play: { card: "9c" } }, [{ act: [0, "pass"] }]);
    table.finish();
    expect(await finished(ann)).toMatch(
      /^move-changed: Your move at version \d+ was changed\. You played \{"play":\{"card":"9c"\}\}\. The file has "pass"\./,
    );
  });
  it("changes a move in the log and makes every later link again (10, 16)", async () => {
    table.start();
    // The server shows and links another move than the player's, from the moment at which it was made.
    ann.act({ play: { card: "9c" } }, [{ act: [0, "pass"] }]);
    table.happen([{ act: [2, "pass"] }]);
    table.finish();
    expect(await finished(ann)).toMatch(
      /^move-changed: Your move at version \d+ was changed\. You played \{"play":\{"card":"9c"\}\}\. The file has "pass"\./,
    );
  });
  it("changes a move in the log after the links of the game were shown (10, 16)", async () => {
    table.start();
    const version = ann.act({ play: { card: "9c" } });
    table.hooks.file = (file) => {
      file.log[1]!.steps = [{ act: [0, "pass"] }];
      return file;
    };
    table.finish();
    expect(await finished(ann)).toMatch(
      new RegExp(
        `^link: At version ${version} the log was changed later\\. During the game its link was \\w{16}…\\. The file gives \\w{16}…\\.`,
      ),
    );
  });
  it("gives up a game that goes badly and shows the file of a better one (6, 12)", async () => {
    table.start();
    table.happen([{ act: [2, "pass"] }]);
    table.hooks.file = (file) => {
      file.log[1]!.steps = [{ act: [2, { play: { card: "Ah" } }] }];
      return file;
    };
    table.close();
    expect(await finished(ann)).toMatch(
      /^link: At version \d+ the log was changed later\. During the game its link was \w{16}…\. The file gives \w{16}…\./,
    );
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
    expect(said(page)).toMatch(/^used-before: The server deals a second game from one deal \(\w{16}…\)\./);
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
    expect([said(ann), said(second)]).toContainEqual(
      expect.stringMatching(/^two-transcripts: The server made two deals of one attempt\. You showed your bytes to \w{16}…\./),
    );
  });
  it("changes the options and writes them twice, signed (4, 24)", () => {
    table.hooks.transcript = (text) => text.replace('options {"target":10', 'options {"target":5,"target":10');
    table.start();
    expect(said(ann)).toMatch(
      /^frozen: The deal was changed after you promised your bytes: the options differ\. You promised to “options \{"target":10,.*”\. It became “options \{"target":5,"target":10,/,
    );
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
    expect(said(ann)).toMatch(
      /^commitment: The server used a secret a second time\. It was in deal \w{16}…, and its fingerprint is \w{16}…\./,
    );
  });
  it("throws a deal away, wipes the storage, reloads the page, and says that it has always been there (5, 15)", async () => {
    table.waits = "test";
    table.start();
    table.discard();
    table.waits = null;
    table.start();
    table.happen([{ act: [2, "pass"] }]);
    // `Clear-Site-Data` with a reload: nothing that this browser knew is left, and the screen looks as before.
    ann.session.left();
    table.pages = table.pages.filter((page) => page !== ann);
    const late = table.page(0, new Browser());
    table.finish();
    expect(await finished(late)).toBe(
      "Consistent, not witnessed | This browser no longer knows what it added to the deal, so it cannot vouch for it.",
    );
    const remarks = late.report.remarks.map(({ what, values }) => t(`remark.${what}`, values));
    expect(remarks).toContain("1 deal of this game was opened and thrown away before.");
    expect(late.report.witness(), "which has nothing to say to others").toBeNull();
    expect(await finished(bob), "who was there, and counts").toBe(
      "Consistent: rules not checked here | Consistent, best of 2: one deal was thrown away first.",
    );
  });
});
