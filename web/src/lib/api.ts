// The lobby over HTTP. Every refusal is a `Fault` with a code that the dictionary translates.

import type { Address } from "../gen/protocol/Address";
import type { Learn } from "../gen/protocol/Learn";
import type { NewRoom } from "../gen/protocol/NewRoom";
import type { Person } from "../gen/protocol/Person";
import type { Play } from "../gen/protocol/Play";
import type { Replay } from "../gen/protocol/Replay";
import type { Seated } from "../gen/protocol/Seated";
import type { Summary } from "../gen/protocol/Summary";

/** A refusal: what went wrong, and its numbers. */
export class Fault extends Error {
  constructor(
    readonly code: string,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(code);
  }

  /** Whatever was thrown, as a refusal. */
  static of(failure: unknown): Fault {
    return failure instanceof Fault ? failure : new Fault("internal");
  }
}

/** One option of a game, as the server describes it. */
export interface Field {
  name: string;
  kind:
    | "switch"
    | { choice: string[] }
    | { number: { from: number; to: number; step: number; or: number | string | null } }
    | { shares: { of: string[]; total: number } };
  default: unknown;
}

/** A game of the catalog. */
export interface Game {
  name: string;
  rules: number;
  seats: { from: number; to: number };
  fields: Field[];
  presets: { name: string; options: Record<string, unknown> }[];
  defaults: Record<string, unknown>;
  /** Whether it has a lesson. */
  lesson: boolean;
}

export async function request<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Fault("offline");
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { code, detail } = (answer ?? {}) as { code?: string; detail?: Record<string, unknown> };
    throw new Fault(code ?? "internal", detail ?? {});
  }
  return answer as T;
}

export const games = () => request<Game[]>("GET", "/api/games");
export const address = () => request<Address>("GET", "/api/address");
export const publicRooms = () => request<Summary[]>("GET", "/api/rooms");
export const findRoom = (code: string) => request<Summary>("GET", `/api/rooms/${encodeURIComponent(code)}`);
export const openRoom = (wish: NewRoom) => request<Seated>("POST", "/api/rooms", wish);
export const joinRoom = (code: string, person: Person) => request<Seated>("POST", `/api/rooms/${encodeURIComponent(code)}/join`, person);
export const quickPlay = (wish: Play) => request<Seated>("POST", "/api/quick-play", wish);
export const playNow = (wish: Play) => request<Seated>("POST", "/api/play-now", { ...wish, seals: true });
export const startLesson = (wish: Learn) => request<Seated>("POST", "/api/lessons", wish);
/** The cards of a deck, where a game's cards are data. */
export const deckOf = <T>(hash: string) => request<T>("GET", `/api/decks/${encodeURIComponent(hash)}`);
/** A finished game as a seat had it, or onlookers did, from a frame on. */
export const replay = (record: string, viewer: number | null, from: number) =>
  request<Replay>("GET", `/api/played/${record}/replay?${viewer === null ? "" : `viewer=${viewer}&`}from=${from}`);
