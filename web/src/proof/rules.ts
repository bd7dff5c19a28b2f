// What the rules make of the file of a game: the module plays it again and compares every chance, move, screen and the result;
// then it recomputes the bots. What it finds becomes a fault with both values.

import type { Rules } from "../rules-module/client";
import { type Progress, type Refusal, RulesError } from "../rules-module/protocol";
import type { Entry, ProofFile, SeatStatus } from "./file";
import type { Opening } from "./opening";
import { readRulesFault } from "./rules-fault";
import { type Due, replayTo } from "./screen";
import { faultIn, type Fault, type Unchecked, type Verdict, withRules } from "./verdict";

/** A report of the module (`verify`, `verify_bots`). */
export interface RulesReport {
  verdict: "broken" | "consistent";
  /** The first check that failed. */
  fault: { what: string; text: string } | null;
  checks: { what: string; fits: boolean; text: string }[];
}

/** The result: a fault, or why the rules were not checked; neither if everything fits. */
export interface RulesFinding {
  fault: Fault | null;
  unchecked: Unchecked | null;
}
const FITS: RulesFinding = { fault: null, unchecked: null };

/** A game whose file has passed the checks of this page. */
export interface Replayed {
  /** The text of the file. */
  text: string;
  file: ProofFile;
  opening: Opening;
  /** The seat of the player; `null` for a spectator. */
  seat: number | null;
  /** The table objects that this page has shown, as texts, by version. */
  screens: ReadonlyMap<number, string>;
}

/** Recomputing bots takes long: whatever else somebody wants comes first. */
const BOTS_RANK = 9;

/** The verdict, with what the rules find. */
export async function judgeByRules(rules: Rules, verdict: Verdict, replayed: Replayed): Promise<Verdict> {
  if (verdict.kind !== "broken") return withRules(verdict, await checkRules(rules, replayed));
  if (verdict.fault.what !== "screen") return verdict;
  return { kind: "broken", fault: await explainScreen(rules, verdict.fault, replayed) };
}

/** Lets the rules check a file. Never rejects. */
export async function checkRules(rules: Rules, game: Replayed): Promise<RulesFinding> {
  try {
    const { rules: name, version } = game.opening;
    const known = await rules.ask<{ rules: Record<string, number> }>({ cmd: "hello" });
    // Another page or another server may be newer. An unknown result is neither right nor wrong.
    const newest = Object.hasOwn(known.rules, name) ? known.rules[name]! : 0;
    if (version > newest) return { fault: null, unchecked: "rules" };
    const report = await rules.ask<RulesReport>({ cmd: "verify", file: game.text });
    return await readReport(rules, report, game);
  } catch (error) {
    return refused(error);
  }
}

