// What follows from the texts of a ceremony (docs/fairness.md, "Bytes"), written after that document and not after the
// server's program, so that two people must have made the same mistake before a wrong deal looks right.

import { joinBytes as join, textBytes } from "./bytes";
import { hex, hmac, sha256, unhex } from "./sha256";

/** The bytes behind 64 hexadecimal digits. */
function bytesOf(digits: string): Uint8Array {
  const bytes = unhex(digits);
  if (bytes?.length !== 32) throw new Error("64 hexadecimal digits are needed");
  return bytes;
}

function bigEndian(number: number, length: 4 | 8): Uint8Array {
  const data = new DataView(new ArrayBuffer(length));
  if (length === 4) data.setUint32(0, number);
  else data.setBigUint64(0, BigInt(number));
  return new Uint8Array(data.buffer);
}

const firstEight = (bytes: Uint8Array): bigint => new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);

/** The hash of a text. */
export const hashText = (text: string): string => hex(sha256(textBytes(text)));

/** The hash by which the server promises its secret. */
export const commitmentOf = (secret: string): string => hex(sha256(join("aboveboard secret 2\n", bytesOf(secret))));

/** The hash by which a seat promises its bytes to an opening. */
export const promiseOf = (openingHash: string, seat: number, bytes: string): string =>
  hex(sha256(join("aboveboard promise 2\n", bytesOf(openingHash), [seat], bytesOf(bytes))));

/** Ten digits that people at a table compare. `bytes` follow the promises of the transcript. */
export function tableNumber(transcriptHash: string, bytes: string[]): string {
  const number = firstEight(sha256(join("aboveboard table 2\n", bytesOf(transcriptHash), ...bytes.map(bytesOf))));
  return String(number % 10n ** 10n).padStart(10, "0");
}

export interface GameKeys {
  luck: Uint8Array;
  bots: Uint8Array;
  chain: Uint8Array;
}

/** The keys of a game, each for one purpose. */
export function gameKeys(secret: string, transcriptHash: string, bytes: string[]): GameKeys {
  const key = hmac(bytesOf(secret), join("aboveboard key 2\n", bytesOf(transcriptHash), ...bytes.map(bytesOf)));
  const forPurpose = (purpose: string) => hmac(key, join(`aboveboard ${purpose} 2\n`));
  return { luck: forPurpose("luck"), bots: forPurpose("bots"), chain: forPurpose("chain") };
}

/** The seed of a bot's decision: the one after `earlier` actions of this seat in this window. 16 hexadecimal digits. */
export const botSeed = ({ bots }: GameKeys, seat: number, window: number, earlier: number): string =>
  hex(hmac(bots, join([seat], bigEndian(window, 8), bigEndian(earlier, 4))).slice(0, 8));

/** The link of an entry after that of the entry before it. `entry`: its text in the file, without what was shown. */
export const linkOf = ({ chain }: GameKeys, before: string, entry: string): string =>
  hex(hmac(chain, join(bytesOf(before), bytesOf(hashText(entry)))));
