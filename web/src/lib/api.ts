// The lobby over HTTP. Every refusal is a `Fault` with a code that the dictionary translates.

import type { Address } from "../gen/protocol/Address";
import type { Learn } from "../gen/protocol/Learn";
import type { NewRoom } from "../gen/protocol/NewRoom";
import type { Person } from "../gen/protocol/Person";
import type { Play } from "../gen/protocol/Play";
import type { Replay } from "../gen/protocol/Replay";
import type { Seated } from "../gen/protocol/Seated";
import type { Summary } from "../gen/protocol/Summary";
import { IS_OFFLINE_PAGE } from "./address";

/** What a proxy says of a server that is not there, or a host of files of what it does not have. */
const ELSEWHERE = [404, 405, 501, 502, 503, 504];

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

  /** What an answer that is not one says. Something else than a card room answered if it does not say why. */
  static async from(answer: Response): Promise<Fault> {
    const { code, detail } = ((await answer.json().catch(() => null)) ?? {}) as { code?: string; detail?: Record<string, unknown> };
    return new Fault(code ?? (ELSEWHERE.includes(answer.status) ? "offline" : "internal"), detail ?? {});
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

/** Asks the card room. The page without a server has none, and asks nobody. */
export const fetchFromServer: typeof fetch = (path, init) =>
  IS_OFFLINE_PAGE ? Promise.reject(new TypeError("this page has no server")) : fetch(path, init);

export async function request<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<T> {
  let response: Response;
  try {
    response = await fetchFromServer(path, {
      method,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  } catch {
    throw new Fault("offline");
  }
  if (!response.ok) throw await Fault.from(response);
  // Where files alone are served, every path may be answered with the page.
  if (response.headers.get("content-type")?.startsWith("text/html")) throw new Fault("offline");
  return (await response.json().catch(() => null)) as T;
}

export const games = (signal?: AbortSignal) => request<Game[]>("GET", "/api/games", undefined, {}, signal);
export const address = () => request<Address>("GET", "/api/address");
export const publicRooms = () => request<Summary[]>("GET", "/api/rooms");
export const findRoom = (code: string) => request<Summary>("GET", `/api/rooms/${encodeURIComponent(code)}`);
export const openRoom = (wish: NewRoom, signal?: AbortSignal) => request<Seated>("POST", "/api/rooms", wish, {}, signal);
export const joinRoom = (code: string, person: Person) => request<Seated>("POST", `/api/rooms/${encodeURIComponent(code)}/join`, person);
export const quickPlay = (wish: Play) => request<Seated>("POST", "/api/quick-play", wish);
export const playNow = (wish: Play, signal?: AbortSignal) => request<Seated>("POST", "/api/play-now", { ...wish, seals: true }, {}, signal);
export const startLesson = (wish: Learn, signal?: AbortSignal) => request<Seated>("POST", "/api/lessons", wish, {}, signal);
/** The cards of a deck, where a game's cards are data. */
export const deckOf = <T>(hash: string, signal?: AbortSignal) =>
  request<T>("GET", `/api/decks/${encodeURIComponent(hash)}`, undefined, {}, signal);
/** A finished game as a seat or spectators saw it, from a frame on. */
export const replay = (record: string, viewer: number | null, from: number) =>
  request<Replay>("GET", `/api/played/${record}/replay?${viewer === null ? "" : `viewer=${viewer}&`}from=${from}`);
