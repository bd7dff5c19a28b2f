// SHA-256 and HMAC by hand (FIPS 180-4, RFC 2104): on plain http in a home network browsers offer no WebCrypto, and
// a proof that only some browsers can check is none.

/** The fractional parts of the cube roots of the first 64 primes, as the standard has it. */
const K = fractions(64, Math.cbrt);
/** The same of the square roots of the first eight. */
const START = fractions(8, Math.sqrt);

function fractions(count: number, root: (n: number) => number): Uint32Array {
  const found = new Uint32Array(count);
  for (let n = 2, i = 0; i < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) found[i++] = (root(n) % 1) * 2 ** 32;
  }
  return found;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  // The message, a one, zeros, and its length in bits, in blocks of 64 bytes.
  const padded = new Uint8Array((((message.length + 8) >> 6) << 6) + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  data.setUint32(padded.length - 4, message.length << 3);

  const hash = START.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15]!, w[i - 2]!];
      const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16]! + low + w[i - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const chosen = (e & f) ^ (~e & g);
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + K[i]! + w[i]!) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
  }
  const bytes = new Uint8Array(32);
  hash.forEach((word, i) => new DataView(bytes.buffer).setUint32(4 * i, word));
  return bytes;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const under = (mask: number, text: Uint8Array) => {
    const joined = new Uint8Array(64 + text.length);
    joined.set(block.map((byte) => byte ^ mask));
    joined.set(text, 64);
    return sha256(joined);
  };
  return under(0x5c, under(0x36, message));
}

export const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes that hexadecimal digits stand for; `null` if they are none. */
export function unhex(digits: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
