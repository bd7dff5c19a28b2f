// What a page keeps of one game: what was on its screen, its player's moves, and where it was not looking.

import type { Move } from "../lib/connection.svelte";

// A move is kept before it is sent, so that no file can have a move that this page cannot explain.
export type { Move };

/** From one version to another, both included. */
export type Range = [from: number, to: number];

/** The unit of writing. */
export interface TraceParts {
  /** By version: 32 digits of the hash of the table object, and 32 of its link. */
  seen?: Record<string, string>;
  moves?: Move[];
  lines?: Range[];
  away?: Range[];
}

/** Versions per piece: a new screen costs the writing of a piece, not of a whole game. */
const PIECE = 64;
const NOTES = "notes";
const pieceOf = (version: number): string => String(Math.floor(version / PIECE));
const RANK = { sent: 0, lost: 1, refused: 2, accepted: 3 };

/** Ranges that begin alike are one that has grown. */
function mergeRanges(one: Range[] = [], two: Range[] = []): Range[] {
  const ends = new Map<number, number>();
  for (const [from, to] of [...one, ...two]) ends.set(from, Math.max(to, ends.get(from) ?? to));
  return [...ends].sort(([a], [b]) => a - b);
}
function mergeMoves(one: Move[] = [], two: Move[] = []): Move[] {
  const moves = new Map<string, Move>();
  for (const move of [...one, ...two]) {
    const known = moves.get(move.id);
    if (!known || RANK[move.state] >= RANK[known.state]) moves.set(move.id, move);
  }
  return [...moves.values()];
}

export class Trace {
  #write: (part: string, parts: TraceParts) => void;
  #seen = new Map<number, string>();
  #moves = new Map<string, Move>();
  #lines: Range[] = [];
  #away: Range[] = [];
  /** What the current connection has received, and how long the seat has been shown as absent. */
  #line: Range | null = null;
  #absence: Range | null = null;

  /** `write` keeps a part under its name. */
  constructor(write: (part: string, parts: TraceParts) => void = () => {}) {
    this.#write = write;
  }

  static merge(one: TraceParts, two: TraceParts): TraceParts {
    if (one.seen || two.seen) return { seen: { ...one.seen, ...two.seen } };
    return { moves: mergeMoves(one.moves, two.moves), lines: mergeRanges(one.lines, two.lines), away: mergeRanges(one.away, two.away) };
  }

  /** Versions in ascending order, with the hash of the table object and its link, 32 digits each. */
  get seen(): { version: number; hash: string; link: string }[] {
    const all = [...this.#seen].sort(([a], [b]) => a - b);
    return all.map(([version, digits]) => ({ version, hash: digits.slice(0, 32), link: digits.slice(32) }));
  }
  get moves(): Move[] {
    return [...this.#moves.values()];
  }
  /** The versions that were received in one connection, for each. */
  get lines(): Range[] {
    return mergeRanges(this.#lines);
  }
  /** Where the seat was shown as absent, or played by a bot. */
  get away(): Range[] {
    return mergeRanges(this.#away);
  }

  /** A new connection begins: what happened before it was not seen. */
  connect(): void {
    this.#line = null;
  }

  /** A table object is on the screen. Returns the hash that the same version had before, if that was another. */
  see(version: number, hash: string, link: string): string | null {
    const known = this.#seen.get(version);
    const digits = hash.slice(0, 32) + link.slice(0, 32);
    if (known !== undefined && known !== digits) return known.slice(0, 32);
    this.#line = this.#reach(this.#lines, this.#line, version);
    if (known === undefined) {
      this.#seen.set(version, digits);
      this.#write(pieceOf(version), this.#piece(pieceOf(version)));
    }
    this.#writeNotes();
    return null;
  }

  /** How the page shows its own seat at a version of the room. */
  showSeat(version: number, present: boolean): void {
    if (present && !this.#absence) return;
    // The version that shows it back is the last at which somebody else can have played it.
    this.#absence = this.#reach(this.#away, this.#absence, version);
    if (present) this.#absence = null;
    this.#writeNotes();
  }

  keepMove(move: Move): void {
    const known = this.#moves.get(move.id);
    this.#moves.set(move.id, known ? mergeMoves([known], [move])[0]! : move);
    this.#writeNotes();
  }

  /** Takes in what another tab, or an earlier page, has written. */
  take({ seen = {}, moves = [], lines = [], away = [] }: TraceParts): void {
    for (const [version, digits] of Object.entries(seen)) if (!this.#seen.has(Number(version))) this.#seen.set(Number(version), digits);
    for (const move of mergeMoves(moves, this.moves)) this.#moves.set(move.id, move);
    const known = new Set(this.#lines.map(([from]) => from));
    this.#lines.push(...lines.filter(([from]) => !known.has(from)));
    const gone = new Set(this.#away.map(([from]) => from));
    this.#away.push(...away.filter(([from]) => !gone.has(from)));
  }

  /** Everything, as it is written. */
  parts(): [part: string, parts: TraceParts][] {
    const pieces = new Set([...this.#seen.keys()].map(pieceOf));
    return [...[...pieces].map((part): [string, TraceParts] => [part, this.#piece(part)]), [NOTES, this.#notes()]];
  }

  #reach(ranges: Range[], current: Range | null, version: number): Range {
    if (!current) {
      ranges.push([version, version]);
      return ranges.at(-1)!;
    }
    current[1] = Math.max(current[1], version);
    return current;
  }
  #piece(part: string): TraceParts {
    return { seen: Object.fromEntries([...this.#seen].filter(([version]) => pieceOf(version) === part)) };
  }
  #notes(): TraceParts {
    return { moves: this.moves, lines: this.#lines, away: this.#away };
  }
  #writeNotes(): void {
    this.#write(NOTES, this.#notes());
  }
}
