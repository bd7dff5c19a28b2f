// What the server says about a draft: why a move that one might mean is not possible, and what is known about
// those that are. It is asked a moment after the draft came to rest; answers to an older draft are dropped.

import type { Action } from "../../gen/casino/Action";
import type { Note } from "../../gen/casino/Note";
import type { Prospect } from "../../gen/casino/Prospect";
import type { View } from "../../gen/casino/View";
import type { Answer } from "../../lib/connection.svelte";
import { isMove, type Move, offered, read, type Thing, thinkable } from "./draft";
import { why } from "./present";

const REST_MS = 120;
/** What a lesson says to moves that it has no place for: they are legal all the same. */
const LEGAL_BUT = "off_script";

/** A move that the draft may become, and what is known about it. */
export interface Choice {
  move: Move;
  /** Why it cannot be chosen; `null` if it can. */
  reason: string | null;
  note: Note | null;
}

const key = (move: Move): string => {
  const [kind, { value = 0 }] = read(move);
  return `${kind} ${value}`;
};

export class Advice {
  choices = $state.raw<Choice[]>([]);
  /** Whether more will be known about the choices in a moment. */
  asking = $state(false);
  /** What the viewer may know of the builds on the table. */
  prospects = $state.raw<Prospect[]>([]);

  #consider: (action: Action) => Promise<Answer>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  constructor(consider: (action: Action) => Promise<Answer>) {
    this.#consider = consider;
  }

  /** The draft, the list or the table has changed. */
  follow(draft: readonly Thing[], legal: readonly Action[], view: View): void {
    const listed = offered(legal, draft, view);
    const before = new Map(this.choices.map((choice) => [JSON.stringify(choice.move), choice]));
    this.choices = listed.map((move) => ({ move, reason: null, note: before.get(JSON.stringify(move))?.note ?? null }));
    const round = ++this.#round;
    clearTimeout(this.#timer);
    const kinds = new Set(listed.map(key));
    const doubtful = thinkable(draft, view).filter((move) => !kinds.has(key(move)));
    this.asking = listed.length + doubtful.length > 0;
    this.#timer = setTimeout(() => void this.#ask(round, listed, doubtful), REST_MS);
  }

  /** With a new table: what is known of the builds that lie there. */
  async look(legal: readonly Action[], view: View): Promise<void> {
    const first = legal.find(isMove);
    if (!first || view.open.builds.length === 0) {
      this.prospects = [];
      return;
    }
    this.#learn((await this.#consider(first)).note);
  }

  stop(): void {
    this.#round += 1;
    clearTimeout(this.#timer);
  }

  #learn(note: unknown): void {
    if (note) this.prospects = (note as Note).table;
  }

  async #ask(round: number, listed: Move[], doubtful: Move[]): Promise<void> {
    const answers = await Promise.all([...listed, ...doubtful].map((move) => this.#consider(move)));
    if (round !== this.#round) return;
    const choices = [...listed, ...doubtful].map((move, i): Choice => {
      const { fault, note } = answers[i]!;
      // A list may be cut short: what the server accepts can be chosen, listed or not.
      const possible = fault === null || i < listed.length || fault.code === LEGAL_BUT;
      return { move, reason: possible ? null : why(fault), note: (note as Note | undefined) ?? null };
    });
    this.choices = choices;
    this.asking = false;
    for (const { note } of answers) this.#learn(note);
  }
}
