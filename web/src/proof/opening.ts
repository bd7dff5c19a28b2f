// The text that fixes a deal before anybody adds to it (docs/fairness.md, "The opening"). The page writes it from what it
// shows its player and compares it with the server's text; it never reads a server's text to learn what it should show.
// Texts of other deals, in files and among those thrown away, are read strictly: they must come out identical again.

import { readPlain } from "./plain";

/** The player on a seat: a person by public id, or a bot by level. */
export type Sitter = { person: string } | { bot: string };

/** A seat's promise. */
export interface Promised {
  seat: number;
  promise: string;
}

/** An opening, and the promises that were made to it. */
export interface Transcript {
  opening: Opening;
  promises: Promised[];
}

export interface Opening {
  table: string;
  /** 16 hexadecimal digits. */
  room: string;
  /** Which game of the room, from 1. */
  game: number;
  /** One more than the number of transcripts that were frozen for this game before; `before` is the hash of the last. */
  attempt: number;
  before: string | null;
  /** The name of the game, and the version of its rules. */
  rules: string;
  version: number;
  deck: { id: string; hash: string } | null;
  /** As the page has them; they are written as JSON in the order in which they came. */
  options: unknown;
  settings: unknown;
  host: number;
  first: number | null;
  /** The server's public key, and the hash of its secret. */
  server: string;
  commitment: string;
  seats: Sitter[];
}

const DASH = "-";

/** The opening's text. */
export function openingText(opening: Opening): string {
  const { deck, seats } = opening;
  const lines = [
    "aboveboard deal 2",
    `table ${opening.table}`,
    `room ${opening.room}`,
    `game ${opening.game}`,
    `attempt ${opening.attempt}`,
    `before ${opening.before ?? DASH}`,
    `rules ${opening.rules} ${opening.version}`,
    `deck ${deck ? `${deck.id} ${deck.hash}` : DASH}`,
    `options ${JSON.stringify(opening.options)}`,
    `settings ${JSON.stringify(opening.settings)}`,
    `start ${seats.length} ${opening.host} ${opening.first ?? DASH}`,
    `server ${opening.server}`,
    `commitment ${opening.commitment}`,
    ...seats.map((sitter, seat) => `seat ${seat} ${"bot" in sitter ? `bot ${sitter.bot}` : `person ${sitter.person}`}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** The transcript's text: the opening, and a line per promise, seats in ascending order. */
export function transcriptText(opening: string, promises: Promised[]): string {
  return opening + promises.map(({ seat, promise }) => `promise ${seat} ${promise}\n`).join("");
}

/** The promises at the end of a transcript that begins with this opening; `null` if it is not one. */
export function promisesOf(transcript: string, opening: Opening): Promised[] | null {
  const start = openingText(opening);
  if (!transcript.startsWith(start)) return null;
  const promises = transcript
    .slice(start.length)
    .split("\n")
    .slice(0, -1)
    .map((line) => /^promise (0|[1-9]\d?) ([0-9a-f]{64})$/.exec(line))
    .map((found) => (found ? { seat: Number(found[1]), promise: found[2]! } : null));
  const fits = promises.every((one, i) => {
    const sitter = one && opening.seats[one.seat];
    return sitter && "person" in sitter && (i === 0 || one.seat > (promises[i - 1]?.seat ?? Infinity));
  });
  const read = promises.filter((one) => one !== null);
  return fits && transcriptText(start, read) === transcript ? read : null;
}

/** The commitment that the text of an opening names. */
export const commitmentIn = (opening: string): string | null => /^commitment ([0-9a-f]{64})$/m.exec(opening)?.[1] ?? null;

const HASH = /^[0-9a-f]{64}$/;
const ID = /^[0-9a-f]{16}$/;
const NAME = /^(?!-$)[a-z0-9_-]+$/;
const MOST_SEATS = 64;

/** The number that decimal digits in their one form stand for. */
function numberOf(word: string | undefined, least = 0, most = 2 ** 32 - 1): number {
  const number = Number(word);
  if (String(number) !== word || !Number.isInteger(number) || number < least || number > most) throw new Error("not a number");
  return number;
}

function matching(word: string | undefined, pattern: RegExp): string {
  if (word === undefined || !pattern.test(word)) throw new Error("not in the one form");
  return word;
}

function objectOf(text: string): unknown {
  const value = readPlain(text);
  if (!text.startsWith("{") || value === undefined) throw new Error("not an object in the one form");
  return value;
}

/** Reads a transcript; `null` if the text is not one in its one form. */
export function readTranscript(text: string): Transcript | null {
  try {
    const lines = text.split("\n");
    let at = 1;
    const value = (name: string): string => {
      const line = lines[at++];
      if (!line?.startsWith(`${name} `)) throw new Error(`${name} is missing`);
      return line.slice(name.length + 1);
    };
    const orNone = <T>(word: string, read: (word: string) => T): T | null => (word === DASH ? null : read(word));
    const table = matching(value("table"), /^[A-Z]+$/);
    const room = matching(value("room"), ID);
    const game = numberOf(value("game"), 1);
    const attempt = numberOf(value("attempt"), 1);
    const before = orNone(value("before"), (word) => matching(word, HASH));
    const [rules, version] = value("rules").split(" ");
    const deck = orNone(value("deck"), (words) => {
      const [id, hash] = words.split(" ");
      return { id: matching(id, NAME), hash: matching(hash, HASH) };
    });
    const options = objectOf(value("options"));
    const settings = objectOf(value("settings"));
    const [count, host, first] = value("start").split(" ");
    const seats = numberOf(count, 1, MOST_SEATS);
    const server = matching(value("server"), HASH);
    const commitment = matching(value("commitment"), HASH);
    const opening: Opening = {
      ...{ table, room, game, attempt, before, deck, options, settings, server, commitment },
      rules: matching(rules, NAME),
      version: numberOf(version),
      host: numberOf(host, 0, seats - 1),
      first: orNone(first ?? "", (word) => numberOf(word, 0, seats - 1)),
      seats: Array.from({ length: seats }, (_, seat): Sitter => {
        const [kind, of] = value(`seat ${seat}`).split(" ");
        return kind === "bot" ? { bot: matching(of, NAME) } : { person: matching(of, ID) };
      }),
    };
    // The writer has the last word: it finds every other way to write the same.
    const promises = promisesOf(text, opening);
    return promises && { opening, promises };
  } catch {
    return null;
  }
}