/** Lets the rules recompute every move of every bot. Never rejects; an aborted check has found nothing. */
export async function checkBots(
  rules: Rules,
  game: Replayed,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<RulesFinding> {
  try {
    const request = { cmd: "verify_bots", file: game.text };
    const report = await rules.ask<RulesReport>(request, { onProgress, signal, rank: BOTS_RANK });
    const found = await readReport(rules, report, game);
    // Only a check that was made has found nothing.
    const made = report.checks.some(({ what, fits }) => what === "bots" && fits);
    return found.fault === null && !made ? { fault: null, unchecked: "trap" } : found;
  } catch (error) {
    return refused(error);
  }
}

/** Tells a screen that is unlike the file with what should have been on it, where the rules can say. */
async function explainScreen(rules: Rules, fault: Fault, game: Replayed): Promise<Fault> {
  try {
    return (await screenFault(rules, Number(fault.values.version), game)) ?? fault;
  } catch {
    // The fault stands, with the fingerprints of both screens.
    return fault;
  }
}

/** The checks that need the rules: each must have been made. */
const NEEDED = ["statuses", "inputs", "shown", "result"];

async function readReport(rules: Rules, { verdict, fault, checks }: RulesReport, game: Replayed): Promise<RulesFinding> {
  if (verdict !== "broken") {
    const made = checks.filter(({ fits }) => fits).map(({ what }) => what);
    return NEEDED.every((what) => made.includes(what)) ? FITS : { fault: null, unchecked: "trap" };
  }
  const { what, text } = fault ?? { what: "", text: "" };
  // A deck of this server that does not come with the rules.
  if (what === "inputs" && game.opening.deck && isMissingDeck(text)) return { fault: null, unchecked: "deck" };
  const found = readRulesFault(what, text, game);
  if (found.what !== "rules-screen" || found.values.seat !== game.seat) return { fault: found, unchecked: null };
  const version = Number(found.values.version);
  return { fault: (await screenFault(rules, version, game).catch(() => null)) ?? found, unchecked: null };
}

const isMissingDeck = (text: string): boolean => /^the table cannot be opened: the deck “.*”.* is not here/s.test(text);

/** Compares the screen with what the rules give, and returns the first place that differs; `null` if it cannot be computed. */
async function screenFault(rules: Rules, version: number, { file, opening, seat, screens }: Replayed): Promise<Fault | null> {
  const shown = screens.get(version);
  if (shown === undefined) return null;
  const due = await replayTo(rules, { log: file.log, opening, seat, version });
  return due && differenceOf(JSON.parse(shown) as Due, due, version);
}

function differenceOf(shown: Due, due: Due, version: number): Fault | null {
  for (const part of ["view", "legal", "events"] as const) {
    const differs = firstDifference(shown[part], due[part]);
    if (differs) return { what: "rules-shown", values: { version, part, own: valueText(differs[0]), other: valueText(differs[1]) } };
  }
  return null;
}

/** The smallest parts at the first place where two values differ. A list is a part: a hand is named as a whole. */
function firstDifference(one: unknown, two: unknown): [unknown, unknown] | null {
  if (JSON.stringify(one) === JSON.stringify(two)) return null;
  if (!isRecord(one) || !isRecord(two)) return [one, two];
  for (const name of new Set([...Object.keys(two), ...Object.keys(one)])) {
    const found = firstDifference(one[name], two[name]);
    if (found) return found;
  }
  return [one, two];
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

const LONGEST = 120;
const SUITS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A value in a sentence: cards as they are printed, lists with commas, anything else as JSON. */
export function valueText(value: unknown): string {
  const card = typeof value === "string" ? /^(10|[2-9JQKA])([cdhs])$/.exec(value) : null;
  let text: string;
  if (card) text = card[1]! + SUITS[card[2]!]!;
  else if (typeof value === "string") text = value;
  else if (Array.isArray(value)) text = value.map(valueText).join(", ") || "–";
  else text = JSON.stringify(value) ?? "–";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What an error of the module says about the check. */
function refused(error: unknown): RulesFinding {
  if (!(error instanceof RulesError)) return { fault: faultIn(error), unchecked: null };
  const { kind, refusal } = error;
  if (kind !== "refused") return { fault: null, unchecked: kind === "cancelled" ? "unloadable" : kind };
  return refusal?.code === "not_a_proof" ? { fault: notAProof(refusal), unchecked: null } : { fault: null, unchecked: "trap" };
}
/** This page has read the file and the rules cannot: one text with two readings is not a proof. */
const notAProof = ({ text }: Refusal): Fault => ({ what: "rules-other", values: { other: text } });

/** How many moves of a file were made by bots; `null` if no bot was at the table. One that never moved may have been kept from it. */
export function countBotMoves(log: Entry[]): number | null {
  const statuses = new Map<number, SeatStatus>();
  let count: number | null = null;
  for (const step of log.flatMap(({ steps }) => steps)) {
    if ("status" in step) {
      statuses.set(...step.status);
      if (step.status[1] === "bot") count ??= 0;
    } else if ("act" in step && statuses.get(step.act[0]) === "bot") count = (count ?? 0) + 1;
  }
  return count;
}
