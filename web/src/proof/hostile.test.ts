// What a changed server may try, by the rows of the table in the specification: each ends in the verdict, and in the sentence,
// that it must. Rows about the file are in hostile-files.test.ts; those that need the rules or the bots are not here.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DealView } from "../gen/protocol/DealView";
import { hashText } from "./keys";
import { type Opening, readTranscript } from "./opening";
import { Browser, FakeStorage, type Page, randomHex, SigningKey, TestTable, turned } from "./testing/table";
import { finished, inFile, playThrough as playThroughAt, said, serveTable } from "./testing/serve";
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

/** A whole game, and what the first page says of it. */
const playThrough = (): Promise<string> => playThroughAt(table, ann);

describe("row 1: another table, room or game in the file", () => {
  it.each([
    ["table KXMT", "table ZZZZ"],
    ["game 1\n", "game 2\n"],
    ["first", ""],
  ])("%s", async (from, to) => {
    table.hooks.file = inFile((file) => {
      const text = from === "first" ? file.transcript.replace("start 3 0 -", "start 3 0 1") : file.transcript.replace(from, to);
      file.transcript = text;
      file.signature = table.key.sign("transcript", hashText(text));
    });
    // The promises were made to another opening.
    expect(await playThrough()).toMatch(/^bytes: The bytes of Ann are not those that were promised/);
  });
});

describe("row 2: many ceremonies, each of them the first", () => {
  it("is broken as soon as one is hidden", () => {
    table.waits = "test";
    table.start();
    table.discard();
    table.discarded = [];
    table.start();
    expect(said(ann)).toMatch(/^discarded-missing: The server hides a deal that it threw away\. You showed your bytes to \w{16}…/);
    expect(ann.sent.filter((command) => typeof command === "object" && "reveal" in command)).toHaveLength(1);
  });
});

describe("row 3: some of the promises", () => {
  it("must all be used", async () => {
    table.hooks.file = inFile((file) => file.bytes.pop());
    expect(await playThrough()).toMatch(/^bytes-count: 2 seats promised bytes, and those of 1 are there/);
  });
  it("must all be used from the start", () => {
    table.hooks.deal = (deal) => ({ ...deal, bytes: deal.bytes.slice(0, 1) });
    table.start();
    expect(said(ann)).toBe("bytes-count: 2 seats promised bytes, and those of 1 are there.");
  });
});

