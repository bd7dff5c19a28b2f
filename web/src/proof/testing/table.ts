// For tests: an honest server in memory, with real keys and a game that nobody has ever played. Every hook is a place where a
// changed server would do something else.

import { getPublicKey, sign } from "@noble/ed25519";
import type { Command } from "../../gen/protocol/Command";
import type { DealView } from "../../gen/protocol/DealView";
import type { DiscardedView } from "../../gen/protocol/DiscardedView";
import type { Occupant } from "../../gen/protocol/Occupant";
import type { OpeningView } from "../../gen/protocol/OpeningView";
import type { RoomView } from "../../gen/protocol/RoomView";
import type { TableView } from "../../gen/protocol/TableView";
import type { Update } from "../../gen/protocol/Update";
import type { Rules } from "../../rules-module/client";
import { bodyText, type Entry, fileText, linkedText, type Outcome, type ProofFile, type Step } from "../file";
import { commitmentOf, gameKeys, type GameKeys, hashText, linkOf, promiseOf } from "../keys";
import { answer, type Luck } from "../luck";
import { type Opening, openingText, type Sitter, transcriptText } from "../opening";
import { hex } from "../sha256";
import { signedBytes } from "../signature";
import { Browser, Page } from "./page";

export { Browser, FakeStorage, type Page } from "./page";

export const randomHex = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Digits with another first one. */
export const turned = (digits: string): string => (digits.startsWith("0") ? "1" : "0") + digits.slice(1);

