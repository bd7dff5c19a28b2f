// Finds the games by their folders. A game brings:
//
//   games/<game>/Table.svelte   its table: takes `TableProps<View, Action>` (lib/table.ts). It may export
//                               from `<script module>`: `ruleFor(view)`, the section of rules/guides/<game>.ts
//                               at which the rules open.
//   games/<game>/log.ts         `describe(event, names, t)`: one public event as a sentence, or null for
//                               what is not worth a line. `names` is by seat; `t` is the frame's dictionary
//                               (a game's own words come from its own text.ts).
//   games/<game>/narrate.ts     `narrate(view, names, you)`: the whole table in a few sentences; key N reads it out.
//   games/<game>/lesson.ts      the words of its lesson by the names of the script's texts, and what they point at.
//   games/<game>/actions.ts     `describeAction(action, view, names)`: an action in a few words, for hints and reasons;
//                               and `cardText(name)`: a card as the server names it. Without it the table has no hints.
//   games/<game>/Decided.svelte the cards that decided a finished game, beside its result. It may export
//                               `shortfall(view, you)`: in a few words, how far the viewer was from winning.
//   games/<game>/text.ts        `t = makeText({ en, de })` (lib/i18n.svelte.ts).
//
// Ready to use on a table: room/Seat.svelte (badge with bubbles and clock), room/Clock.svelte, room/Prompt.svelte (what
// is due) with lib/notice.svelte.ts (why something did not go), room/place.ts (where a popover stands), ui/*.
// The frame reads the lines of the log out to screen readers; a table says only what is the viewer's own business.

import type { Component } from "svelte";
import type { TableEvent } from "../lib/connection.svelte";
import type { Params, t } from "../lib/i18n.svelte";
import type { TableProps } from "../lib/table";

export interface TableModule {
  // A table knows its own view and actions; the frame hands through what the server sent.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  default: Component<TableProps<any, any>>;
  ruleFor?: (view: never) => string | null;
}

export interface LogModule {
  describe: (event: never, names: string[], t: Translate) => string | null;
  /** The log in fewer lines, each with the number of its first event; for games in which a turn has many events. */
  fold?: (events: readonly { number: number; event: unknown }[], names: string[]) => { number: number; text: string }[];
}
export type Translate = typeof t;

export interface NarrateModule {
  narrate: (view: never, names: string[], you: number | null) => string;
}

export interface ActionModule {
  describeAction: (action: never, view: never, names: string[]) => string;
  cardText: (name: string) => string;
}

export interface DecidedModule {
  // As with tables.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  default: Component<{ view: any; events: TableEvent[] }>;
  shortfall?: (view: never, you: number) => string | null;
}

/** The words of a lesson. */
export interface LessonModule {
  /** "step.<text>" and "hint.<text>"; names of the others are `left`, `across` and `right`. */
  t: { maybe: (key: string, params?: Params) => string | null };
  /** By text: what on the table it speaks about. */
  at: Record<string, string>;
  /** What a note should not cover, and what it should cover only if it must. */
  clear: string;
  spare: string;
}

interface Parts {
  table: () => Promise<TableModule>;
  log?: () => Promise<LogModule>;
  narrate?: () => Promise<NarrateModule>;
  lesson?: () => Promise<LessonModule>;
  actions?: () => Promise<ActionModule>;
  decided?: () => Promise<DecidedModule>;
}

const tables = import.meta.glob<TableModule>("./*/Table.svelte");
const logs = import.meta.glob<LogModule>("./*/log.ts");
const narrations = import.meta.glob<NarrateModule>("./*/narrate.ts");
const lessons = import.meta.glob<LessonModule>("./*/lesson.ts");
const actions = import.meta.glob<ActionModule>("./*/actions.ts");
const decisions = import.meta.glob<DecidedModule>("./*/Decided.svelte");

/** The parts of the games that have a table, loaded when somebody sits down. */
export const games: Record<string, Parts> = Object.fromEntries(
  Object.entries(tables).map(([path, table]) => {
    const game = path.split("/")[1]!;
    const part = <T>(all: Record<string, () => Promise<T>>, file: string) => all[`./${game}/${file}`];
    return [
      game,
      {
        table,
        log: part(logs, "log.ts"),
        narrate: part(narrations, "narrate.ts"),
        lesson: part(lessons, "lesson.ts"),
        actions: part(actions, "actions.ts"),
        decided: part(decisions, "Decided.svelte"),
      },
    ];
  }),
);
