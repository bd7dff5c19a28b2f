// A check of the rules that failed, as a fault with both values. The module tells it in English sentences, of which this reads
// the numbers; a sentence that it does not know is quoted.

import { actionText } from "./actions";
import type { Outcome, ProofFile } from "./file";
import { resultText } from "./result";
import { short } from "./deal";
import type { Fault } from "./verdict";

/** `what`: the check of the module that failed; `text`: what it says. */
export function readRulesFault(what: string, text: string, { file }: { file: ProofFile }): Fault {
  const found = READERS[what]?.(text, file);
  return found ?? { what: "rules-other", values: { other: text } };
}

type Reader = (text: string, file: ProofFile) => Fault | null;

const READERS: Record<string, Reader> = {
  statuses: readStatus,
  inputs: readInput,
  shown: readShown,
  result: readResult,
  bots: readBots,
};

function readStatus(text: string): Fault | null {
  const found = /^version (\d+): seat (\d+), a (bot|person) in the transcript, became "(\w+)"/.exec(text);
  if (found) return { what: "rules-status", values: { ...at(found), before: found[3]!, status: found[4]! } };
  const begins = /^version (\d+): seat (\d+) is a bot in the transcript, and begins as a person/.exec(text);
  return begins && { what: "rules-status", values: { ...at(begins), before: "bot", status: "human" } };
}

function readInput(text: string, { log }: ProofFile): Fault | null {
  const found = /^version (\d+), step (\d+): (?:seat \d+ may not do that: )?(.*)$/s.exec(text);
  if (!found) return null;
  const version = Number(found[1]);
  const step = log.find((entry) => entry.version === version)?.steps[Number(found[2]) - 1];
  if (!step) return null;
  const other = found[3]!;
  if ("act" in step) return { what: "rules-move", values: { version, seat: step.act[0], own: actionText(step.act[1]), other } };
  return { what: "rules-step", values: { version, own: JSON.stringify(step), other } };
}

function readShown(text: string, { log }: ProofFile): Fault | null {
  const found = /^version (\d+): (?:seat (\d+) was|spectators were) shown something else/.exec(text);
  if (!found) return null;
  const entry = log.find(({ version }) => version === Number(found[1]));
  const viewer = found[2] === undefined ? -1 : Number(found[2]);
  const own = short(entry?.shown.at(viewer) ?? "");
  const values = { version: Number(found[1]), own };
  return viewer < 0 ? { what: "rules-spectators", values } : { what: "rules-screen", values: { ...values, seat: viewer } };
}

function readResult(text: string, { outcome }: ProofFile): Fault | null {
  const due = /(?:by the rules it is|and the file has no result:) (\{.*\})$/.exec(text)?.[1];
  const result = due === undefined ? null : (JSON.parse(due) as Outcome);
  return { what: "rules-result", values: { own: resultText(result), other: resultText(outcome) } };
}

function readBots(text: string): Fault | null {
  const did = /^version (\d+): the bot on seat (\d+) did (.*); recomputed, it does (.*)$/s.exec(text);
  if (did) return { what: "bots-move", values: { ...at(did), own: did[4]!, other: did[3]! } };
  const skipped = /^version (\d+): time ran out before the bot on seat (\d+) did (.*)$/s.exec(text);
  return skipped && { what: "bots-skipped", values: { ...at(skipped), own: skipped[3]! } };
}

const at = (found: RegExpExecArray): { version: number; seat: number } => ({ version: Number(found[1]), seat: Number(found[2]) });