/** A server's key. */
export class SigningKey {
  #secret = crypto.getRandomValues(new Uint8Array(32));
  readonly public = hex(getPublicKey(this.#secret));
  sign(purpose: "transcript" | "file", hash: string): string {
    return hex(sign(signedBytes(purpose, hash), this.#secret));
  }
}

/** Where a changed server does something else. */
export interface Hooks {
  /** Before it is shown to the page on a seat. */
  room?: (room: RoomView, seat: number) => RoomView;
  opening?: (opening: Opening) => Opening;
  transcript?: (transcript: string) => string;
  deal?: (deal: DealView, seat: number) => DealView;
  table?: (table: TableView, seat: number) => TableView;
  /** The same before it is hashed: the file says what was shown. */
  lie?: (table: TableView, seat: number) => TableView;
  /** Before it is signed. */
  file?: (file: ProofFile) => ProofFile;
  /** After it was signed. */
  text?: (text: string) => string;
}

interface Ceremony {
  opening: string;
  secret: string;
  asked: number[];
  promises: Map<number, string>;
  bytes: Map<number, string>;
  transcript: string | null;
}

interface Play {
  transcript: string;
  secret: string;
  bytes: string[];
  keys: GameKeys;
  link: string;
  chances: number;
  log: Entry[];
  /** By viewer, seats first. */
  tables: TableView[];
  discarded: DiscardedView[];
}

const occupant = (seat: number, bot: boolean): Occupant => ({
  player_id: bot ? null : `00000000000000a${seat}`,
  name: `P${seat}`,
  avatar: "fox",
  controller: bot ? "bot" : "human",
  ...(bot ? { level: "hard" as const } : {}),
  online: !bot,
  idle: false,
  rematch: true,
  wins: 0,
});

let rooms = 0;

export class TestTable {
  hooks: Hooks = {};
  readonly key: SigningKey;
  readonly id: string;
  /** The game that is played. */
  game = "test";
  seats: Occupant[];
  options: Record<string, unknown> = { target: 10, hints: "off" };
  state: RoomView["state"] = "lobby";
  games = 0;
  version = 1;
  first: number | null = null;
  pages: Page[] = [];
  discarded: DiscardedView[] = [];
  ceremony: Ceremony | null = null;
  play: Play | null = null;
  outcome: Outcome | null = null;
  /** Seats that are not asked. */
  mute: number[] = [];
  #queue: (() => void)[] = [];
  #pumping = false;

  constructor({ people = 2, bots = 1, key = new SigningKey(), id = (++rooms).toString(16).padStart(16, "0") } = {}) {
    this.key = key;
    this.id = id;
    this.seats = Array.from({ length: people + bots }, (_, seat) => occupant(seat, seat >= people));
  }

  get record(): string {
    return `${this.id}-${this.games}`;
  }

  room(seat: number): RoomView {
    const under = this.state === "playing";
    const room: RoomView = {
      code: "KXMT",
      id: this.id,
      server: this.key.public,
      game: this.game,
      rules: 1,
      state: this.state,
      host: this.seats[0]!.player_id!,
      seats: this.seats,
      fewest: 2,
      most: 6,
      usual_seats: 3,
      preset: null,
      options: this.options,
      settings: {
        listed: "private",
        spectators: "on",
        locked: "off",
        absent_seat: "bot",
        bot_level: "medium",
        hints: "off",
        grace_seconds: 30,
        handover_seconds: 60,
      },
      spectators: [],
      hints: false,
      games: this.games,
      ...(under ? {} : { next: { seats: this.seats.map((_, i) => i), host: 0, first: this.first } }),
      ...(this.ceremony ? { opening: this.#openingView(this.ceremony) } : {}),
      ...(this.play ? { deal: this.#dealView(this.play, seat) } : {}),
      ...(this.outcome ? { outcome: this.outcome } : {}),
    };
    return this.hooks.room?.(structuredClone(room), seat) ?? room;
  }
  #openingView({ opening, asked, promises, transcript }: Ceremony): OpeningView {
    const signature = transcript === null ? null : this.key.sign("transcript", hashText(transcript));
    return { opening, discarded: this.discarded, asked, promised: [...promises.keys()], transcript, signature };
  }
  #dealView({ transcript, secret, bytes, discarded }: Play, seat: number): DealView {
    const signature = this.key.sign("transcript", hashText(transcript));
    const shown = this.state === "playing" ? null : secret;
    const deal = { record: this.record, transcript, signature, bytes, discarded, secret: shown };
    return this.hooks.deal?.(deal, seat) ?? deal;
  }

  /** Sends everybody what has changed, after what is being handled. */
  broadcast(what: { table?: boolean } = {}): void {
    for (const page of this.pages) if (page.online) this.#later(() => page.hear(this.update(page.seat, what.table ?? false)));
    this.#pump();
  }
  update(seat: number | null, table: boolean): Update {
    const viewer = seat ?? this.seats.length;
    const laid = this.play?.tables[viewer];
    const shown = laid && (this.hooks.table?.(laid, viewer) ?? laid);
    return {
      seq: this.version,
      ...(seat === null ? {} : { you: seat }),
      room: this.room(viewer),
      ...(table && shown ? { table: shown } : {}),
    };
  }
  #later(what: () => void): void {
    this.#queue.push(what);
  }
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) next();
    this.#pumping = false;
  }

  /** The host starts. With pages that answer, the game is dealt when this returns. */
  start(): void {
    this.open();
  }
  open(asked: number[] = this.pages.filter(({ online, seat }) => online && seat !== null).map(({ seat }) => seat!)): void {
    const secret = randomHex();
    const last = this.discarded.at(-1);
    const opening: Opening = {
      table: "KXMT",
      room: this.id,
      game: this.games + 1,
      attempt: this.discarded.length + 1,
      before: last ? hashText(last.transcript) : null,
      rules: this.game,
      version: 1,
      deck: null,
      options: this.options,
      settings: this.room(0).settings,
      host: 0,
      first: this.first,
      server: this.key.public,
      commitment: commitmentOf(secret),
      seats: this.seats.map(({ player_id, level }): Sitter => (player_id === null ? { bot: level! } : { person: player_id })),
    };
    const text = openingText(this.hooks.opening?.(opening) ?? opening);
    this.ceremony = {
      opening: text,
      secret,
      asked: asked.filter((seat) => !this.mute.includes(seat)),
      promises: new Map(),
      bytes: new Map(),
      transcript: null,
    };
    this.version += 1;
    this.broadcast();
    if (this.ceremony?.asked.length === 0) this.freeze();
  }
  receive(seat: number, command: Command): Promise<void> {
    const ceremony = this.ceremony;
    if (!ceremony || typeof command === "string") return Promise.reject(new Error("not_available"));
    if ("promise" in command && ceremony.transcript === null && command.promise.opening === hashText(ceremony.opening)) {
      ceremony.promises.set(seat, command.promise.promise);
      this.version += 1;
      this.broadcast();
      if (ceremony.promises.size === ceremony.asked.length) this.freeze();
      return Promise.resolve();
    }
    if ("reveal" in command && ceremony.transcript !== null && command.reveal.transcript === hashText(ceremony.transcript)) {
      const kept = promiseOf(hashText(ceremony.opening), seat, command.reveal.bytes) === ceremony.promises.get(seat);
      if (!kept) return Promise.reject(new Error("not_available"));
      ceremony.bytes.set(seat, command.reveal.bytes);
      if (this.waits === null && ceremony.bytes.size === ceremony.promises.size) this.deal();
      return Promise.resolve();
    }
    return Promise.reject(new Error("not_available"));
  }
  /** Before the deal, everybody waits for this. */
  waits: "test" | null = null;

  freeze(): void {
    const ceremony = this.ceremony!;
    const promises = [...ceremony.promises].sort(([a], [b]) => a - b).map(([seat, promise]) => ({ seat, promise }));
    const text = transcriptText(ceremony.opening, promises);
    ceremony.transcript = this.hooks.transcript?.(text) ?? text;
    this.version += 1;
    this.broadcast();
    if (ceremony.promises.size === 0) this.deal();
  }
  /** The deal that is frozen, as it is thrown away. */
  discardedView(): DiscardedView {
    const { transcript, secret, promises, bytes } = this.ceremony!;
    const signature = this.key.sign("transcript", hashText(transcript!));
    const seats = [...promises.keys()].sort((a, b) => a - b);
    return { transcript: transcript!, signature, secret, bytes: seats.map((seat) => bytes.get(seat) ?? null) };
  }
  /** Throws the frozen deal away. */
  discard(): void {
    this.discarded = [...this.discarded, this.discardedView()];
    this.ceremony = null;
    this.version += 1;
    this.broadcast();
  }
  deal(): void {
    const { transcript, secret, promises, bytes } = this.ceremony!;
    const hash = hashText(transcript!);
    const shown = [...promises.keys()].sort((a, b) => a - b).map((seat) => bytes.get(seat)!);
    this.play = {
      ...{ transcript: transcript!, secret, bytes: shown, link: hash, chances: 0, log: [], tables: [] },
      keys: gameKeys(secret, hash, shown),
      discarded: this.discarded,
    };
    this.ceremony = null;
    this.discarded = [];
    this.games += 1;
    this.outcome = null;
    this.state = "playing";
    this.begin();
  }
  /** The first entry of the log. */
  begin(): void {
    this.happen([{ shuffle: 24 }]);
  }

  /** Something happens at the table. A question is answered by luck. */
  happen(steps: (Step | Luck)[]): number {
    const play = this.play!;
    this.version += 1;
    const made = steps.map((step): Step => {
      if (!("shuffle" in step || "roll" in step)) return step;
      return { chance: { luck: step, drawn: answer(play.keys.luck, play.chances++, step) } };
    });
    const act = made.find((step) => "act" in step);
    this.log(made, (viewer) => ({
      view: { viewer, cards: [viewer, this.version], naïve: "♠" },
      legal: viewer < this.seats.length ? [{ play: { card: "9c" } }, "pass"] : [],
      more: false,
      events: [{ step: made.length }],
      acted: act ? act.act[0] : null,
      revealed: false,
    }));
    return this.version;
  }
  /** Logs an entry, and shows every viewer what it led to. */
  log(steps: Step[], shown: (viewer: number) => Omit<TableView, "version" | "link">): void {
    const play = this.play!;
    const entry: Entry = { version: this.version, steps, shown: [] };
    play.link = linkOf(play.keys, play.link, linkedText(entry));
    play.tables = Array.from({ length: this.seats.length + 1 }, (_, viewer): TableView => {
      const table = { version: this.version, link: play.link, ...shown(viewer) };
      return this.hooks.lie?.(table, viewer) ?? table;
    });
    // The hash is of the message as the game sends it: a hook that shows something else comes later.
    entry.shown = play.tables.map((table) => hashText(JSON.stringify(table)).slice(0, 32));
    play.log.push(entry);
    this.broadcast({ table: true });
  }
  finish(
    outcome: Outcome = {
      places: [1, 2, 3].slice(0, this.seats.length),
      points: [10, 4, 0].slice(0, this.seats.length),
      reason: "target",
      next_first: 1,
    },
  ): void {
    this.state = "finished";
    this.outcome = outcome;
    this.happen([{ expire: 9 }]);
  }
  /** Back to the lobby, for another game. */
  reopen(): void {
    this.state = "lobby";
    this.play = null;
    this.version += 1;
    this.broadcast();
  }
  /** The room is closed, in the middle of a ceremony or of a game. */
  close(): void {
    const message = {
      ...(this.ceremony?.transcript ? { discarded: this.discardedView() } : {}),
      ...(this.state === "playing" ? { secret: this.play!.secret } : {}),
    };
    for (const page of this.pages) page.session.closed(message);
  }

  file(): string {
    const { transcript, secret, bytes, discarded, log } = this.play!;
    const file: ProofFile = {
      aboveboard: "proof 2",
      transcript,
      signature: this.key.sign("transcript", hashText(transcript)),
      secret,
      bytes,
      discarded,
      players: this.seats.map(({ name }) => name),
      log,
      outcome: this.outcome,
      digest: "",
      signed: "",
    };
    const text = this.signFile(this.hooks.file?.(structuredClone(file)) ?? file);
    return this.hooks.text?.(text) ?? text;
  }
  signFile(file: ProofFile): string {
    const digest = hashText(bodyText(file));
    return fileText({ ...file, digest, signed: this.key.sign("file", digest) });
  }

  /** The rules that pages at this table have. */
  rules: Rules | undefined;

  page(seat: number | null, browser: Browser = new Browser()): Page {
    const page = new Page(this, seat, browser);
    this.pages.push(page);
    page.connect();
    return page;
  }
}
