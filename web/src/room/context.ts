// What the frame offers to whatever stands on the table, without props through every level.

import { getContext, setContext } from "svelte";

/** One of the room's phrases, as it is sent and in words. */
export interface Said {
  phrase: string;
  words: string;
}

export interface RoomContext {
  /** Names to show, by seat. */
  readonly names: string[];
  /** The host's seat. */
  readonly host: number | null;
  /** The viewer's seat. */
  readonly you: number | null;
  /** Whether this is a lesson: a table then does nothing automatically. */
  readonly lesson: boolean;
  /** What a seat has just said. */
  bubble(seat: number): Said | null;
  /** Somebody has just said something kind to this seat. */
  glad?(seat: number): boolean;
  /** A badge that shows bubbles is on screen; call the answer when it is gone. */
  shows(seat: number): () => void;
  /** The table still shows what has happened: the result waits. Call the answer when it has caught up. */
  holds?(): () => void;
}

const KEY = Symbol("room");

export const offerRoom = (room: RoomContext): RoomContext => setContext(KEY, room);
/** `null` outside of a room: in tests and previews. */
export const useRoom = (): RoomContext | null => getContext<RoomContext | undefined>(KEY) ?? null;
