// One connection to one room: what the server has shown, and a way to answer. It holds no rules.

import type { ClientMsg } from "../gen/protocol/ClientMsg";
import type { Hint } from "../gen/protocol/Hint";
import type { Command } from "../gen/protocol/Command";
import type { RoomView } from "../gen/protocol/RoomView";
import type { Seated } from "../gen/protocol/Seated";
import type { ServerMsg } from "../gen/protocol/ServerMsg";
import type { Update } from "../gen/protocol/Update";
import { Fault } from "./api";

const PROTOCOL = 1;
/** Seconds before each new attempt; after the last one a person must ask for it. */
export const RETRIES = [1, 2, 4, 8, 15];
/** How many happenings are kept: the log shows them, tables have animated or skipped them long ago. */
const KEPT = 300;

export type Status = "connecting" | "open" | "waiting" | "lost" | "replaced" | "closed" | "refused";
export type Who = { kind: "seat"; seated: Seated } | { kind: "watch"; code: string; name: string };

/** Something that happened at the table, numbered so that nothing is animated twice. */
export interface Happening {
  number: number;
  event: unknown;
}

/** The same with where it came from. */
export interface Traced extends Happening {
  /** The version of the room that it belongs to. */
  seq: number;
  /** Whose action it was. */
  acted: number | null;
}

/** What a player lets the others see of a move that is not made yet. */
export interface Shows {
  seat: number;
  what: unknown;
}

/** What the server says about an action that was only asked about. */
export interface Answer {
  /** Why it is not possible; `null` if it is. */
  fault: Fault | null;
  /** What the game has to say about it, where the table gives hints. */
  note?: unknown;
}

interface Waiting {
  message: Extract<ClientMsg, { id: string }>;
  resolve: (note: unknown) => void;
  reject: (fault: Fault) => void;
}

export class Connection {
  status = $state<Status>("connecting");
  /** Why the server said no, or closed the room. */
  reason = $state<string | null>(null);
  /** Seconds until the next attempt to connect. */
  retryIn = $state(0);
  room = $state.raw<RoomView | null>(null);
  you = $state<number | null>(null);
  seq = $state(0);
  view = $state.raw<unknown>(null);
  legal = $state.raw<unknown[]>([]);
  more = $state(false);
  /** When the present decision runs out, in the browser's own time. */
  deadline = $state<number | null>(null);
  happenings = $state.raw<Traced[]>([]);
  /** Up to this version the cards lie open, and everybody may ask why. */
  openTo = $state(0);
  said = $state.raw<{ seat: number; phrase: string; at: number } | null>(null);
  /** What somebody shows of a move before it is made; gone with the next change of the table. */
  shows = $state.raw<Shows | null>(null);

