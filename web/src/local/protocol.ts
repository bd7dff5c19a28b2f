// What a page and the worker with its rooms say to each other.

import type { Learn } from "../gen/protocol/Learn";
import type { NewRoom } from "../gen/protocol/NewRoom";
import type { Play } from "../gen/protocol/Play";
import type { StoredRoom } from "./store";

/** What a room is opened for. */
export type Wish = { play: Play } | { table: NewRoom } | { lesson: Learn };

/** How fast bots act. */
export type Pace = "human" | "at_once";

/** What differs from call to call: 32 random bytes that are used once, in hexadecimal, and the speed of bots. */
export interface Fresh {
  seed: string;
  pace: Pace;
}

/** Questions, and what each one is answered. */
export interface Questions {
  open: { ask: { wish: Wish; fresh: Fresh }; answer: StoredRoom };
  /** The person has left for good. */
  leave: { ask: { room: string }; answer: null };
  /** Everything that was played is deleted. */
  clear: { ask: object; answer: null };
  games: { ask: object; answer: unknown };
  deck: { ask: { hash: string }; answer: unknown };
  /** The text of the file. */
  proof: { ask: { record: string }; answer: string };
  replay: { ask: { record: string; viewer: number | null; from: number }; answer: unknown };
}
export type Question = keyof Questions;

export interface Refusal {
  code: string;
  detail: Record<string, unknown>;
}

export type ToWorker =
  | { load: string }
  | { id: number; what: Question; ask: unknown }
  /** A connection to a room begins; what is sent on it; its end. */
  | { line: number; room: string; fresh: Fresh }
  | { line: number; send: string }
  | { line: number; close: true };

export type FromWorker =
  | { loaded: true }
  | { unloadable: string }
  | { id: number; answer: unknown }
  | { id: number; refused: Refusal }
  | { line: number; frames: string[] }
  /** The connection is over; a page may connect again. */
  | { line: number; lost: string };
