// Choices that follow from a seed string: the same on every screen.

/** FNV-1a over UTF-16 code units. */
function hash(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return value >>> 0;
}

export interface Chooser {
  /** Returns a whole number from 0 up to, but not including, `below`. */
  number(below: number): number;
  one<T>(list: readonly T[]): T;
}

/** Returns choices that depend on the seed alone (mulberry32). */
export function chooser(seed: string): Chooser {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const number = (below: number): number => Math.floor(next() * below);
  return { number, one: (list) => list[number(list.length)]! };
}
