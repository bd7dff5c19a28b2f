// Bytes, as hashes take them.

const encoder = new TextEncoder();

/** Texts, bytes and numbers below 256, one after another. */
export function joinBytes(...parts: (string | Uint8Array | number[])[]): Uint8Array {
  const all = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : Uint8Array.from(part)));
  const joined = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const textBytes = (text: string): Uint8Array => encoder.encode(text);