describe("row 4: the first seat or the options, chosen afterwards", () => {
  it("is an opening unlike the screen", () => {
    table.hooks.opening = (opening) => ({ ...opening, first: 1 });
    table.start();
    expect(said(ann)).toBe(
      "opening: The server opened a deal unlike your screen: the seats, the host or the first player differ. Your screen: “start 3 0 -”. The server: “start 3 0 1”.",
    );
    expect(ann.sent).toEqual([]);
  });
  it.each<[string, (opening: Opening) => Opening, RegExp]>([
    [
      "options",
      (opening) => ({ ...opening, options: { target: 5, hints: "off" } }),
      /the options differ\. Your screen: “options \{"target":10,.*\}”\. The server: “options \{"target":5,/,
    ],
    [
      "a bot's level",
      (opening) => ({ ...opening, seats: [...opening.seats.slice(0, 2), { bot: "easy" }] }),
      /the players differ\. Your screen: “seat 2 bot hard”\. The server: “seat 2 bot easy”\./,
    ],
    [
      "another player",
      (opening) => ({ ...opening, seats: [opening.seats[0]!, { person: "00000000000000ff" }, opening.seats[2]!] }),
      /the players differ\. Your screen: “seat 1 person 00000000000000a1”\. The server: “seat 1 person 00000000000000ff”\./,
    ],
    [
      "another key",
      (opening) => ({ ...opening, server: new SigningKey().public }),
      /the keys of the server differ\. Your screen: “server \w{64}”\. The server: “server \w{64}”\./,
    ],
    [
      "another version of the rules",
      (opening) => ({ ...opening, version: 2 }),
      /the rules differ\. Your screen: “rules test 1”\. The server: “rules test 2”\./,
    ],
    [
      "a later attempt",
      (opening) => ({ ...opening, attempt: 2 }),
      /the numbers of the attempt differ\. Your screen: “attempt 1”\. The server: “attempt 2”\./,
    ],
  ])("%s", (_, change, says) => {
    table.hooks.opening = change;
    table.start();
    expect(said(ann)).toMatch(/^opening: The server opened a deal unlike your screen: /);
    expect(said(ann)).toMatch(says);
    expect(ann.sent).toEqual([]);
  });
  it("is found in play by a page that was not asked", () => {
    table.mute = [0, 1];
    table.hooks.room = (room) => (room.state === "playing" ? { ...room, options: { target: 5, hints: "off" } } : room);
    table.start();
    expect(said(ann)).toMatch(
      /^opening: The server opened a deal unlike your screen: the options differ\. Your screen: “options \{"target":5,.*”\. The server: “options \{"target":10,/,
    );
  });
});

describe("row 5: no ceremony, or one that the victim is left out of", () => {
  it("is not witnessed", async () => {
    table.mute = [0];
    expect(await playThrough()).toBe("Consistent, not witnessed | This browser was left out of the deal, so it cannot vouch for it.");
  });
  /** The server goes on as if the victim's promise had not come in time. */
  function declarePromiseLate(): void {
    table.freeze = () => {
      table.ceremony!.promises.delete(0);
      TestTable.prototype.freeze.call(table);
    };
  }
  it("is not witnessed if the victim's promise is declared late", async () => {
    declarePromiseLate();
    table.hooks.room = (room) => {
      if (room.opening) room.opening.promised = room.opening.promised.filter((seat) => seat !== 0);
      return room;
    };
    expect(await playThrough()).toBe("Consistent, not witnessed | This browser was left out of the deal, so it cannot vouch for it.");
    expect(ann.sent, "no bytes for a deal without its promise").toHaveLength(1);
  });
  it("is broken if the victim's promise is declared late after the server had it", () => {
    declarePromiseLate();
    // Somebody else is waited for meanwhile.
    table.open([0, 1, 2]);
    table.freeze();
    expect(said(ann)).toMatch(/^left-out: The server had your promise \w{16}… and left it out of the deal\./);
    expect(ann.sent, "no bytes for a deal without its promise").toHaveLength(1);
  });
  it("is not witnessed, and named, if the victim's bytes are declared late", async () => {
    declareLate();
    table.mute = [0];
    expect(await playThrough()).toBe("Consistent, not witnessed | This browser was left out of the deal, so it cannot vouch for it.");
    const attempts = ann.report.remarks.find(({ what }) => what === "attempts");
    expect(t("remark.attempts", attempts!.values)).toBe("1 deal of this game was opened and thrown away before.");
  });
  it("counts if the victim is asked again after its bytes were declared late", async () => {
    declareLate();
    expect(await playThrough()).toBe("Consistent: rules not checked here | Consistent, best of 2: one deal was thrown away first.");
  });
  /** The server has seen the victim's bytes, says that they did not come, and throws the deal away. */
  function declareLate(): void {
    table.waits = "test";
    table.start();
    table.ceremony!.bytes.delete(0);
    table.discard();
    table.waits = null;
  }
  it("is broken if the server had the promise", () => {
    table.hooks.transcript = (text) => text.replace(/promise 0 .*\n/, "");
    table.start();
    expect(said(ann)).toMatch(/^left-out: The server had your promise \w{16}… and left it out of the deal/);
  });
  it("is broken if a deal comes that is not the one with its bytes", () => {
    table.waits = "test";
    table.start();
    const other = new TestTable({ key: table.key });
    other.page(1);
    other.start();
    table.deal();
    expect(said(ann)).toBe("nothing");
    table.hooks.deal = (deal): DealView => ({ ...deal, transcript: other.play!.transcript });
    table.happen([]);
    expect(said(ann)).toMatch(
      /^other-transcript: The file is about another deal: the rooms differ\. You were shown “room \w{16}”\. The file has “room \w{16}”\./,
    );
  });
});

describe("row 6: one game on the screen, another in the file", () => {
  it("is a screen that the file does not have", async () => {
    table.hooks.table = (view) => ({ ...view, view: { cards: ["9c", "9c", "9c", "9c", "9c"] } });
    expect(await playThrough()).toMatch(
      /^screen: At version \d+ your screen showed something else\. Your screen was \w{16}…\. The file has \w{16}…\./,
    );
  });
  it("checks the bytes that it offers", async () => {
    await playThrough();
    expect(hashText(new TextDecoder().decode(ann.report.file!))).toBe(hashText(table.file()));
  });
});

describe("row 7: the victim's bytes are replaced", () => {
  it("is broken at the start", () => {
    table.hooks.deal = (deal) => ({ ...deal, bytes: [randomHex(), deal.bytes[1]!] });
    table.start();
    expect(said(ann)).toMatch(
      /^bytes: The bytes of Ann are not those that were promised\. The promise was \w{16}…\. The bytes give \w{16}…\./,
    );
  });
  it("is broken where the promise is replaced as well", () => {
    table.hooks.transcript = (text) => text.replace(/promise 0 \w+/, `promise 0 ${randomHex()}`);
    table.start();
    expect(said(ann)).toMatch(/^promise: The server exchanged your promise\. You promised \w{16}…\. It froze \w{16}…\./);
    expect(ann.sent.filter((command) => typeof command === "object" && "reveal" in command)).toEqual([]);
  });
});

describe("row 8: two secrets with one fingerprint", () => {
  it("needs a whole fingerprint", async () => {
    table.hooks.file = inFile((file) => (file.secret = turned(file.secret)));
    expect(await playThrough()).toMatch(
      /^secret: The server's secret is not the one it promised\. The promise was \w{16}…\. The secret gives \w{16}…\./,
    );
  });
  it("is compared with the secret that was shown", async () => {
    table.hooks.deal = (deal) => ({ ...deal, secret: deal.secret && turned(deal.secret) });
    expect(await playThrough()).toMatch(/^other-secret: The file has another secret\. You were shown \w{16}…\. The file has \w{16}…\./);
  });
});

describe("row 9: a file that is sound in itself", () => {
  /** The host plays the same game of the same room alone, with puppets on all seats, until it likes the cards. */
  function alone(): TestTable {
    const forged = new TestTable({ key: table.key, id: table.id });
    forged.page(0);
    forged.page(1);
    forged.start();
    forged.happen([{ act: [2, "pass"] }]);
    forged.finish();
    return forged;
  }
  it("is not the game of a page that took part", async () => {
    const forged = alone();
    serveTable(forged);
    expect(await playThrough()).toMatch(
      /^other-transcript: The file is about another deal: the server's secrets differ\. You were shown “commitment \w{64}”\. The file has “commitment \w{64}”\./,
    );
  });
  it("is not witnessed by a page that came later, or only watched", async () => {
    const forged = alone();
    serveTable(forged);
    const [watcher, late] = [forged.page(null), forged.page(0)];
    expect(await finished(watcher)).toBe("Consistent, not witnessed | This browser only watched, so it cannot vouch for the deal.");
    expect(await finished(late)).toBe(
      "Consistent, not witnessed | This browser no longer knows what it added to the deal, so it cannot vouch for it.",
    );
  });
});

describe("row 10: what the player did becomes something else", () => {
  it("is missing", async () => {
    table.start();
    ann.act({ play: { card: "9c" } }, [{ expire: 3 }]);
    table.finish();
    expect(await finished(ann)).toMatch(
      /^move-missing: Your move at version \d+ is missing in the file\. You played \{"play":\{"card":"9c"\}\}\./,
    );
  });
  it("is changed", async () => {
    table.start();
    ann.act({ play: { card: "9c" } }, [{ act: [0, "pass"] }]);
    table.finish();
    expect(await finished(ann)).toMatch(/^move-changed: .*You played \{"play":\{"card":"9c"\}\}\. The file has "pass"\./);
  });
});

describe("row 11: legal actions or events are withheld", () => {
  it.each([
    ["legal", { legal: ["pass"] }],
    ["events", { events: [] }],
    ["acted", { acted: 2 }],
    ["revealed", { revealed: true }],
  ])("%s", async (_, change) => {
    table.hooks.table = (view, seat) => (seat === 0 ? { ...view, ...change } : view);
    expect(await playThrough()).toMatch(
      /^screen: At version \d+ your screen showed something else\. Your screen was \w{16}…\. The file has \w{16}…\./,
    );
  });
});

describe("row 12: the room is closed, or the game given up", () => {
  it("is counted with the next game", async () => {
    table.waits = "test";
    table.start();
    table.close();
    const other = new TestTable({ key: table.key });
    const page = other.page(0, ann.browser);
    serveTable(other);
    other.start();
    other.finish();
    expect(await finished(page)).toBe("Consistent: rules not checked here | Consistent, best of 2: one deal was thrown away first.");
  });
  it("is checked", async () => {
    table.hooks.file = inFile((file) => file.log.pop());
    table.start();
    table.happen([{ act: [2, "pass"] }]);
    table.close();
    expect(await finished(ann)).toMatch(/^screen-missing: Your screen at version \d+ \(\w{16}…\) is not in the file/);
  });
  it("shows what was thrown away, and nothing else", () => {
    table.waits = "test";
    table.start();
    const other = new TestTable({ key: table.key });
    other.waits = "test";
    other.page(0);
    other.start();
    ann.session.closed({ discarded: other.discardedView() });
    expect(said(ann)).toMatch(/^other-transcript: The file is about another deal: the rooms differ\. You were shown “room /);
  });
});

describe("row 13: a ceremony with each browser", () => {
  it("gives them different table numbers", () => {
    const puppets = new TestTable({ key: table.key });
    const carl = puppets.page(1);
    table.start();
    puppets.start();
    // "Everyone should see the same": ten digits on each screen, and they are not.
    expect([ann.report.number, carl.report.number]).toEqual([expect.stringMatching(/^\d{10}$/), expect.stringMatching(/^\d{10}$/)]);
    expect(ann.report.number).not.toBe(carl.report.number);
  });
  it("is broken on the page whose deal is not played", () => {
    table.waits = "test";
    table.pages = [ann];
    table.start();
    table.waits = null;
    table.pages = [bob];
    table.start();
    expect(said(bob), "who cannot know").toBe("nothing");
    table.pages = [ann, bob];
    table.broadcast({ table: true });
    expect(said(ann)).toMatch(
      /^two-transcripts: The server made two deals of one attempt\. You showed your bytes to \w{16}…\. It now has \w{16}…\./,
    );
  });
});

describe("row 14: one promise for two transcripts", () => {
  it("is opened once", () => {
    table.waits = "test";
    table.start();
    table.ceremony!.transcript = table.ceremony!.transcript!.replace(/promise 1 .*\n/, "");
    table.broadcast();
    expect(said(ann)).toMatch(/^two-transcripts: The server made two deals of one attempt\. You showed your bytes to \w{16}…/);
    expect(ann.sent.filter((command) => typeof command === "object" && "reveal" in command)).toHaveLength(1);
  });
  it("is not opened by another tab, nor after a reload", () => {
    table.waits = "test";
    table.start();
    table.ceremony!.transcript = table.ceremony!.transcript!.replace(/promise 1 .*\n/, "");
    const second = table.page(0, ann.browser);
    expect(second.sent).toEqual([]);
    expect(ann.reload().sent).toEqual([]);
  });
});

describe("row 15: another room, and an emptied storage", () => {
  it("is counted: the page restores what disappears", async () => {
    table.waits = "test";
    table.start();
    (ann.browser.storage as FakeStorage).clear();
    table.discard();
    const other = new TestTable({ key: table.key });
    const page = other.page(0, ann.browser);
    serveTable(other);
    other.start();
    other.finish();
    expect(await finished(page)).toBe("Consistent: rules not checked here | Consistent, best of 2: one deal was thrown away first.");
  });
  it("is named: how long this browser has kept count", async () => {
    const page = table.page(1, new Browser());
    table.pages = [ann, page];
    await playThrough();
    const since = page.report.remarks.find(({ what }) => what === "since");
    expect(t("remark.since", since!.values)).toBe("This browser started keeping records 1 minute ago. It cannot know of earlier deals.");
  });
});

describe("row 16: a hidden move settled later", () => {
  it("is found by the links", async () => {
    table.start();
    table.happen([{ act: [1, { discard: "9c" }] }]);
    table.happen([{ act: [2, "pass"] }]);
    table.hooks.file = inFile((file) => {
      file.log[1]!.steps = [{ act: [1, { discard: "Ah" }] }];
    });
    table.finish();
    expect(await finished(ann)).toMatch(
      /^link: At version \d+ the log was changed later\. During the game its link was \w{16}…\. The file gives \w{16}…\./,
    );
  });
});

describe("row 19: a connected player is called absent", () => {
  it("is a move that its player did not make", async () => {
    table.start();
    table.happen([{ status: [0, "bot"] }]);
    table.happen([{ act: [0, "pass"] }]);
    table.finish();
    expect(await finished(ann)).toMatch(/^move-invented: The file has a move of yours at version \d+ that you did not make: "pass"\./);
  });
});

describe("row 20: a second game from one transcript", () => {
  it("is broken at once", async () => {
    await playThrough();
    table.state = "playing";
    table.outcome = null;
    table.happen([{ shuffle: 24 }]);
    expect(said(ann)).toMatch(/^used-before: The server deals a second game from one deal/);
  });
  it("is broken for a page that was loaded since", async () => {
    await playThrough();
    const again = ann.reload();
    table.state = "playing";
    table.outcome = null;
    table.happen([{ shuffle: 24 }]);
    expect(said(again)).toMatch(/^used-before: The server deals a second game from one deal \(\w{16}…\)\./);
  });
  it("is broken if it uses the secret again", () => {
    table.waits = "test";
    table.start();
    const { opening } = readTranscript(table.ceremony!.transcript!)!;
    table.discard();
    table.hooks.opening = (next) => ({ ...next, commitment: opening.commitment });
    table.start();
    expect(said(ann)).toMatch(/^commitment: The server used a secret a second time/);
  });
});
