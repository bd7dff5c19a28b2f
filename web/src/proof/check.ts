// Checks the file of a game against itself, and against everything this page knows of the game on its own account. Written
// after docs/fairness.md. The rules are not checked here: rules.ts has them replayed, and `withRules` takes what that finds.

import type { DealView } from "../gen/protocol/DealView";
import { checkBytes, checkDiscarded, checkSecret, firstDifference, short, signedTranscript } from "./deal";
import { bodyText, type Entry, linkedText, type Outcome, type ProofFile, readFile, type Step } from "./file";
import { gameKeys, type GameKeys, hashText, linkOf } from "./keys";
import { answer, type Drawn, type Luck } from "./luck";
import type { KeptDeal } from "./memory";
import type { Transcript } from "./opening";
import { type Acts, checkMoves } from "./moves";
import { resultText } from "./result";
import { hasSigned } from "./signature";
import type { Trace } from "./trace";
import { type Absence, type Facts, fail, faultIn, type Verdict } from "./verdict";

/** What a page knows of a game. */
export interface Known {
  /** What the luck follows from, as the server showed it. */
  deal: DealView;
  /** The server's public key, as the server showed it. */
  server: string;
  /** The public id of the player; nothing for a spectator. */
  player: string | null;
  /** The seat in this game; nothing for a spectator. */
  seat: number | null;
  /** The deal as this browser kept it, where it showed bytes to it. */
  own: KeptDeal | null;
  /** The hashes of the other deals of this game to which this browser showed bytes. */
  shown: string[];
  trace: Trace;
  /** How the game ended; `null` if it was given up, `undefined` if the page does not know. */
  outcome: Outcome | null | undefined;
  /** How many deals were thrown away first, as this browser has counted. */
  discarded: number;
}

/** The result of checking a file. */
export interface Checked {
  verdict: Verdict;
  /** The result in the file; nothing for a game that was given up, or a file that is broken. */
  outcome: Outcome | null;
  acts: Acts;
  /** The file, where it has its one form and its signatures. */
  read: { file: ProofFile; transcript: Transcript } | null;
}

export function checkFile(bytes: Uint8Array, known: Known): Checked {
  const acts: Acts = [];
  let read: Checked["read"] = null;
  try {
    const { file, transcript } = (read = checkForm(bytes, known.server));
    checkSecret(transcript.opening, file.secret);
    checkBytes(transcript, file.bytes, false);
    checkDiscarded(file.discarded, transcript.opening);
    const keys = gameKeys(file.secret, hashText(file.transcript), file.bytes);
    const chances = checkChances(file.log, keys);

    checkDeal(file, transcript, known);
    const screens = checkScreens(file, keys, known, transcript.opening.seats.length);
    if (known.seat !== null) acts.push(...checkMoves(file.log, known.seat, known.trace));
    if (known.outcome !== undefined && JSON.stringify(known.outcome) !== JSON.stringify(file.outcome)) {
      fail("outcome", { own: resultText(known.outcome), other: resultText(file.outcome) });
    }
    const facts: Facts = { chances, entries: file.log.length, screens, moves: acts.length };
    const absent = absence(known, transcript, screens);
    return {
      verdict: { kind: "consistent", absent, unchecked: "missing", discarded: known.discarded, facts },
      acts,
      outcome: file.outcome,
      read,
    };
  } catch (error) {
    return { verdict: { kind: "broken", fault: faultIn(error) }, acts, outcome: null, read };
  }
}

/** One form, digest, signatures. */
function checkForm(bytes: Uint8Array, server: string): { file: ProofFile; transcript: Transcript } {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail("form", { line: 1 });
  }
  const file = readFile(text);
  if (typeof file === "number") return fail("form", { line: file });
  const digest = hashText(bodyText(file));
  if (digest !== file.digest) fail("digest", { own: short(digest), other: short(file.digest) });
  const transcript = signedTranscript(file.transcript, file.signature, server);
  if (!hasSigned(server, "file", digest, file.signed)) fail("signed", { own: short(server), other: short(file.signed) });
  const { seats } = transcript.opening;
  if (file.players.length !== seats.length) fail("players", { own: seats.length, other: file.players.length });
  if (file.log.length === 0) fail("log-empty");
  file.log.forEach(({ version, steps, shown }, i) => {
    if (i > 0 && version <= file.log[i - 1]!.version) fail("log-order", { own: file.log[i - 1]!.version, other: version });
    if (shown.length !== seats.length + 1) fail("log-screens", { version, own: seats.length + 1, other: shown.length });
    const seat = steps
      .map((step) => ("act" in step ? step.act[0] : "status" in step ? step.status[0] : 0))
      .find((one) => one >= seats.length);
    if (seat !== undefined) fail("log-seat", { version, own: seats.length, other: seat + 1 });
  });
  file.log.forEach(({ version, steps }, i) => {
    if (isOneEntry(steps, i === 0)) return;
    fail("log-steps", { version, other: steps.map((step) => Object.keys(step)[0]!).join(", ") || "–" });
  });
  return { file, transcript };
}

