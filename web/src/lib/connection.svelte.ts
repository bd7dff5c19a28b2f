// One connection to one room: what the server has shown, and a way to answer. It holds no rules.

import type { ClientMsg } from "../gen/protocol/ClientMsg";
import type { EarlierEvents } from "../gen/protocol/EarlierEvents";
import type { Hint } from "../gen/protocol/Hint";
import type { Command } from "../gen/protocol/Command";
import type { RoomView } from "../gen/protocol/RoomView";
import type { Seated } from "../gen/protocol/Seated";
import type { ServerMsg } from "../gen/protocol/ServerMsg";
import type { TableView } from "../gen/protocol/TableView";
import type { Update } from "../gen/protocol/Update";
import { Fault } from "./api";
import { type Dial, dialServer, type Transport } from "./transport";
import { STALLED, Watchdog } from "./watchdog";

const PROTOCOL = 2;
/** Seconds before each new attempt; the last one is repeated for as long as the page is open. */
export const RETRIES = [1, 2, 4, 8, 15];
/** Part of a wait that chance decides, so that a room's browsers do not come back all at once. */
export const JITTER = 0.25;
/** An action that is not answered within these milliseconds is shown as pending. */
export const PENDING = 400;
/** How many events are kept: the log shows them, tables have animated or skipped them long ago. */
const KEPT = 300;
const NONE: unknown[] = [];

export type Status = "connecting" | "open" | "waiting" | "replaced" | "closed" | "refused";
/** A table that this device runs, without a server. */
export interface LocalTable {
  dial: Dial;
  /** The player leaves for good. */
  leave: () => Promise<void>;
  /** The text of the file of a finished game. */
  proof: (record: string) => Promise<string>;
}
/** `local`: where the table is on this device. */
export type Who = { kind: "seat"; seated: Seated; local?: LocalTable } | { kind: "watch"; code: string; name: string };

/** Something that happened at the table, numbered so that nothing is animated twice. */
export interface TableEvent {
  number: number;
  event: unknown;
}

/** The same with where it came from. */
export interface LoggedEvent extends TableEvent {
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

/** An action of the game on its way: before it is sent, and when it is answered. */
export interface Move {
  id: string;
  /** The version of the room on which it was made. */
  at: number;
  action: unknown;
  /** Refused: nothing has changed. Lost: whether it was carried out is not known. */
  state: "sent" | "lost" | "refused" | "accepted";
  /** The version that it led to, once it was accepted; none where the server names no new one. */
  version: number | null;
  /** Whether the table said that it was legal when it was made. */
  listed: boolean;
  /** Refused after the table had changed, and no longer offered it. */
  overtaken?: boolean;
  /** How much time the decision had left, in milliseconds. */
  left: number | null;
}

/** Keeps an eye on everything that passes. */
export interface Observer {
  connected: () => void;
  heard: (update: Update) => void;
  moved: (move: Move) => void;
  closed: (message: Extract<ServerMsg, { closed: unknown }>["closed"]) => void;
  /** The player leaves, or the page goes. */
  left: () => void;
}

/** What the server says about an action that was only asked about. */
export interface Answer {
  /** Why it is not possible; `null` if it is. */
  fault: Fault | null;
  /** What the game has to say about it, where the table gives hints. */
  note?: unknown;
}

/** What the server says about a message that it has accepted. */
type Accepted = Pick<Extract<ServerMsg, { ok: unknown }>["ok"], "version" | "note">;

interface Waiting {
  /** Runs out when the message counts as pending. */
  timer: ReturnType<typeof setTimeout> | undefined;
  message: Extract<ClientMsg, { id: string }>;
  resolve: (answer: Accepted) => void;
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
  /** The whole table; none in the lobby. */
  table = $state.raw<TableView | null>(null);
  /** When the current decision runs out, in the browser's own time. */
  deadline = $state<number | null>(null);
  events = $state.raw<LoggedEvent[]>([]);
  /** Up to this version the cards are revealed, and everybody may ask why. */
  openTo = $state(0);
  /** Whether an action is on its way for longer than a moment. */
  pending = $state(false);
  /** What the operator of the server has said last. */
  announced = $state.raw<{ text: string; at: number } | null>(null);
  said = $state.raw<{ seat: number; phrase: string; at: number } | null>(null);
  /** What somebody shows of a move before it is made; gone with the next change of the table. */
  shows = $state.raw<Shows | null>(null);

  observer: Observer | null = null;

