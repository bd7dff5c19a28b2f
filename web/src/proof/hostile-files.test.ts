// What a changed server may put into a file: each ends in the sentence that it must.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkFile } from "./check";
import type { DiscardedView } from "../gen/protocol/DiscardedView";
import type { ProofFile } from "./file";
import { commitmentOf, hashText } from "./keys";
import { finished, inFile, playThrough as playThroughAt, said, serve, serveTable } from "./testing/serve";
import { type Page, SigningKey, TestTable, turned } from "./testing/table";

let table: TestTable;
let ann: Page;
beforeEach(() => {
  table = new TestTable();
  ann = table.page(0);
  table.page(1);
  serveTable(table);
});
afterEach(() => vi.unstubAllGlobals());

/** A whole game, and what the first page says of it. */
const playThrough = (): Promise<string> => playThroughAt(table, ann);

describe("row 21: a discarded attempt is dropped", () => {
  beforeEach(() => {
    table.waits = "test";
    table.start();
    table.discard();
    table.waits = null;
  });
  it("is broken in the file", async () => {
    table.hooks.file = inFile((file) => (file.discarded = []));
    expect(await playThrough()).toBe(
      "discarded-chain: The deals that were thrown away do not follow one another: number 1 is expected, and 0 is there.",
    );
  });
  it("is broken in play", () => {
    table.hooks.deal = (deal) => ({ ...deal, discarded: [] });
    table.start();
    expect(said(ann)).toBe(
      "discarded-chain: The deals that were thrown away do not follow one another: number 1 is expected, and 0 is there.",
    );
  });
  it.each<[string, (deal: DiscardedView) => DiscardedView, RegExp]>([
    [
      "secret",
      (deal) => ({ ...deal, secret: turned(deal.secret) }),
      /^secret: The server's secret is not the one it promised\. The promise was \w{16}…\. The secret gives \w{16}…\./,
    ],
    [
      "bytes",
      (deal) => ({ ...deal, bytes: [turned(deal.bytes[0]!), deal.bytes[1]!] }),
      /^bytes: The bytes of Ann are not those that were promised\. The promise was \w{16}…\. The bytes give \w{16}…\./,
    ],
    [
      "signature",
      (deal) => ({ ...deal, signature: turned(deal.signature) }),
      /^signature: The server with the key \w{16}… has not signed this deal\. The signature is \w{16}…\./,
    ],
  ])("is broken if its %s is another", async (_, change, says) => {
    table.hooks.file = inFile((file) => (file.discarded = file.discarded.map(change)));
    expect(await playThrough()).toMatch(says);
  });
});

