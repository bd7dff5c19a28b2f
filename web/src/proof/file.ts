// The file of a finished game (docs/fairness.md, "The file"): read strictly, and written again to compare. One text has one
// reading, or it is not a proof.

import type { DiscardedView } from "../gen/protocol/DiscardedView";
import type { RoomView } from "../gen/protocol/RoomView";
import type { Drawn, Luck } from "./luck";
import { isPlainValue } from "./plain";

export type Outcome = NonNullable<RoomView["outcome"]>;
export type SeatStatus = "human" | "bot" | "offline" | "removed";
export type Step =
  | { act: [seat: number, action: unknown] }
  | { expire: number }
  | { status: [seat: number, status: SeatStatus] }
  | { chance: { luck: Luck; drawn: Drawn } };

/** Something that happened, with every chance that it led to. */
export interface Entry {
  version: number;
  steps: Step[];
  /** By seat, then spectators: the first 32 digits of the hash of the table object. */
  shown: string[];
}

export interface ProofFile {
  aboveboard: "proof 2";
  transcript: string;
  signature: string;
  secret: string;
  bytes: string[];
  discarded: DiscardedView[];
  players: string[];
  log: Entry[];
  outcome: Outcome | null;
  digest: string;
  signed: string;
}

/** The text of an entry that its link is made from. */
export const linkedText = ({ version, steps }: Entry): string => JSON.stringify({ version, steps });

/** Everything before the line of the digest. */
export function bodyText(file: Omit<ProofFile, "digest" | "signed">): string {
  const lines = (["aboveboard", "transcript", "signature", "secret", "bytes", "discarded", "players"] as const).map(
    (name) => `"${name}":${JSON.stringify(file[name])},\n`,
  );
  const log = file.log.map((entry) => JSON.stringify(entry)).join(",\n");
  return `{${lines.join("")}"log":[\n${log}\n],\n"outcome":${JSON.stringify(file.outcome)},\n`;
}

/** The file in its one form. */
export const fileText = (file: ProofFile): string => `${bodyText(file)}"digest":"${file.digest}",\n"signed":"${file.signed}"}\n`;

// What the members must be. Anything more or less, or in another order, is another form.

type Test = (value: unknown) => boolean;
const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const isHash = matches(/^[0-9a-f]{64}$/);
const isSignature = matches(/^[0-9a-f]{128}$/);
const isText: Test = (value) => typeof value === "string";
const isCount: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isInteger: Test = (value) => Number.isSafeInteger(value);
const isSeat: Test = (value) => isCount(value) && (value as number) < 64;
const isNullOr =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const isListOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const isPair =
  (first: Test, second: Test): Test =>
  (value) =>
    Array.isArray(value) && value.length === 2 && first(value[0]) && second(value[1]);
/** An object with exactly these members, in this order. */
const isObject =
  (members: Record<string, Test>): Test =>
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const names = Object.keys(members);
    const own = Object.entries(value);
    return own.length === names.length && own.every(([name, member], i) => name === names[i] && members[name]!(member));
  };
const isOneOf =
  (...tests: Test[]): Test =>
  (value) =>
    tests.some((test) => test(value));
const anything: Test = () => true;

const isLuck = isOneOf(isObject({ shuffle: isCount }), isObject({ roll: isObject({ below: isCount, times: isCount }) }));
const isDrawn = isOneOf(isObject({ shuffle: isListOf(isCount) }), isObject({ roll: isListOf(isCount) }));
const isStep = isOneOf(
  isObject({ act: isPair(isSeat, anything) }),
  isObject({ expire: isCount }),
  isObject({ status: isPair(isSeat, matches(/^(human|bot|offline|removed)$/)) }),
  isObject({ chance: isObject({ luck: isLuck, drawn: isDrawn }) }),
);
const isOutcome = isObject({ places: isListOf(isCount), points: isListOf(isInteger), reason: isText, next_first: isNullOr(isSeat) });
const isDiscarded = isObject({ transcript: isText, signature: isSignature, secret: isHash, bytes: isListOf(isNullOr(isHash)) });
const isFile = isObject({
  aboveboard: (value) => value === "proof 2",
  transcript: isText,
  signature: isSignature,
  secret: isHash,
  bytes: isListOf(isHash),
  discarded: isListOf(isDiscarded),
  players: isListOf(isText),
  log: isListOf(isObject({ version: isCount, steps: isListOf(isStep), shown: isListOf(matches(/^[0-9a-f]{32}$/)) })),
  outcome: isNullOr(isOutcome),
  digest: isHash,
  signed: isSignature,
});

/** Reads a file; a number is the first line that is not in the one form. */
export function readFile(text: string): ProofFile | number {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 1;
  }
  if (!isFile(value) || !isPlainValue(value)) return 1;
  const file = value as ProofFile;
  const again = fileText(file);
  if (again === text) return file;
  const [here, there] = [text.split("\n"), again.split("\n")];
  return here.findIndex((line, i) => line !== there[i]) + 1 || here.length;
}