  #line: Transport | null = null;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;
  #sent = 0;
  #happened = 0;
  /** The version of the last table whose events were taken: after a reconnect it comes once more. */
  #taken = -1;
  /** The deadline as the server said last; a connection that is lost does not stop the clock. */
  #due: number | null = null;
  #prefix = Math.random().toString(36).slice(2, 8);
  #waiting = new Map<string, Waiting>();
  #watchdog = new Watchdog({
    ping: (ping) => this.#line?.send(JSON.stringify({ ping } satisfies ClientMsg)),
    stalled: () => this.connect(),
  });
  #wake = () => {
    if (document.hidden) return;
    // A phone that wakes up need not sit out the wait.
    if (this.status === "waiting") this.connect();
    else if (this.status === "open") this.#watchdog.woke();
  };
  /** A socket does not survive another network: what it sends is lost without an error. */
  #changed = () => {
    if (this.local === null && (this.status === "waiting" || this.status === "open")) this.connect();
  };
  #network = (navigator as { connection?: EventTarget & { type?: string } }).connection;
  #networkType = this.#network?.type;
  #measured = () => {
    // The event also comes when only the estimate of the speed changes.
    if (this.#network?.type === this.#networkType) return;
    this.#networkType = this.#network?.type;
    this.#changed();
  };

  #hide = () => this.#leave();

  constructor(readonly who: Who) {
    addEventListener("online", this.#changed);
    this.#network?.addEventListener("change", this.#measured);
    addEventListener("pagehide", this.#hide);
    document.addEventListener("visibilitychange", this.#wake);
    this.connect();
  }

  /** The table, where this device runs it. */
  get local(): LocalTable | null {
    return (this.who.kind === "seat" && this.who.local) || null;
  }
  get view(): unknown {
    return this.table?.view ?? null;
  }
  get legal(): unknown[] {
    return this.table?.legal ?? NONE;
  }

  /** Tries again at once; also takes the seat back from another window. */
  connect(): void {
    clearTimeout(this.#timer);
    this.#watchdog.stop();
    this.#ended = false;
    this.reason = null;
    this.status = "connecting";
    this.#line?.close();
    // A network that drops everything does not refuse a connection either.
    if (this.local === null) this.#timer = setTimeout(() => this.#giveUp(), STALLED);
    // A line that was given up may still have something to say.
    const current = () => line === this.#line;
    const line: Transport = (this.local?.dial ?? dialServer)({
      opened: () => line.send(JSON.stringify(this.#hello())),
      heard: (text) => {
        if (!current()) return;
        this.#watchdog.heard();
        this.#hear(JSON.parse(text) as ServerMsg);
      },
      lost: () => {
        if (current()) this.#lost();
      },
    });
    this.#line = line;
  }

  /** Ends it for good. */
  close(): void {
    this.#leave();
    this.#end();
    removeEventListener("online", this.#changed);
    this.#network?.removeEventListener("change", this.#measured);
    removeEventListener("pagehide", this.#hide);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#line?.close();
  }

  /** Carries out an action of the game. */
  async act(action: unknown): Promise<void> {
    const text = JSON.stringify(action);
    const { table } = this;
    const isListed = () => this.legal.some((one) => JSON.stringify(one) === text);
    const move: Move = {
      id: this.#nextId(),
      at: this.seq,
      action,
      state: "sent",
      version: null,
      listed: isListed(),
      left: this.#due === null ? null : this.#due - Date.now(),
    };
    this.observer?.moved(move);
    try {
      const { version } = await this.#order({ do: action }, move.id);
      // An action that is carried out leads to a new version. A server that says yes and names an old one has said yes.
      this.observer?.moved({ ...move, state: "accepted", version: version > move.at ? version : null });
    } catch (failure) {
      const lost = Fault.of(failure).code === "offline";
      // A table that has changed meanwhile need not offer it any more: somebody else may have been first.
      const overtaken = !lost && this.table !== table && !isListed();
      this.observer?.moved({ ...move, state: lost ? "lost" : "refused", ...(overtaken ? { overtaken } : {}) });
      throw failure;
    }
  }
  /** Why an action is not possible; `null` if it is. Nothing happens. */
  async ask(action: unknown): Promise<Fault | null> {
    return (await this.consider(action)).fault;
  }
  /** The same, with what the game has to say about the action. */
  async consider(action: unknown): Promise<Answer> {
    try {
      return { fault: null, note: (await this.#order({ ask: action })).note };
    } catch (fault) {
      return { fault: Fault.of(fault) };
    }
  }
  /** Whether the server answers, whatever it says. */
  async answers(): Promise<boolean> {
    if (this.status !== "open") return false;
    return (await this.ask("answers"))?.code !== "offline";
  }
  /** Advice from what this seat has seen, where the table gives hints. */
  async advise(what: Hint): Promise<unknown> {
    return (await this.#order({ hint: what })).note;
  }
  /** The reasons for the action that led to `version`, once the cards of its deal are revealed. */
  async why(version: number): Promise<unknown> {
    return (await this.#order({ why: version })).note;
  }
  /** Changes something about the room. */
  async command(command: Command): Promise<void> {
    if (command === "leave") this.#leave();
    await this.#order({ room: command });
  }
  /** Says one of the room's phrases; lost if nobody can hear it now. */
  say(phrase: string): void {
    if (this.status === "open") this.#line?.send(JSON.stringify({ say: phrase }));
  }

  /** Lets the others see a move that is not made yet; lost if nobody can see it now. */
  show(what: unknown): void {
    if (this.status === "open") this.#line?.send(JSON.stringify({ show: what }));
  }

  #hello(): unknown {
    if (this.who.kind === "watch") {
      return { watch: { protocol: PROTOCOL, code: this.who.code, name: this.who.name } };
    }
    const { code, player_id, token } = this.who.seated;
    return { rejoin: { protocol: PROTOCOL, code, player_id, token, seals: true } };
  }

  /** A connection that the server has closed was not left by the player. */
  #leave(): void {
    if (this.status === "open") this.observer?.left();
  }

  #nextId(): string {
    this.#sent += 1;
    return `${this.#prefix}-${this.#sent}`;
  }

  #order(
    what: { do: unknown } | { ask: unknown } | { room: Command } | { hint: Hint } | { why: number },
    id: string = this.#nextId(),
  ): Promise<Accepted> {
    if (this.#ended) return Promise.reject(new Fault("offline"));
    const message: Waiting["message"] = { id, version: this.seq, ...what };
    return new Promise((resolve, reject) => {
      const timer = "do" in what ? setTimeout(() => (this.pending = true), PENDING) : undefined;
      this.#waiting.set(id, { message, resolve, reject, timer });
      // A message that cannot be sent now is sent when the connection is back: its id keeps it from
      // counting twice.
      if (this.status === "open") this.#line?.send(JSON.stringify(message));
    });
  }

  /** A newer server may send what this page does not know; that is ignored. */
  #hear(message: ServerMsg): void {
    if (message === "replaced") {
      this.#end("replaced");
    } else if (message === "come_back") {
      // The server is about to restart: come back as soon as it is there.
      this.#attempt = 0;
    } else if (typeof message !== "object" || message === null) {
      return;
    } else if ("welcome" in message) {
      clearTimeout(this.#timer);
      this.status = "open";
      this.#attempt = 0;
      if (this.local === null) this.#watchdog.start();
      this.observer?.connected();
      for (const { message } of this.#waiting.values()) this.#line?.send(JSON.stringify(message));
    } else if ("ok" in message) {
      this.#settle(message.ok.id)?.resolve(message.ok);
    } else if ("err" in message) {
      this.#refused(message.err.id, new Fault(message.err.code, message.err.detail));
    } else if ("update" in message) {
      this.#update(message.update);
    } else if ("said" in message) {
      this.said = { ...message.said, at: Date.now() };
    } else if ("announced" in message) {
      this.announced = { ...message.announced, at: Date.now() };
    } else if ("shows" in message) {
      this.shows = message.shows;
    } else if ("closed" in message) {
      this.reason = message.closed.reason;
      this.#end("closed");
      this.observer?.closed(message.closed);
    }
  }

  #settle(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) this.#answered(waiting);
    return waiting;
  }

  #answered({ timer }: Waiting): void {
    clearTimeout(timer);
    if (![...this.#waiting.values()].some(({ message }) => "do" in message)) this.pending = false;
  }

  #refused(id: string | null, fault: Fault): void {
    if (id !== null) {
      this.#settle(id)?.reject(fault);
    } else if (this.status !== "open") {
      this.reason = fault.code;
      this.#end("refused");
    }
  }

  /** No more automatic attempts; pending messages are rejected. */
  #end(status?: Status): void {
    if (status) this.status = status;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#watchdog.stop();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const message of waiting) {
      this.#answered(message);
      message.reject(new Fault("offline"));
    }
  }

  #update(update: Update): void {
    this.seq = update.seq;
    if (update.room) {
      const before = this.room;
      this.room = update.room;
      this.you = update.you ?? null;
      if (update.room.state === "lobby") this.table = null;
      // Events of the old game do not belong to the new one.
      if (before && before.games !== update.room.games) this.events = [];
    }
    for (const past of update.earlier ?? []) if (past.version > this.#taken) this.#log(past);
    if (update.table) this.#lay(update.table);
    this.deadline = this.#due = update.remaining_ms === undefined ? null : Date.now() + update.remaining_ms;
    this.observer?.heard(update);
  }

  #lay(table: TableView): void {
    this.table = table;
    if (table.version === this.#taken) return;
    this.#taken = table.version;
    this.shows = null;
    if (table.revealed) this.openTo = table.version;
    this.#log(table);
  }

  #log({ version: seq, acted, events }: EarlierEvents): void {
    const fresh = events.map((event) => ({ number: ++this.#happened, event, seq, acted }));
    if (fresh.length > 0) this.events = [...this.events, ...fresh].slice(-KEPT);
  }

  /** The attempt has no answer; its line may still have something to say, which nobody hears then. */
  #giveUp(): void {
    const line = this.#line;
    this.#line = null;
    line?.close();
    this.#lost();
  }

  #lost(): void {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    this.#watchdog.stop();
    this.deadline = null;
    const wait = RETRIES[Math.min(this.#attempt, RETRIES.length - 1)]!;
    this.#attempt += 1;
    this.status = "waiting";
    const until = Date.now() + wait * 1000 * (1 - JITTER * Math.random());
    const tick = () => {
      const left = until - Date.now();
      if (left <= 0) return this.connect();
      this.retryIn = Math.ceil(left / 1000);
      this.#timer = setTimeout(tick, left % 1000 || 1000);
    };
    tick();
  }
}
