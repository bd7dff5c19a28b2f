// All luck of a game from its key, written after docs/fairness.md and not after the server's program, so that two
// people must have made the same mistake before a wrong deal looks right.

import { hmac } from "./sha256";

export type Luck = { shuffle: number } | { roll: { below: number; times: number } };
export type Drawn = { shuffle: number[] } | { roll: number[] };

/** The words of answer number `counter` (docs/fairness.md, section 2). */
function* words(key: Uint8Array, counter: number): Generator<number, never> {
  const message = new DataView(new ArrayBuffer(12));
  message.setBigUint64(0, BigInt(counter));
  for (let block = 0; ; block++) {
    message.setUint32(8, block);
    const { buffer, byteOffset } = hmac(key, new Uint8Array(message.buffer));
    const bytes = new DataView(buffer, byteOffset);
    for (let i = 0; i < 32; i += 4) yield bytes.getUint32(i);
  }
}

/** A number from 0 to `n` - 1 (section 2): words from the last incomplete round of `n` are thrown away. */
function below(n: number, from: Generator<number, never>): number {
  const end = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const word = from.next().value;
    if (word < end) return word % n;
  }
}

/** Answer number `counter` (section 2). */
export function answer(key: Uint8Array, counter: number, luck: Luck): Drawn {
  const from = words(key, counter);
  if ("roll" in luck) {
    return { roll: Array.from({ length: luck.roll.times }, () => below(luck.roll.below, from)) };
  }
  const order = Array.from({ length: luck.shuffle }, (_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const j = below(i + 1, from);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return { shuffle: order };
}
