// What the room frame and a game's table know of each other. The frame knows no game.

import type { Occupant } from "../gen/protocol/Occupant";
import type { Fault } from "./api";
import type { Answer, Shows, TableEvent } from "./connection.svelte";

/** What every game's `Table.svelte` is given. */
export interface TableProps<View, Action> {
  /** What this viewer sees. */
  view: View;
  /** What this viewer may do now; everything that can be clicked is filtered from this list. */
  legal: Action[];
  /** The viewer's seat; `null` for spectators. */
  you: number | null;
  /** The people and bots, by seat. */
  seats: Occupant[];
  /** What happened, oldest first. */
  events: TableEvent[];
  /** When the current decision runs out, in the browser's own time. */
  deadline: number | null;
  /** The rules of this table, by the names of the game's options. */
  options?: Record<string, unknown>;
  /** Carries out an action; rejects with a `Fault`. */
  act: (action: Action) => Promise<void>;
  /** Returns why an action is not possible; `null` if it is. */
  ask: (action: Action) => Promise<Fault | null>;
  /** The same for a table that thinks ahead of a person, with what the game has to say about the action. */
  consider?: (action: Action) => Promise<Answer>;
  /** Whether this is a replay, which has no decisions. */
  past?: boolean;
  /** What another player shows of a move that is not made yet. */
  shows?: Shows | null;
  /** Shows the others something of a move that is not made yet, where the game lets them see it. */
  show?: (what: unknown) => void;
}
