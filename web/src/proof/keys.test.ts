import { describe, expect, it } from "vitest";
import source from "../../../docs/fairness-vectors.json?raw";
import { botSeed, commitmentOf, gameKeys, hashText, linkOf, promiseOf, tableNumber } from "./keys";
import { answer, type Drawn, type Luck } from "./luck";
import { type Opening, openingText, promisesOf, type Sitter, transcriptText } from "./opening";

interface Vector {
  opening: string;
  opening_hash: string;
  secret: string;
  commitment: string;
  bytes: string[];
  promises: string[];
  transcript: string;
  transcript_hash: string;
  table_number: string;
  luck: { luck: Luck; drawn: Drawn }[];
  bot_seeds: [number, number, number, string][];
  links: [string, string][];
}
const { ceremonies: vectors } = JSON.parse(source) as { ceremonies: Vector[] };

/** What a page would have on its screen if a text told the truth. */
function screenOf(text: string): Opening {
  const lines = text.trimEnd().split("\n");
  const value = (name: string) => lines.find((line) => line.startsWith(`${name} `))!.slice(name.length + 1);
  const none = (word: string) => (word === "-" ? null : word);
  const [rules, version] = value("rules").split(" ");
  const [, host, first] = value("start").split(" ");
  const deck = none(value("deck"))?.split(" ");
  return {
    table: value("table"),
    room: value("room"),
    game: Number(value("game")),
    attempt: Number(value("attempt")),
    before: none(value("before")),
    rules: rules!,
    version: Number(version),
    deck: deck ? { id: deck[0]!, hash: deck[1]! } : null,
    options: JSON.parse(value("options")),
    settings: JSON.parse(value("settings")),
    host: Number(host),
    first: first === "-" ? null : Number(first),
    server: value("server"),
    commitment: value("commitment"),
    seats: lines
      .filter((line) => line.startsWith("seat "))
      .map((line) => line.split(" "))
      .map(([, , kind, of]): Sitter => (kind === "bot" ? { bot: of! } : { person: of! })),
  };
}

/** The seats that made the promises of a transcript. */
const seatsOf = (transcript: string) => [...transcript.matchAll(/^promise (\d+) /gm)].map(([, seat]) => Number(seat));

describe.each(vectors)("ceremony $transcript_hash", (vector) => {
  const seats = seatsOf(vector.transcript);
  const keys = gameKeys(vector.secret, vector.transcript_hash, vector.bytes);

  it("has the texts that the page writes itself", () => {
    expect(openingText(screenOf(vector.opening))).toBe(vector.opening);
    expect(hashText(vector.opening)).toBe(vector.opening_hash);
    const promises = seats.map((seat, i) => ({ seat, promise: vector.promises[i]! }));
    expect(transcriptText(vector.opening, promises)).toBe(vector.transcript);
    expect(promisesOf(vector.transcript, screenOf(vector.opening))).toEqual(promises);
    expect(hashText(vector.transcript)).toBe(vector.transcript_hash);
  });
  it("has its promises", () => {
    expect(commitmentOf(vector.secret)).toBe(vector.commitment);
    expect(seats.map((seat, i) => promiseOf(vector.opening_hash, seat, vector.bytes[i]!))).toEqual(vector.promises);
  });
  it("has its table number, its luck, its bots' seeds and its links", () => {
    expect(tableNumber(vector.transcript_hash, vector.bytes)).toBe(vector.table_number);
    expect(vector.luck.map(({ luck }, i) => answer(keys.luck, i, luck))).toEqual(vector.luck.map(({ drawn }) => drawn));
    for (const [seat, window, earlier, seed] of vector.bot_seeds) expect(botSeed(keys, seat, window, earlier)).toBe(seed);
    let before = vector.transcript_hash;
    for (const [entry, link] of vector.links) expect((before = linkOf(keys, before, entry))).toBe(link);
  });
});

describe("a transcript that is not what the page expects", () => {
  const { opening, transcript } = vectors[0]!;
  const screen = screenOf(opening);
  const change = (from: string | RegExp, to: string) => promisesOf(transcript.replace(from, to), screen);

  it.each([
    ["another table", /table \w+/, "table ZZZZ"],
    ["other options", `"target":10`, `"target":5`],
    ["a bot of another level", "bot hard", "bot easy"],
    ["another commitment", /commitment .*/, `commitment ${"0".repeat(64)}`],
    ["a promise of a bot", "promise 1 ", "promise 2 "],
    ["a promise of a seat that does not exist", "promise 1 ", "promise 9 "],
    ["two promises of one seat", "promise 1 ", "promise 0 "],
    ["a number in another form", "promise 1 ", "promise 01 "],
    ["a line that is cut", /.\n$/, "\n"],
    ["a text without its last line feed", /\n$/, ""],
    ["more behind it", /$/, "promise"],
  ])("%s", (_, from, to) => {
    expect(promisesOf(transcript, screen)).not.toBeNull();
    expect(change(from, to)).toBeNull();
  });
  it("promises in another order", () => {
    const lines = transcript.trimEnd().split("\n");
    const swapped = [...lines.slice(0, -2), ...lines.slice(-2).reverse()].map((line) => `${line}\n`).join("");
    expect(promisesOf(swapped, screen)).toBeNull();
  });
});
