/** A line of the log. */
export interface Line {
  number: number;
  text: string;
  /** The version to ask about, where somebody may be asked why they did it. */
  why: number | null;
}

/** Lines that a game has folded, each with the first question that may be asked about its events. */
export function foldedLines(entries: readonly Line[], folded: readonly { number: number; text: string }[]): Line[] {
  return folded.map(({ number, text }, i) => {
    const next = folded[i + 1]?.number ?? Infinity;
    const asked = entries.find((entry) => entry.why !== null && entry.number >= number && entry.number < next);
    return { number, text, why: asked?.why ?? null };
  });
}
