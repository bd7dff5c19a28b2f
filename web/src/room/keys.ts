// The keys of a table, for the sheet that lists them.

export type Words =
  | "arrows"
  | "press"
  | "escape"
  | "narrate"
  | "list"
  | "choice"
  | "undo"
  | "slot"
  | "draw"
  | "draw_or_keep"
  | "collect"
  | "card"
  | "button"
  | "zoom";
export interface KeyRow {
  keys: string[];
  /** What they do, in keys.text.ts. */
  words: Words;
  /** Whether it is a character, which can be switched off. */
  character: boolean;
}

const row = (keys: string, words: Words): KeyRow => ({
  keys: keys.split(" "),
  words,
  character: keys.split(" ").every((key) => /^.(–.)?$/.test(key)),
});

const EVERYWHERE = [row("Arrows", "arrows"), row("Enter Space", "press"), row("Escape", "escape"), row("N", "narrate"), row("?", "list")];
const OWN: Record<string, KeyRow[]> = {
  casino: [row("1–9", "choice"), row("Backspace", "undo")],
  dutch: [row("1–9", "slot"), row("D", "draw"), row("C", "collect")],
  eights: [row("1–9", "choice"), row("D", "draw_or_keep")],
  euchre: [row("1–6", "card")],
  roost: [row("1–9", "button"), row("Z", "zoom")],
};

export const keysOf = (game: string): KeyRow[] => [...(OWN[game] ?? []), ...EVERYWHERE];
