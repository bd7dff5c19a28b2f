// What the worker does: it keeps rooms in the module, stores what happens before it is shown, and calls them in time.

import type { Summary } from "../gen/protocol/Summary";
import type { Asked } from "../rules-module/desk";
import type { Answer, Request } from "../rules-module/protocol";
import type { FromWorker, Fresh, Pace, Questions, Refusal, ToWorker, Wish } from "./protocol";
import { Conflict, type GameRow, type Store, type StoredRoom } from "./store";

/** What a call to a room has led to; see `Outcome` in `crates/room`. */
interface Outcome {
  entries: string[];
  frames: string[];
  next: number | null;
  thinking: boolean;
  game: GameRow | null;
  ended: boolean;
  faults: { code: string; text: string }[];
}

export interface HostParts {
  post: (message: FromWorker) => void;
  load: (source: string) => Promise<Asked>;
  store: () => Promise<Store>;
  /** 32 random bytes in hexadecimal, for the key of a device that has none. */
  random: () => string;
  /** Tells the other pages of this browser that a room is played here now, and hears the same from them. */
  announce: (room: string) => void;
  now: () => number;
  /** Where faults of a room are noted that no player should see. */
  log: (text: string) => void;
}

/** A room in the module's memory. */
interface Open {
  about: StoredRoom;
  /** How many entries are stored. */
  length: number;
  line: number | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}
const refuse = (code: string): Refused => new Refused({ code, detail: {} });

/** The longest time that a timer can wait for. */
const LONGEST_WAIT = 2 ** 31 - 1;

export class Host {
  #parts: HostParts;
  #rules: Asked | null = null;
  #store: Promise<Store> | null = null;
  #rooms = new Map<string, Open>();
  #lines = new Map<number, string>();
  /** Everything is done in order: a message waits until what the one before has led to is stored. */
  #queue: Promise<void> = Promise.resolve();

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  hear(message: ToWorker): void {
    if ("load" in message) this.#inTurn(() => this.#load(message.load));
    else if ("what" in message) this.#inTurn(() => this.#answer(message.id, message.what, message.ask));
    else if ("room" in message) this.#inTurn(() => this.#connect(message.line, message.room, message.fresh));
    else if ("send" in message) this.#inTurn(() => this.#send(message.line, message.send));
    else this.#inTurn(() => this.#close(message.line));
  }

  /** Another page of this browser plays the room now. */
  taken(room: string): void {
    this.#inTurn(() => Promise.resolve(this.#replace(room)));
  }

