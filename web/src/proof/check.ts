// Checks the proof of a game against itself and against what this browser was shown. Written after docs/fairness.md;
// whether every move was legal is checked by `aboveboard verify`, which knows the rules.

import { answer, type Drawn, keyOf, type Luck, promise } from "./luck";
import { hex, sha256, unhex } from "./sha256";

/** What a browser knows of a game on its own account. */
export interface Seen {
  /** Its place among those who are shown something: a seat, or the number of seats for onlookers. */
  viewer: number;
  /** The server's promise, and what was added, as they were shown while the game went on. */
  commitment: string | null;
  added: { seat: number; bytes: string }[];
  /** What this browser added, if it did: to which promise of the server, and what everybody had promised by then. */
  own: { seat: number; commitment: string; bytes: string; promises: string[] } | null;
  /** What was on the screen, by the version of the room. */
  views: { seq: number; view: unknown }[];
}

export type Question = "digest" | "secret" | "witness" | "added" | "own" | "luck" | "shown";
/** An answer to one question. `n`: how many things were compared; `at`: the first that does not fit. */
export interface Finding {
  what: Question;
  /** `null`: this browser cannot tell, because it was not there. */
  fits: boolean | null;
  n: number;
  at: number | null;
}

interface Proof {
  aboveboard: string;
  start: { seats: number };
  seal: {
    table: string;
    game: number;
    attempt: number;
    commitment: string;
    secret: string;
    added: { seat: number; promise: string; bytes: string }[];
  };
  log: { version: number; steps: Record<string, unknown>[]; shown: string[] }[];
}

const text = new TextEncoder();

/** Section 6: the last line is the digest of all lines above it. */
function digest(file: string): Finding {
  const at = file.lastIndexOf('\n"digest":"') + 1;
  const last = /^"digest":"([0-9a-f]{64})"\}\n$/.exec(file.slice(at));
  const fits = at > 0 && last !== null && hex(sha256(text.encode(file.slice(0, at)))) === last[1];
  return { what: "digest", fits, n: 1, at: null };
}

const bytesOf = (digits: string): Uint8Array => {
  const bytes = unhex(digits);
  if (bytes?.length !== 32) throw new Error("64 hexadecimal digits are needed");
  return bytes;
};

/** Whether numbers can be the answer to a question, so that no file makes us draw more than it holds. */
function answers(luck: Luck, drawn: Drawn): boolean {
  if ("shuffle" in luck) return "shuffle" in drawn && drawn.shuffle.length === luck.shuffle;
  return "roll" in drawn && drawn.roll.length === luck.roll.times && luck.roll.below > 0;
}

function luck({ seal, log }: Proof): Finding {
  const added = seal.added.map(({ seat, bytes }) => ({ seat, bytes: bytesOf(bytes) }));
  const key = keyOf(bytesOf(seal.secret), seal.table, seal.game, added);
  let n = 0;
  for (const step of log.flatMap(({ steps }) => steps)) {
    if (!("chance" in step)) continue;
    const chance = step.chance as { luck: Luck; drawn: Drawn };
    const same = answers(chance.luck, chance.drawn) && JSON.stringify(answer(key, n, chance.luck)) === JSON.stringify(chance.drawn);
    if (!same) return { what: "luck", fits: false, n, at: n + 1 };
    n += 1;
  }
  return { what: "luck", fits: true, n, at: null };
}

/** Section 7: what was on the screen is what the file says was shown. */
function shown({ log }: Proof, { viewer, views }: Seen): Finding {
  let entry = -1;
  for (const { seq, view } of views) {
    while (entry + 1 < log.length && log[entry + 1]!.version <= seq) entry += 1;
    const stated = log[entry]?.shown[viewer];
    const own = hex(sha256(text.encode(JSON.stringify(view)))).slice(0, 16);
    if (stated !== own) return { what: "shown", fits: false, n: views.length, at: seq };
  }
  return { what: "shown", fits: views.length > 0 ? true : null, n: views.length, at: null };
}

function witness({ seal }: Proof, { commitment, added }: Seen): Finding {
  if (commitment === null) return { what: "witness", fits: null, n: 0, at: null };
  const list = (of: Seen["added"]) => of.map(({ seat, bytes }) => `${seat}:${bytes}`).join();
  const fits = seal.commitment === commitment && list(seal.added) === list(added);
  return { what: "witness", fits, n: 1, at: null };
}

function own({ seal }: Proof, { own }: Seen): Finding {
  if (!own) return { what: "own", fits: null, n: 0, at: null };
  const mine = seal.added.some(({ seat, bytes }) => seat === own.seat && bytes === own.bytes);
  // Seats may have moved since the ceremony; what was promised has not.
  const other = seal.added.find(({ promise }) => !own.promises.includes(promise));
  const fits = mine && !other && seal.commitment === own.commitment;
  return { what: "own", fits, n: own.promises.length, at: other?.seat ?? null };
}

function added({ seal, start }: Proof): Finding {
  let before = -1;
  for (const { seat, promise: promised, bytes } of seal.added) {
    const fits = seat > before && seat < start.seats && promise(bytesOf(bytes)) === promised;
    if (!fits) return { what: "added", fits, n: seal.added.length, at: seat };
    before = seat;
  }
  return { what: "added", fits: true, n: seal.added.length, at: null };
}

/** All answers. A file that cannot even be read has one, and it is no. */
export function check(file: string, seen: Seen): Finding[] {
  const unread: Finding = { what: "digest", fits: false, n: 0, at: null };
  try {
    const proof = JSON.parse(file) as Proof;
    if (proof.aboveboard !== "proof 1" || !/^[A-Z]+$/.test(proof.seal.table)) return [unread];
    const secret = promise(bytesOf(proof.seal.secret)) === proof.seal.commitment;
    return [
      digest(file),
      { what: "secret", fits: secret, n: 1, at: null },
      witness(proof, seen),
      added(proof),
      own(proof, seen),
      luck(proof),
      shown(proof, seen),
    ];
  } catch {
    return [unread];
  }
}

/** Whether nothing speaks against it, and the arithmetic speaks for it. */
export const proved = (findings: Finding[]): boolean => findings.length > 1 && findings.every(({ fits }) => fits !== false);