  /** Who keeps an eye on everything that is shown. */
  heard: ((update: Update) => void) | null = null;

  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #sent = 0;
  #happened = 0;
  #prefix = Math.random().toString(36).slice(2, 8);
  #waiting = new Map<string, Waiting>();
  #wake = () => {
    // A phone that wakes up, or a network that is back, need not sit out the wait.
    if (!document.hidden && (this.status === "waiting" || this.status === "lost")) this.connect();
  };

  constructor(readonly who: Who) {
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.connect();
  }

  /** Tries again at once; also takes the seat back from another window. */
  connect(): void {
    clearTimeout(this.#timer);
    this.#ended = false;
    this.reason = null;
    this.status = "connecting";
    this.#socket?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.#hello()));
    socket.onmessage = (frame) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(frame.data)) as ServerMsg);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /** Ends it for good. */
  close(): void {
    this.#end();
    removeEventListener("online", this.#wake);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  /** Carries out an action of the game. */
  async act(action: unknown): Promise<void> {
    await this.#order({ do: action });
  }
  /** Why an action is not possible; `null` if it is. Nothing happens. */
  async ask(action: unknown): Promise<Fault | null> {
    return (await this.consider(action)).fault;
  }
  /** The same, with what the game has to say about the action. */
  async consider(action: unknown): Promise<Answer> {
    try {
      return { fault: null, note: await this.#order({ ask: action }) };
    } catch (fault) {
      return { fault: Fault.of(fault) };
    }
  }
  /** Advice from what this seat has seen, where the table gives hints. */
  advise(what: Hint): Promise<unknown> {
    return this.#order({ hint: what });
  }
  /** Why that was done which led to `version`, once the cards of its deal lie open. */
  why(version: number): Promise<unknown> {
    return this.#order({ why: version });
  }
  /** Changes something about the room. */
  async command(command: Command): Promise<void> {
    await this.#order({ room: command });
  }
  /** Says one of the room's phrases; lost if nobody can hear it now. */
  say(phrase: string): void {
    if (this.status === "open") this.#socket?.send(JSON.stringify({ say: phrase }));
  }

  /** Lets the others see a move that is not made yet; lost if nobody can see it now. */
  show(what: unknown): void {
    if (this.status === "open") this.#socket?.send(JSON.stringify({ show: what }));
  }

  #hello(): unknown {
    if (this.who.kind === "watch") {
      return { watch: { protocol: PROTOCOL, code: this.who.code, name: this.who.name } };
    }
    const { code, player_id, token } = this.who.seated;
    return { rejoin: { protocol: PROTOCOL, code, player_id, token, seals: true } };
  }

  #order(what: { do: unknown } | { ask: unknown } | { room: Command } | { hint: Hint } | { why: number }): Promise<unknown> {
    if (this.#ended) return Promise.reject(new Fault("offline"));
    this.#sent += 1;
    const id = `${this.#prefix}-${this.#sent}`;
    const message: Waiting["message"] = { id, version: this.seq, ...what };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, resolve, reject });
      // A message that cannot be sent now is sent when the connection is back: its id keeps it from
      // counting twice.
      if (this.status === "open") this.#socket?.send(JSON.stringify(message));
    });
  }

  #hear(message: ServerMsg): void {
    if (message === "replaced") {
      this.#end("replaced");
    } else if (message === "come_back") {
      // The server is about to restart: come back as soon as it is there.
      this.#attempt = 0;
    } else if ("welcome" in message) {
      this.status = "open";
      this.#attempt = 0;
      for (const { message } of this.#waiting.values()) this.#socket?.send(JSON.stringify(message));
    } else if ("ok" in message) {
      this.#settle(message.ok.id)?.resolve(message.ok.note);
    } else if ("err" in message) {
      this.#refused(message.err.id, new Fault(message.err.code, message.err.detail));
    } else if ("update" in message) {
      this.#update(message.update);
    } else if ("said" in message) {
      this.said = { ...message.said, at: Date.now() };
    } else if ("shows" in message) {
      this.shows = message.shows;
    } else if ("closed" in message) {
      this.reason = message.closed.reason;
      this.#end("closed");
    }
  }

  #settle(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #refused(id: string | null, fault: Fault): void {
    if (id !== null) {
      this.#settle(id)?.reject(fault);
    } else if (this.status !== "open") {
      this.reason = fault.code;
      this.#end("refused");
    }
  }

  /** Nothing more will be tried by itself, and nobody waits for an answer in vain. */
  #end(status?: Status): void {
    if (status) this.status = status;
    this.#ended = true;
    clearTimeout(this.#timer);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Fault("offline"));
  }

  #update(update: Update): void {
    this.seq = update.seq;
    if (update.room) {
      const before = this.room;
      this.room = update.room;
      this.you = update.you ?? null;
      if (update.room.state === "lobby") {
        this.view = null;
        this.legal = [];
      }
      // What happened in an old game is no news of the new one.
      if (before && before.games !== update.room.games) this.happenings = [];
    }
    if (update.view !== undefined) {
      this.view = update.view;
      this.shows = null;
    }
    if (update.legal) {
      this.legal = update.legal;
      this.more = update.more ?? false;
    }
    if (update.laid_open) this.openTo = update.seq;
    this.deadline = update.remaining_ms === undefined ? null : Date.now() + update.remaining_ms;
    if (update.events?.length) {
      const { seq, acted = null } = update;
      const fresh = update.events.map((event) => ({ number: ++this.#happened, event, seq, acted }));
      this.happenings = [...this.happenings, ...fresh].slice(-KEPT);
    }
    this.heard?.(update);
  }

  #lost(): void {
    if (this.#ended) return;
    this.deadline = null;
    const wait = RETRIES[this.#attempt];
    if (wait === undefined) {
      this.status = "lost";
      return;
    }
    this.#attempt += 1;
    this.status = "waiting";
    this.retryIn = wait;
    const tick = () => {
      this.retryIn -= 1;
      if (this.retryIn <= 0) this.connect();
      else this.#timer = setTimeout(tick, 1000);
    };
    this.#timer = setTimeout(tick, 1000);
  }
}
