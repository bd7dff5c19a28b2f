// The server's signatures (Ed25519).

// Browsers offer no WebCrypto to pages that come by plain http from a computer at home, and curve arithmetic written by
// hand would be a risk of its own: both packages are small, audited, and without dependencies.
import { hashes, Point, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { joinBytes } from "./bytes";
import { unhex } from "./sha256";

hashes.sha512 = sha512;

/** What a server signs: transcripts by their hash, files by their digest. */
export type Purpose = "transcript" | "file";

/** The bytes that are signed. */
export const signedBytes = (purpose: Purpose, hash: string): Uint8Array => joinBytes(`aboveboard ${purpose} 2\n`, unhex(hash)!);

/** Whether 32 bytes are a point that every program judges alike. */
function isOrdinary(bytes: Uint8Array): boolean {
  const point = Point.fromBytes(bytes);
  return !point.is0() && point.isTorsionFree();
}

/** The last key that was found ordinary. */
let ordinary = "";

/** Whether a server's public key is one that every program judges alike. Each server has one for years, so it is looked at once. */
function isOrdinaryKey(server: string, key: Uint8Array): boolean {
  if (server !== ordinary && !isOrdinary(key)) return false;
  ordinary = server;
  return true;
}

/** The last signature that was good: the frozen deal is repeated with the first cards, which need not wait for it twice. */
let good = "";

/**
 * Whether the server with this public key has signed this hash. It is stricter than the server's program, so that nothing is
 * accepted here that the program refuses: key and nonce must have no small part.
 */
export function hasSigned(server: string, purpose: Purpose, hash: string, signature: string): boolean {
  const question = [server, purpose, hash, signature].join(" ");
  if (question === good) return true;
  const [key, signed] = [unhex(server), unhex(signature)];
  if (key?.length !== 32 || signed?.length !== 64 || unhex(hash)?.length !== 32) return false;
  try {
    if (!isOrdinaryKey(server, key) || !isOrdinary(signed.slice(0, 32))) return false;
    if (!verify(signed, signedBytes(purpose, hash), key, { zip215: false })) return false;
    good = question;
    return true;
  } catch {
    return false;
  }
}

/** Builds the tables of the curve, so that the first signature in a ceremony does not wait for them. */
export const warmUp = (): void => void Point.BASE.multiply(3n);

/** Looks at a server's key before it is needed. */
export function meetKey(server: string): void {
  const key = unhex(server);
  try {
    if (key?.length === 32) isOrdinaryKey(server, key);
  } catch {
    // Not a point: its signatures will be refused.
  }
}
