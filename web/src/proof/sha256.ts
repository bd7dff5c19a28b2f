// SHA-256 and HMAC (FIPS 180-4, RFC 2104), and hexadecimal digits.

// On plain http in a home network browsers offer no WebCrypto, and a proof that only some browsers can check is not one.
// The package comes with the signatures (signature.ts) anyway.
import { hmac as keyed } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

export { sha256 };

export const hmac = (key: Uint8Array, message: Uint8Array): Uint8Array => keyed(sha256, key, message);

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes that hexadecimal digits stand for; `null` if they are not hexadecimal. */
export function unhex(digits: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
