// How a game is explained to players: sections of short lines, each with what it speaks about as a picture. The numbered
// rules are in docs/rules of the repository; these pages say how to play.
//
// guides/<game>.ts exports `guide`. Its texts are a dictionary like any other, with two kinds of blanks: `{stacking}` is an
// option by the name that the lobby has for it, and `{scoring.casino}` is one of its values.

import type { Component } from "svelte";
import type { Words } from "../catalog/words";
import { makeText, type Params } from "../lib/i18n.svelte";

/** Signs between things: "→" for the result, "+" for laying them together, "·" for a gap. */
export const SIGNS = ["→", "+", "·"] as const;

/** A thing in a picture, as the game writes it; `!` before it lights it, `~` says that it does not do. */
export type Thing = string;
/** Several things in a list lie on each other. */
export type Piece = Thing | readonly Thing[];
/** A text by its key, and the picture beside it. */
export type Line = readonly [text: string, ...picture: Piece[]];

export interface Section {
  /** Its heading is "title.<id>" of the game, or else of all games. */
  id: string;
  lines: readonly Line[];
  /** What happens one after the other: its lines are numbered. */
  steps?: boolean;
  /** Its lines are things with one line about each. */
  list?: boolean;
}

export interface Guide {
  t: { maybe: (key: string, params?: Params) => string | null };
  sections: readonly Section[];
  /** Draws one thing. */
  Thing: Component<{ name: string }>;
}

export const t = makeText({
  en: {
    "title.goal": "The goal",
    "title.turn": "Your turn",
    "title.cards": "The cards",
    "title.scoring": "Scoring",
    "title.variants": "Variants",
    variants: "The host of a table chooses one and can change single rules. During a game, the panel “Rules” lists those in force.",
  },
  de: {
    "title.goal": "Das Ziel",
    "title.turn": "Dein Zug",
    "title.cards": "Die Karten",
    "title.scoring": "Wertung",
    "title.variants": "Varianten",
    variants: "Wer einen Tisch eröffnet, wählt eine aus und kann einzelne Regeln ändern. Während des Spiels zeigt „Regeln“, welche gelten.",
  },
});

const guides = import.meta.glob<{ guide: Guide }>(["./guides/*.ts", "!./guides/*.de.ts"]);

/** `null` where there is none. */
export async function loadGuide(game: string): Promise<Guide | null> {
  const load = guides[`./guides/${game}.ts`];
  return load ? (await load()).guide : null;
}

const BLANK = /\{(\w+)(?:\.(\w+))?\}/g;

/** A text of a guide, with options by the names that the lobby has for them. */
export function inWords(text: string, words: Words): string {
  return text.replace(BLANK, (_, name: string, value?: string) => (value === undefined ? words.option(name) : words.value(name, value)));
}

export const titleOf = ({ t: own }: Guide, id: string): string => own.maybe(`title.${id}`) ?? t.maybe(`title.${id}`) ?? id;