  #inTurn(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => this.#parts.log(String(error)));
  }

  async #load(source: string): Promise<void> {
    try {
      this.#rules = await this.#parts.load(source);
      this.#parts.post({ loaded: true });
    } catch (error) {
      this.#parts.post({ unloadable: String(error) });
    }
  }

  #opened(): Promise<Store> {
    this.#store ??= this.#parts.store().catch((error: unknown) => {
      // Not kept: the next one may have more luck.
      this.#store = null;
      throw error;
    });
    return this.#store;
  }

  #ask<T>(request: Record<string, unknown>): T {
    if (!this.#rules) throw refuse("offline");
    const answer = this.#asked(this.#rules, { cmd: "room", request });
    if ("error" in answer) throw new Refused(answer.error);
    return Object.values(answer.ok as Record<string, T>)[0] as T;
  }

  #asked(rules: Asked, request: Request): Answer {
    try {
      return rules.ask(request);
    } catch (error) {
      // A module that has trapped cannot be called again. The page starts another worker, which goes on from what is stored.
      this.#rules = null;
      this.#parts.post({ unloadable: String(error) });
      throw refuse("internal");
    }
  }

  // ---- questions ----

  async #answer(id: number, what: keyof Questions, ask: unknown): Promise<void> {
    try {
      this.#parts.post({ id, answer: await this.#carryOut(what, ask) });
    } catch (error) {
      const refused = error instanceof Refused ? error.refusal : { code: "internal", detail: { text: String(error) } };
      this.#parts.post({ id, refused });
    }
  }

  async #carryOut(what: keyof Questions, ask: unknown): Promise<unknown> {
    if (what === "open") {
      const { wish, fresh } = ask as Questions["open"]["ask"];
      return this.#open(wish, fresh);
    }
    if (what === "leave") {
      const { room } = ask as Questions["leave"]["ask"];
      this.#drop(room);
      await (await this.#opened()).leave(room);
      return null;
    }
    if (what === "clear") {
      for (const room of [...this.#rooms.keys()]) this.#end(room);
      await (await this.#opened()).clear();
      return null;
    }
    if (what === "games") return this.#ask({ games: {} });
    if (what === "deck") return this.#ask({ deck: ask });
    const { record } = ask as { record: string };
    const store = await this.#opened();
    const entries = await store.entries(record.split("-")[0]!);
    if (entries.length === 0) throw refuse("room_not_found");
    if (what === "replay") return this.#ask({ replay: { ...(ask as object), entries } });
    const key = await store.key(this.#parts.random());
    return this.#ask<{ text: string }>({ proof: { record, key, entries } }).text;
  }

  async #open(wish: Wish, { seed, pace }: Fresh): Promise<StoredRoom> {
    const store = await this.#opened();
    const key = await store.key(this.#parts.random());
    const now = this.#parts.now();
    const opened = this.#ask<{ room: string; seated: StoredRoom["seated"]; outcome: Outcome }>({
      open: { wish, now, seed, key, pace },
    });
    const game = "table" in wish ? wish.table.game : "play" in wish ? wish.play.game : wish.lesson.game;
    const about = { id: opened.room, seated: opened.seated, game, lesson: "lesson" in wish, opened: now, changed: now, over: false };
    await store.append(about.id, 0, opened.outcome.entries, { room: about });
    this.#rooms.set(about.id, { about, length: opened.outcome.entries.length, line: null, timer: undefined });
    return about;
  }

  // ---- connections ----

  async #connect(line: number, id: string, fresh: Fresh): Promise<void> {
    try {
      this.#parts.announce(id);
      const open = this.#rooms.get(id) ?? (await this.#resume(id, fresh));
      // A page has one connection to a room; a new one follows on one that was lost.
      if (open.line !== null) this.#hangUp(id, open);
      open.line = line;
      this.#lines.set(line, id);
    } catch (error) {
      const code = error instanceof Refused ? error.refusal.code : "internal";
      if (code === "room_not_found") this.#refuse(line, code);
      else this.#parts.post({ line, lost: String(error) });
    }
  }

  #refuse(line: number, code: string): void {
    this.#parts.post({ line, frames: [JSON.stringify({ err: { id: null, code, detail: {} } })] });
  }

  async #resume(id: string, { seed, pace }: { seed: string; pace: Pace }): Promise<Open> {
    const store = await this.#opened();
    const [about, entries, key] = await Promise.all([store.room(id), store.entries(id), store.key(this.#parts.random())]);
    if (!about || about.over) throw refuse("room_not_found");
    this.#ask({ resume: { room: id, entries, seed, key, pace } });
    const open: Open = { about, length: entries.length, line: null, timer: undefined };
    this.#rooms.set(id, open);
    return open;
  }

  #send(line: number, text: string): Promise<void> {
    const room = this.#lines.get(line);
    if (room === undefined) return Promise.resolve();
    return this.#call(room, { frame: { room, text, now: this.#parts.now() } });
  }

  #close(line: number): Promise<void> {
    const room = this.#lines.get(line);
    const open = room === undefined ? undefined : this.#rooms.get(room);
    if (room !== undefined && open) this.#hangUp(room, open);
    return Promise.resolve();
  }

  /** The page is gone from a room: it stands still. */
  #hangUp(room: string, open: Open): void {
    clearTimeout(open.timer);
    if (open.line !== null) this.#lines.delete(open.line);
    open.line = null;
    this.#ask({ disconnect: { room } });
  }

  /** Forgets a room that is not played here any more. Stored entries stay. */
  #drop(room: string): number | null {
    const open = this.#rooms.get(room);
    if (!open) return null;
    clearTimeout(open.timer);
    if (open.line !== null) this.#lines.delete(open.line);
    this.#rooms.delete(room);
    this.#ask({ drop: { room } });
    return open.line;
  }

  #replace(room: string): void {
    const line = this.#drop(room);
    if (line !== null) this.#parts.post({ line, frames: ['"replaced"'] });
  }

  // ---- what happens ----

  /** Calls a room, stores what has happened, and shows it: in this order. */
  async #call(room: string, request: Record<string, unknown>): Promise<void> {
    const open = this.#rooms.get(room);
    if (!open) return;
    clearTimeout(open.timer);
    let outcome: Outcome;
    try {
      outcome = this.#ask<Outcome>(request);
      for (const { code, text } of outcome.faults) this.#parts.log(`room ${room}: ${code}: ${text}`);
      await this.#keep(open, outcome);
    } catch (error) {
      // The room in memory is ahead of what is stored, or broken: it begins again from there.
      const line = this.#drop(room);
      if (line === null) return;
      if (error instanceof Conflict) this.#parts.post({ line, frames: ['"replaced"'] });
      else this.#parts.post({ line, lost: String(error) });
      return;
    }
    const { frames, ended } = outcome;
    if (open.line !== null && frames.length > 0) this.#parts.post({ line: open.line, frames });
    if (ended) this.#end(room);
    else this.#plan(room, open, outcome);
  }

  async #keep(open: Open, { entries, game }: Outcome): Promise<void> {
    if (entries.length === 0 && !game) return;
    const { id, seated } = open.about;
    const { state } = this.#ask<Summary>({ summary: { room: id } });
    const about = { ...open.about, changed: this.#parts.now(), state };
    const player = seated.player_id;
    const finished = game && { record: `${id}-${game.number}`, room: id, player, row: game };
    const store = await this.#opened();
    await store.append(id, open.length, entries, { room: about, ...(finished ? { game: finished } : {}) });
    open.length += entries.length;
    open.about = about;
  }

  #end(room: string): void {
    const line = this.#drop(room);
    if (line !== null) this.#parts.post({ line, lost: "the connection was ended" });
  }

  /** Calls the room again when something is due. Whatever the page sends meanwhile comes first. */
  #plan(room: string, open: Open, { next, thinking }: Outcome): void {
    if (open.line === null || (next === null && !thinking)) return;
    const wait = thinking ? 0 : Math.max(0, next! - this.#parts.now());
    open.timer = setTimeout(
      () => this.#inTurn(() => this.#call(room, { tick: { room, now: this.#parts.now() } })),
      Math.min(wait, LONGEST_WAIT),
    );
  }
}
