// The checks of what a deal is made from, the same before the first card, during the game and in the file.

import type { DiscardedView } from "../gen/protocol/DiscardedView";
import { commitmentOf, hashText, promiseOf } from "./keys";
import { type Opening, openingText, readTranscript, type Transcript } from "./opening";
import { hasSigned } from "./signature";
import { fail } from "./verdict";

/** The beginning of a hash, as people can compare it. */
export const short = (digits: string): string => digits.slice(0, 16);

/** The line in which two texts differ first, from both; `line` says what it is about. */
export function firstDifference(own: string, other: string): { line: string; own: string; other: string } {
  const [here, there] = [own.split("\n"), other.split("\n")];
  const at = here.findIndex((line, i) => line !== there[i]);
  const line = (lines: string[]) => lines[at < 0 ? here.length : at] || "–";
  const found = { own: line(here), other: line(there) };
  return { line: (found.own === "–" ? found.other : found.own).split(" ")[0]!, ...found };
}

/** The transcript in a text that the server with this key has signed. */
export function signedTranscript(text: string, signature: string, server: string): Transcript {
  const transcript = readTranscript(text) ?? fail("transcript");
  const stated = transcript.opening.server;
  if (stated !== server) fail("key", { own: short(server), other: short(stated) });
  if (!hasSigned(server, "transcript", hashText(text), signature)) fail("signature", { own: short(server), other: short(signature) });
  return transcript;
}

/** The secret is the one that was promised. */
export function checkSecret(opening: Opening, secret: string): void {
  const found = commitmentOf(secret);
  if (found !== opening.commitment) fail("secret", { own: short(opening.commitment), other: short(found) });
}

/** Bytes follow the promises and open them. Those of a deal that was thrown away may be missing. */
export function checkBytes({ opening, promises }: Transcript, bytes: (string | null)[], mayMiss: boolean): void {
  if (bytes.length !== promises.length) fail("bytes-count", { own: promises.length, other: bytes.length });
  const hash = hashText(openingText(opening));
  promises.forEach(({ seat, promise }, i) => {
    const shown = bytes[i] ?? null;
    if (shown === null && mayMiss) return;
    const found = shown === null ? "–" : promiseOf(hash, seat, shown);
    if (found !== promise) fail("bytes", { seat, own: short(promise), other: short(found) });
  });
}

/** The deals of a game that were thrown away form the chain that an opening names, and no secret comes twice. */
export function checkDiscarded(discarded: DiscardedView[], { room, game, attempt, before, server, commitment }: Opening): void {
  let last: string | null = null;
  const commitments = new Set<string>();
  const takeSecret = (fingerprint: string, number: number) => {
    if (commitments.has(fingerprint)) fail("secret-twice", { at: number, own: short(fingerprint) });
    commitments.add(fingerprint);
  };
  discarded.forEach(({ transcript: text, signature, secret, bytes }, i) => {
    const transcript = signedTranscript(text, signature, server);
    const { opening } = transcript;
    if (opening.room !== room || opening.game !== game) {
      fail("discarded-other", { own: `${room} ${game}`, other: `${opening.room} ${opening.game}` });
    }
    if (opening.attempt !== i + 1 || opening.before !== last) fail("discarded-chain", { own: i + 1, other: opening.attempt });
    checkSecret(opening, secret);
    checkBytes(transcript, bytes, true);
    takeSecret(opening.commitment, i + 1);
    last = hashText(text);
  });
  takeSecret(commitment, discarded.length + 1);
  if (attempt !== discarded.length + 1 || before !== last) fail("discarded-chain", { own: attempt - 1, other: discarded.length });
}
