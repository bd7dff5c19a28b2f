// From a game's typed fields to what is sent. Nothing here knows a game.

import type { Field, Game } from "./api";

export type Options = Record<string, unknown>;

/** The choice in a form: a preset, and the differences from it. */
export interface Choice {
  preset: string | null;
  changes: Options;
}

export const same = (a: unknown, b: unknown): boolean => {
  if (a === b || ((a ?? null) === null && (b ?? null) === null)) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => same((a as Options)[name], (b as Options)[name]));
};

/** All options of a preset, those at their default too. */
export function base(game: Game, preset: string | null): Options {
  const all: Options = {};
  for (const field of game.fields) all[field.name] = field.default ?? null;
  return { ...all, ...game.presets.find(({ name }) => name === preset)?.options };
}

/** The value of a field as it stands in the form. */
export const valueOf = (game: Game, choice: Choice, field: Field): unknown =>
  field.name in choice.changes ? choice.changes[field.name] : base(game, choice.preset)[field.name];

/** The choice after one field was set; a value that the preset has already is not a change. */
export function set(game: Game, choice: Choice, name: string, value: unknown): Choice {
  const changes = { ...choice.changes };
  if (same(base(game, choice.preset)[name], value)) delete changes[name];
  else changes[name] = value;
  return { preset: choice.preset, changes };
}

/** What goes to the server: an option that is left open is left out. */
export function wish(choice: Choice): { preset?: string; options: Options } {
  const options = Object.fromEntries(Object.entries(choice.changes).filter(([, value]) => value !== null));
  return choice.preset === null ? { options } : { preset: choice.preset, options };
}

/** The choice that leads to the options a room has. */
export function choiceOf(game: Game, preset: string | null, options: Options): Choice {
  // A room without a preset has the defaults; so has the first preset, where a game has any.
  const usual = preset ?? game.presets[0]?.name ?? null;
  const start = base(game, usual);
  const changes: Options = {};
  for (const field of game.fields) {
    const value = chosen(field, options[field.name] ?? null);
    if (!same(start[field.name], value)) changes[field.name] = value;
  }
  return { preset: usual, changes };
}

/** What a room has pinned down by its hash, such as a deck, is chosen by its id. */
function chosen({ kind }: Field, value: unknown): unknown {
  const pinned = typeof kind === "object" && "choice" in kind && typeof value === "object" && value !== null && "id" in value;
  return pinned ? value.id : value;
}

/** Fields whose value is not the game's default come first: those are what a newcomer must know. */
export function changedFirst(game: Game, options: Options): { field: Field; changed: boolean }[] {
  const all = game.fields.map((field) => ({ field, changed: !same(field.default ?? null, options[field.name] ?? null) }));
  return [...all.filter(({ changed }) => changed), ...all.filter(({ changed }) => !changed)];
}