describe("row 22: signatures", () => {
  it("are needed before any bytes are shown", () => {
    table.hooks.room = (room) =>
      room.opening?.signature ? { ...room, opening: { ...room.opening, signature: turned(room.opening.signature) } } : room;
    table.start();
    expect(said(ann)).toMatch(/^signature: The server with the key \w{16}… has not signed this deal/);
    expect(ann.sent.filter((command) => typeof command === "object" && "reveal" in command)).toEqual([]);
  });
  it("are needed on the file, by the same server", async () => {
    const other = new SigningKey();
    table.signFile = (file) => TestTable.prototype.signFile.call({ key: other }, file);
    expect(await playThrough()).toMatch(/^signed: The server with the key \w{16}… has not signed this file\. The signature is \w{16}…\./);
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
  const shuffleIn = (file: ProofFile) => (file.log[0]!.steps[0] as { chance: { drawn: { shuffle: number[] } } }).chance.drawn.shuffle;
  it.each<[string, RegExp, (file: ProofFile) => unknown]>([
    [
      "another result",
      /^outcome: The file has another result\. Your screen: .+\. The file: .+\./,
      (file) => (file.outcome = { ...file.outcome!, points: [0, 0, 0] }),
    ],
    ["no result", /^outcome: The file has another result\. Your screen: .+\. The file: .+\./, (file) => (file.outcome = null)],
    [
      "another shuffle",
      /^chance: Shuffle or roll number 1 \(version \d+\) was changed\. The secret gives [\d, ]+\. The file has [\d, ]+\./,
      (file) => shuffleIn(file).reverse(),
    ],
    [
      "a shuffle that is too short",
      /^chance: Shuffle or roll number 1 \(version \d+\) was changed\. The secret gives \{"shuffle":24\}\. The file has [\d, ]+\./,
      (file) => shuffleIn(file).pop(),
    ],
    ["an empty log", /^log-empty: The log in the file is empty\./, (file) => (file.log = [])],
    [
      "a log in another order",
      /^log-order: The log in the file is out of order: version \d+ comes after \d+\./,
      (file) => file.log.reverse(),
    ],
    ["fewer players", /^players: The file names 2 players for 3 seats\./, (file) => file.players.pop()],
    ["fewer screens", /^log-screens: At version \d+ the file has 3 screens, and 4 are needed\./, (file) => file.log[0]!.shown.pop()],
    [
      "a seat that does not exist",
      /^log-seat: At version \d+ the file names seat 8 of 3\./,
      (file) => file.log[1]!.steps.push({ act: [7, "pass"] }),
    ],
    [
      "two inputs in one entry",
      /^log-steps: At version \d+ the file has act, act\. An entry has one input, and then its shuffles and rolls\./,
      (file) => file.log[1]!.steps.push({ act: [2, "pass"] }),
    ],
    [
      "an input in the first entry",
      /^log-steps: At version \d+ the file has chance, expire\. An entry has one input, and then its shuffles and rolls\./,
      (file) => file.log[0]!.steps.push({ expire: 1 }),
    ],
    ["an entry without a step", /^log-steps: At version \d+ the file has –\./, (file) => (file.log[1]!.steps = [])],
  ])("%s", async (_, says, change) => {
    table.hooks.file = inFile(change);
    expect(await playThrough()).toMatch(says);
  });
  it("a secret that was shown before", async () => {
    table.waits = "test";
    table.start();
    const { secret } = table.ceremony!;
    table.discard();
    table.waits = null;
    // The pages that are asked say so before; one that watches, when the second deal begins.
    table.mute = [0, 1];
    const watcher = table.page(null);
    table.hooks.opening = (opening) => ({ ...opening, commitment: commitmentOf(secret) });
    table.start();
    expect(said(ann)).toMatch(/^commitment: The server used a secret a second time\. It was in deal \w{16}…/);
    expect(said(watcher)).toMatch(
      /^secret-twice: Attempt 2 has the secret of an attempt that was thrown away, which everybody knew by then\. Its fingerprint is \w{16}…\./,
    );
  });
  it("anything at all", async () => {
    for (const text of ["", "{}", "null", "[]", "7", "\xff"]) {
      serve(() => ({ status: 200, text }));
      const here = new TestTable();
      const page = here.page(0);
      here.start();
      here.finish();
      expect(await finished(page)).toMatch(/^form: The file is not a valid proof, from line \d+ on\./);
    }
  });
  it("a digest of something else", async () => {
    table.hooks.text = (text) => text.replace(/"digest":"(.)/, (_, digit: string) => `"digest":"${digit === "0" ? "1" : "0"}`);
    expect(await playThrough()).toMatch(/^digest: The file was changed after it was written\. It comes to \w{16}…, and says \w{16}…\./);
  });
});

describe("what no check can read", () => {
  it("is broken", () => {
    table.hooks.deal = (deal) => ({ ...deal, bytes: ["zz", deal.bytes[1]!] });
    table.start();
    expect(said(ann)).toMatch(/^unreadable: The server sent something that cannot be read/);
  });
  it("is not left out of what was seen", async () => {
    table.hooks.table = (view, seat) => (seat === 0 ? { ...view, link: 5 as unknown as string } : view);
    expect(await playThrough()).toMatch(
      /^link: At version \d+ the log was changed later\. During the game its link was 5…\. The file gives \w{16}…\./,
    );
  });
  it("is broken where cards come without a deal, but not in a lesson", () => {
    table.hooks.room = (room) => ({ ...room, deal: undefined });
    table.start();
    expect(said(ann)).toBe("no-deal: The server deals cards without saying what the deal is made from.");
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
    expect(said(ann)).toMatch(/^screen-changed: The server showed version \d+ in two ways/);
    table.hooks = {};
    const again = ann.reload();
    expect(said(again), "which a reload does not cure").toMatch(/^screen-changed: The server showed version \d+ in two ways/);
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
