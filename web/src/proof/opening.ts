// The text that fixes a deal before anybody adds to it (docs/fairness.md, "The opening"). The page writes it from what it
// shows its player and compares it with the server's text; it never reads a server's text to learn what it should show.

/** The player on a seat: a person by public id, or a bot by level. */
export type Sitter = { person: string } | { bot: string };

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
export function transcriptText(opening: string, promises: { seat: number; promise: string }[]): string {
  return opening + promises.map(({ seat, promise }) => `promise ${seat} ${promise}\n`).join("");
}

/** The promises at the end of a transcript that begins with this opening; `null` if it is not one. */
export function promisesOf(transcript: string, opening: Opening): { seat: number; promise: string }[] | null {
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