/** The first entry has statuses and chances, every other one input and then its chances. */
function isOneEntry(steps: Step[], isFirst: boolean): boolean {
  const isChance = (step: Step) => "chance" in step;
  if (isFirst) return steps.every((step) => isChance(step) || "status" in step);
  return steps.length > 0 && !isChance(steps[0]!) && steps.slice(1).every(isChance);
}

/** Whether numbers can be the answer to a question, so that no file makes us draw more than it holds. */
function answers(luck: Luck, drawn: Drawn): boolean {
  if ("shuffle" in luck) return "shuffle" in drawn && drawn.shuffle.length === luck.shuffle;
  return "roll" in drawn && drawn.roll.length === luck.roll.times && luck.roll.below > 0 && luck.roll.below <= 2 ** 32;
}

const numbersOf = (drawn: Drawn): string => ("shuffle" in drawn ? drawn.shuffle : drawn.roll).slice(0, 8).join(", ");

/** Every chance follows from the key. Returns how many there are. */
function checkChances(log: Entry[], keys: GameKeys): number {
  let count = 0;
  for (const { version, steps } of log) {
    for (const step of steps) {
      if (!("chance" in step)) continue;
      const { luck, drawn } = step.chance;
      if (!answers(luck, drawn)) fail("chance", { at: count + 1, version, own: JSON.stringify(luck), other: numbersOf(drawn) });
      const due = answer(keys.luck, count, luck);
      count += 1;
      if (JSON.stringify(due) !== JSON.stringify(drawn))
        fail("chance", { at: count, version, own: numbersOf(due), other: numbersOf(drawn) });
    }
  }
  return count;
}

/** The file is about the deal that this page was shown, and has its bytes. */
function checkDeal(file: ProofFile, { opening, promises }: Transcript, { deal, own, seat, shown }: Known): void {
  if (file.transcript !== deal.transcript) fail("other-transcript", firstDifference(deal.transcript, file.transcript));
  if (deal.record !== `${opening.room}-${opening.game}`) {
    fail("other-game", { own: deal.record, other: `${opening.room}-${opening.game}` });
  }
  if (deal.secret !== null && deal.secret !== file.secret) fail("other-secret", { own: short(deal.secret), other: short(file.secret) });
  file.bytes.forEach((bytes, i) => {
    if (bytes !== deal.bytes[i]) fail("other-bytes", { seat: promises[i]!.seat, own: short(deal.bytes[i] ?? "–"), other: short(bytes) });
  });
  if (JSON.stringify(file.discarded) !== JSON.stringify(deal.discarded)) {
    fail("other-discarded", { own: deal.discarded.length, other: file.discarded.length });
  }
  const thrown = file.discarded.map(({ transcript }) => hashText(transcript));
  const missing = shown.find((hash) => !thrown.includes(hash));
  if (missing !== undefined) fail("discarded-missing", { own: short(missing), other: thrown.map(short).join(", ") || "–" });
  if (!own) return;
  if (own.seat !== seat) fail("seat", { own: own.seat + 1, other: (seat ?? -1) + 1 });
  const at = promises.findIndex((one) => one.seat === own.seat);
  if (at < 0 || file.bytes[at] !== own.bytes) fail("own-bytes", { own: short(own.bytes), other: short(file.bytes[at] ?? "–") });
}

/** The file matches the screen, and every link. Returns how many screens were compared. */
function checkScreens(file: ProofFile, keys: GameKeys, { seat, trace }: Known, seats: number): number {
  const seen = new Map(trace.seen.map((screen) => [screen.version, screen]));
  let [link, compared] = [hashText(file.transcript), 0];
  for (const entry of file.log) {
    const { version } = entry;
    link = linkOf(keys, link, linkedText(entry));
    const screen = seen.get(version);
    if (!screen) continue;
    if (screen.link !== link.slice(0, 32)) fail("link", { version, own: short(screen.link), other: short(link) });
    const stated = entry.shown[seat ?? seats]!;
    if (screen.hash !== stated) fail("screen", { version, own: short(screen.hash), other: short(stated) });
    compared += 1;
    seen.delete(version);
  }
  const [rest] = seen.keys();
  if (rest !== undefined) fail("screen-missing", { version: rest, own: short(seen.get(rest)!.hash) });
  return compared;
}

/** Why this page cannot vouch for the deal; `null` if it showed bytes to it and received cards dealt from it. */
function absence({ seat, own, player }: Known, { opening, promises }: Transcript, screens: number): Absence | null {
  if (seat === null) return "watched";
  if (own?.shown && screens > 0) return null;
  const sitter = opening.seats[seat];
  if (player === null || !sitter || !("person" in sitter) || sitter.person !== player) return "later";
  if (own?.shown) return "later";
  return promises.some((one) => one.seat === seat) ? "memory" : "left-out";
}
