// What a changed server may try, by the rows of the table in the specification: each ends in the verdict, and in the sentence,
// that it must. Rows that need the rules or the bots are not here.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DealView } from "../gen/protocol/DealView";
import type { DiscardedView } from "../gen/protocol/DiscardedView";
import { checkFile } from "./check";
import type { ProofFile } from "./file";
import { hashText } from "./keys";
import { readTranscript } from "./opening";
import { Browser, FakeStorage, type Page, randomHex, SigningKey, TestTable, turned } from "./testing/table";
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

/** A whole game, and what the first page says of it. */
async function playThrough(): Promise<string> {
  table.start();
  ann.act({ play: { card: "9c" } });
  table.happen([{ act: [2, "pass"] }, { roll: { below: 6, times: 2 } }]);
  table.finish();
  return said(await verdictOf(ann));
}
function said(verdict: Page["report"]["verdict"]): string {
  if (verdict?.kind === "broken") return `${verdict.fault.what}: ${sentence(verdict.fault)}`;
  return JSON.stringify(verdict);
}
const atOnce = (page: Page): string => said(page.report.verdict);

/** The file with a text in it exchanged, signed again by the same server. */
const inFile = (change: (file: ProofFile) => void) => (file: ProofFile) => {
  change(file);
  return file;
};

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
    expect(atOnce(ann)).toMatch(/^discarded-missing: The server hides a deal that it threw away\. You showed your bytes to \w{16}…/);
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
    expect(faultOf(ann)).toBe("bytes-count");
  });
});

describe("row 4: the first seat or the options, chosen afterwards", () => {
  it("is an opening unlike the screen", () => {
    table.hooks.opening = (opening) => ({ ...opening, first: 1 });
    table.start();
    expect(atOnce(ann)).toBe(
      "opening: The server opened a deal unlike your screen: the seats, the host or the first player differ. Your screen: “start 3 0 -”. The server: “start 3 0 1”.",
    );
    expect(ann.sent).toEqual([]);
  });
  it.each([
    ["options", (table: TestTable) => (table.hooks.opening = (opening) => ({ ...opening, options: { target: 5, hints: "off" } }))],
    [
      "a bot's level",
      (table: TestTable) => (table.hooks.opening = (opening) => ({ ...opening, seats: [...opening.seats.slice(0, 2), { bot: "easy" }] })),
    ],
    [
      "another player",
      (table: TestTable) =>
        (table.hooks.opening = (opening) => ({
          ...opening,
          seats: [opening.seats[0]!, { person: "00000000000000ff" }, opening.seats[2]!],
        })),
    ],
    ["another key", (table: TestTable) => (table.hooks.opening = (opening) => ({ ...opening, server: new SigningKey().public }))],
    ["another version of the rules", (table: TestTable) => (table.hooks.opening = (opening) => ({ ...opening, version: 2 }))],
    ["a later attempt", (table: TestTable) => (table.hooks.opening = (opening) => ({ ...opening, attempt: 2 }))],
  ])("%s", (_, change) => {
    change(table);
    table.start();
    expect(faultOf(ann)).toBe("opening");
    expect(ann.sent).toEqual([]);
  });
  it("is found in play by a page that was not asked", () => {
    table.mute = [0, 1];
    table.hooks.room = (room) => (room.state === "playing" ? { ...room, options: { target: 5, hints: "off" } } : room);
    table.start();
    expect(faultOf(ann)).toBe("opening");
  });
});

describe("row 5: no ceremony, or one that the victim is left out of", () => {
  it("is not witnessed", async () => {
    table.mute = [0];
    expect(await playThrough()).toContain('"absent":"left-out"');
  });
  it("is broken if the server had the promise", () => {
    table.hooks.transcript = (text) => text.replace(/promise 0 .*\n/, "");
    table.start();
    expect(atOnce(ann)).toMatch(/^left-out: The server had your promise \w{16}… and left it out of the deal/);
  });
  it("is broken if a deal comes that is not the one with its bytes", () => {
    table.waits = "test";
    table.start();
    const other = new TestTable({ key: table.key });
    other.page(1);
    other.start();
    table.deal();
    expect(faultOf(ann)).toBeNull();
    table.hooks.deal = (deal): DealView => ({ ...deal, transcript: other.play!.transcript });
    table.happen([]);
    expect(faultOf(ann)).toBe("other-transcript");
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
    expect(faultOf(ann)).toBe("bytes");
  });
  it("is broken where the promise is replaced as well", () => {
    table.hooks.transcript = (text) => text.replace(/promise 0 \w+/, `promise 0 ${randomHex()}`);
    table.start();
    expect(atOnce(ann)).toMatch(/^promise: The server exchanged your promise\. You promised \w{16}…\. It froze \w{16}…\./);
    expect(ann.sent.filter((command) => typeof command === "object" && "reveal" in command)).toEqual([]);
  });
});

describe("row 8: two secrets with one fingerprint", () => {
  it("needs a whole fingerprint", async () => {
    table.hooks.file = inFile((file) => (file.secret = turned(file.secret)));
    expect(await playThrough()).toMatch(/^secret: The server's secret is not the one it promised/);
  });
  it("is compared with the secret that was shown", async () => {
    table.hooks.deal = (deal) => ({ ...deal, secret: deal.secret && turned(deal.secret) });
    expect(await playThrough()).toMatch(/^other-secret: /);
  });
});

describe("row 10: what the player did becomes something else", () => {
  it("is missing", async () => {
    table.start();
    ann.act({ play: { card: "9c" } }, [{ expire: 3 }]);
    table.finish();
    expect(said(await verdictOf(ann))).toMatch(
      /^move-missing: Your move at version \d+ is missing in the file\. You played \{"play":\{"card":"9c"\}\}\./,
    );
  });
  it("is changed", async () => {
    table.start();
    ann.act({ play: { card: "9c" } }, [{ act: [0, "pass"] }]);
    table.finish();
    expect(said(await verdictOf(ann))).toMatch(/^move-changed: .*You played \{"play":\{"card":"9c"\}\}\. The file has "pass"\./);
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
    expect(await playThrough()).toMatch(/^screen: /);
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
    expect(await verdictOf(page)).toMatchObject({ kind: "consistent", discarded: 1 });
  });
  it("is checked", async () => {
    table.hooks.file = inFile((file) => file.log.pop());
    table.start();
    table.happen([{ act: [2, "pass"] }]);
    table.close();
    expect(said(await verdictOf(ann))).toMatch(/^screen-missing: Your screen at version \d+ \(\w{16}…\) is not in the file/);
  });
  it("shows what was thrown away, and nothing else", () => {
    table.waits = "test";
    table.start();
    const other = new TestTable({ key: table.key });
    other.waits = "test";
    other.page(0);
    other.start();
    ann.session.closed({ discarded: other.discardedView() });
    expect(faultOf(ann)).toBe("other-transcript");
  });
});

describe("row 13: a ceremony with each browser", () => {
  it("gives them different table numbers", () => {
    const puppets = new TestTable({ key: table.key });
    const carl = puppets.page(1);
    table.start();
    puppets.start();
    expect(ann.report.number).not.toBe(carl.report.number);
  });
  it("is broken on the page whose deal is not played", () => {
    table.waits = "test";
    table.pages = [ann];
    table.start();
    table.waits = null;
    table.pages = [bob];
    table.start();
    expect(faultOf(bob), "who cannot know").toBeNull();
    table.pages = [ann, bob];
    table.broadcast({ table: true });
    expect(atOnce(ann)).toMatch(/^two-transcripts: The server made two deals of one attempt/);
  });
});

describe("row 14: one promise for two transcripts", () => {
  it("is opened once", () => {
    table.waits = "test";
    table.start();
    table.ceremony!.transcript = table.ceremony!.transcript!.replace(/promise 1 .*\n/, "");
    table.broadcast();
    expect(atOnce(ann)).toMatch(/^two-transcripts: The server made two deals of one attempt\. You showed your bytes to \w{16}…/);
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
    expect(await verdictOf(page)).toMatchObject({ discarded: 1 });
  });
  it("is named: how long this browser has kept count", async () => {
    const page = table.page(1, new Browser());
    table.pages = [ann, page];
    await playThrough();
    expect(page.report.remarks).toContainEqual({ what: "since", values: { n: 1 } });
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
    expect(said(await verdictOf(ann))).toMatch(
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
    expect(said(await verdictOf(ann))).toMatch(
      /^move-invented: The file has a move of yours at version \d+ that you did not make: "pass"\./,
    );
  });
});

describe("row 20: a second game from one transcript", () => {
  it("is broken at once", async () => {
    await playThrough();
    table.state = "playing";
    table.outcome = null;
    table.happen([{ shuffle: 24 }]);
    expect(atOnce(ann)).toMatch(/^used-before: The server deals a second game from one deal/);
  });
  it("is broken for a page that was loaded since", async () => {
    await playThrough();
    const again = ann.reload();
    table.state = "playing";
    table.outcome = null;
    table.happen([{ shuffle: 24 }]);
    expect(faultOf(again)).toBe("used-before");
  });
  it("is broken if it uses the secret again", () => {
    table.waits = "test";
    table.start();
    const { opening } = readTranscript(table.ceremony!.transcript!)!;
    table.discard();
    table.hooks.opening = (next) => ({ ...next, commitment: opening.commitment });
    table.start();
    expect(atOnce(ann)).toMatch(/^commitment: The server used a secret a second time/);
  });
});

describe("row 21: a discarded attempt is dropped", () => {
  beforeEach(() => {
    table.waits = "test";
    table.start();
    table.discard();
    table.waits = null;
  });
  it("is broken in the file", async () => {
    table.hooks.file = inFile((file) => (file.discarded = []));
    expect(await playThrough()).toMatch(/^discarded-chain: /);
  });
  it("is broken in play", () => {
    table.hooks.deal = (deal) => ({ ...deal, discarded: [] });
    table.start();
    expect(faultOf(ann)).toBe("discarded-chain");
  });
  it.each([
    ["secret", (deal: DiscardedView) => ({ ...deal, secret: turned(deal.secret) })],
    ["bytes", (deal: DiscardedView) => ({ ...deal, bytes: [turned(deal.bytes[0]!), deal.bytes[1]!] })],
    ["signature", (deal: DiscardedView) => ({ ...deal, signature: turned(deal.signature) })],
  ])("is broken if its %s is another", async (what, change) => {
    table.hooks.file = inFile((file) => (file.discarded = file.discarded.map(change)));
    expect(await playThrough()).toMatch(new RegExp(`^${what}: `));
  });
});

describe("row 22: signatures", () => {
  it("are needed before any bytes are shown", () => {
    table.hooks.room = (room) =>
      room.opening?.signature ? { ...room, opening: { ...room.opening, signature: turned(room.opening.signature) } } : room;
    table.start();
    expect(atOnce(ann)).toMatch(/^signature: The server with the key \w{16}… has not signed this deal/);
    expect(ann.sent.filter((command) => typeof command === "object" && "reveal" in command)).toEqual([]);
  });
  it("are needed on the file, by the same server", async () => {
    const other = new SigningKey();
    table.signFile = (file) => TestTable.prototype.signFile.call({ key: other }, file);
    expect(await playThrough()).toMatch(/^signed: /);
  });
});

describe("row 24: one text, two readings", () => {
  it.each([
    ["a space", (text: string) => text.replace('"outcome":{', '"outcome": {')],
    ["a member twice", (text: string) => text.replace('{"version":', '{"version":1,"version":')],
    ["a number in another form", (text: string) => text.replace('"expire":9', '"expire":9.0')],
    ["a member more", (text: string) => text.replace('{"aboveboard"', '{"more":1,"aboveboard"')],
    ["more behind it", (text: string) => `${text}\n`],
    ["a letter in another form", (text: string) => text.replace('"P0"', '"\\u0050\\u0030"')],
    ["a byte order mark", (text: string) => `\ufeff${text}`],
  ])("%s", async (_, change) => {
    table.hooks.text = (text) => {
      expect(change(text)).not.toBe(text);
      return change(text);
    };
    expect(await playThrough()).toMatch(/^form: The file is not a valid proof, from line \d+ on\./);
  });
  it("is refused in a transcript, however it is signed", async () => {
    table.hooks.file = inFile((file) => {
      file.transcript = file.transcript.replace('{"target":10', '{"target":10.0');
      file.signature = table.key.sign("transcript", hashText(file.transcript));
    });
    expect(await playThrough()).toMatch(/^transcript: The text of the deal is malformed/);
  });
});

describe("what else a file may say", () => {
  it.each([
    ["another result", "outcome", (file: ProofFile) => (file.outcome = { ...file.outcome!, points: [0, 0, 0] })],
    ["no result", "outcome", (file: ProofFile) => (file.outcome = null)],
    [
      "another shuffle",
      "chance",
      (file: ProofFile) => ((file.log[0]!.steps[0] as { chance: { drawn: { shuffle: number[] } } }).chance.drawn.shuffle.reverse(), file),
    ],
    [
      "a shuffle that is too short",
      "chance",
      (file: ProofFile) => ((file.log[0]!.steps[0] as { chance: { drawn: { shuffle: number[] } } }).chance.drawn.shuffle.pop(), file),
    ],
    ["an empty log", "log-empty", (file: ProofFile) => (file.log = [])],
    ["a log in another order", "log-order", (file: ProofFile) => file.log.reverse()],
    ["fewer players", "players", (file: ProofFile) => file.players.pop()],
    ["fewer screens", "log-screens", (file: ProofFile) => file.log[0]!.shown.pop()],
    ["a seat that does not exist", "log-seat", (file: ProofFile) => file.log[1]!.steps.push({ act: [7, "pass"] })],
  ])("%s", async (_, what, change) => {
    table.hooks.file = inFile(change);
    expect(await playThrough()).toMatch(new RegExp(`^${what}: `));
  });
  it("anything at all", async () => {
    for (const text of ["", "{}", "null", "[]", "7", "\xff"]) {
      serve(() => ({ status: 200, text }));
      const here = new TestTable();
      const page = here.page(0);
      here.start();
      here.finish();
      await verdictOf(page);
      expect(faultOf(page)).toBe("form");
    }
  });
  it("a digest of something else", async () => {
    table.hooks.text = (text) => text.replace(/"digest":"(.)/, (_, digit: string) => `"digest":"${digit === "0" ? "1" : "0"}`);
    expect(await playThrough()).toMatch(/^digest: /);
  });
});

describe("what no check can read", () => {
  it("is broken", () => {
    table.hooks.deal = (deal) => ({ ...deal, bytes: ["zz", deal.bytes[1]!] });
    table.start();
    expect(atOnce(ann)).toMatch(/^unreadable: The server sent something that cannot be read/);
  });
  it("is not left out of what was seen", async () => {
    table.hooks.table = (view, seat) => (seat === 0 ? { ...view, link: 5 as unknown as string } : view);
    expect(await playThrough()).toMatch(/^link: /);
  });
  it("is broken where cards come without a deal, but not in a lesson", () => {
    table.hooks.room = (room) => ({ ...room, deal: undefined });
    table.start();
    expect(atOnce(ann)).toBe("no-deal: The server deals cards without saying what the deal is made from.");
    const lesson = new TestTable();
    const page = lesson.page(0);
    lesson.hooks.room = (room) => ({ ...room, deal: undefined, lesson: { told: [], steps: 1, now: "read" } });
    lesson.start();
    expect(page.report).toMatchObject({ stage: "none", verdict: null });
  });
});

describe("one version on the screen in two ways", () => {
  it("is broken at once", () => {
    table.start();
    table.hooks.table = (view) => ({ ...view, legal: [] });
    ann.connect();
    expect(atOnce(ann)).toMatch(/^screen-changed: The server showed version \d+ in two ways/);
    table.hooks = {};
    const again = ann.reload();
    expect(faultOf(again), "which a reload does not cure").toBe("screen-changed");
  });
});

describe("every value in a file, with digest and signatures made again", () => {
  type Path = (string | number)[];
  const leaves = (value: unknown, path: Path = []): Path[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]))
      : [path];
  const changed = (value: unknown): unknown => {
    if (typeof value === "number") return value + 1;
    if (typeof value === "string") return /^[0-9a-f]{32,}$/.test(value) ? turned(value) : `${value}x`;
    return value === null ? 0 : null;
  };
  const mutate = (file: ProofFile, path: Path): void => {
    let at = file as unknown as Record<string | number, unknown>;
    for (const name of path.slice(0, -1)) at = at[name] as Record<string | number, unknown>;
    at[path.at(-1)!] = changed(at[path.at(-1)!]);
  };
  /** Nothing vouches for names, and what others were shown takes the rules to check. */
  const needsMore = (path: Path) => path[0] === "players" || (path[2] === "shown" && path[3] !== "0");

  it("is found, but for what takes the rules", { timeout: 60_000 }, async () => {
    table.waits = "test";
    table.start();
    table.discard();
    table.waits = null;
    await playThrough();
    const honest = JSON.parse(table.file()) as ProofFile;
    const paths = leaves(honest).filter(([name]) => name !== "digest" && name !== "signed");
    expect(paths.length).toBeGreaterThan(60);
    const own = ann.memory.deal(hashText(honest.transcript))!;
    const shown = honest.discarded.map(({ transcript }) => hashText(transcript));
    const { deal } = table.room(0);
    const known = {
      ...{ own, shown, outcome: table.outcome, discarded: 1 },
      deal: deal!,
      server: table.key.public,
      player: personAt(own),
      seat: 0,
    };
    const trace = ann.memory.trace(own.hash);
    const verdictOn = (file: ProofFile) => checkFile(new TextEncoder().encode(table.signFile(file)), { ...known, trace }).verdict;
    expect(verdictOn(honest)).toMatchObject({ kind: "consistent", absent: null });
    for (const path of paths) {
      const file = structuredClone(honest);
      mutate(file, path);
      if (path[0] === "transcript") file.signature = table.key.sign("transcript", hashText(file.transcript));
      expect(verdictOn(file).kind, path.join(".")).toBe(needsMore(path) ? "consistent" : "broken");
    }
    // The same for every line of the transcript.
    for (const line of honest.transcript.trimEnd().split("\n")) {
      const file = structuredClone(honest);
      const other = line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)).replace(/^(table) (\w+)$/, "$1 ZZZZ");
      file.transcript = file.transcript.replace(`${line}\n`, `${other === line ? `${line}x` : other}\n`);
      file.signature = table.key.sign("transcript", hashText(file.transcript));
      expect(verdictOn(file).kind, line).toBe("broken");
    }
  });
});
const personAt = ({ transcript, seat }: { transcript: string; seat: number }): string =>
  new RegExp(`^seat ${seat} person (.*)$`, "m").exec(transcript)![1]!;
