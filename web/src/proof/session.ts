// One page at one table: takes part in its ceremonies, keeps what it is shown, and checks the file of each game against that.
// It comes in a chunk of its own, which is fetched while people gather in the lobby.

import type { DealView } from "../gen/protocol/DealView";
import type { DiscardedView } from "../gen/protocol/DiscardedView";
import type { RoomView } from "../gen/protocol/RoomView";
import type { TableView } from "../gen/protocol/TableView";
import type { Update } from "../gen/protocol/Update";
import type { Rules } from "../rules-module/client";
import { Ceremony } from "./ceremony";
import { claimedMoves } from "./moves";
import { checkFile } from "./check";
import { type Download, downloadFile, FILE_LIMIT } from "./download";
import { checkBytes, checkDiscarded, checkSecret, firstDifference, short, signedTranscript } from "./deal";
import type { Outcome } from "./file";
import { attemptOf, type Game, openingInPlay, personOf, replayedOf, serverOf } from "./game";
import { hashText, tableNumber } from "./keys";
import { type KeptDeal, Memory } from "./memory";
import { openingText } from "./opening";
import type { Port } from "./port";
import { type BotsCheck, gameRemarks } from "./remarks";
import type { Report } from "./report";
import { checkBots, countBotMoves, judgeByRules, type Replayed } from "./rules";
import { meetKey, warmUp } from "./signature";
import { type Move, Trace } from "./trace";
import { type Fault, fail, faultOf, type Remark, type Verdict } from "./verdict";
import { witnessText } from "./witness";

/** Between two requests for the file, while it is not there; longer each time the server cannot be reached. */
const FILE_PAUSE = 2_000;
const LONGEST_PAUSE = 30_000;
/** A later answer in the room is ignored, in milliseconds. */
const ANSWER_LIMIT = 10_000;
/** Between two notes that a game is still under way. */
const NOTE_PAUSE = 10_000;

/** The memory of this browser, one for the page. */
let shared: Memory | null = null;
const sharedMemory = (): Memory => (shared ??= new Memory());

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

export class Session {
  #port: Port;
  #memory: Memory;
  #ceremony: Ceremony;
  #game: Game | null = null;
  /** Something that was wrong before the first card of a game. */
  #condemned: { game: number; fault: Fault } | null = null;
  /** An earlier game of this room that turned out to be broken. */
  #earlier: Report["earlier"] = null;
  #keyBefore: string | null = null;
  /** The server whose key was looked at. */
  #met: string | null = null;
  /** The last known state of the room in this connection. */
  #before: RoomView["state"] | null = null;
  /** A connection has begun, and nothing was heard in it yet. */
  #returning = true;
  /** When the room last sent something. */
  #heardAt = 0;
  #hurry = new Set<() => void>();
  /** Ends what is still being recomputed. */
  #leaving = new AbortController();
  /** The room, and the number of the game that is played or comes next. */
  #coming: { room: string; game: number } | null = null;

  constructor(port: Port, memory: Memory = sharedMemory()) {
    this.#port = port;
    this.#memory = memory;
    this.#ceremony = new Ceremony(memory);
    setTimeout(warmUp);
  }

  /** A connection begins. What happened before it was not seen, or was seen by another tab. */
  connected(): void {
    this.#returning = true;
    this.#before = null;
    const game = this.#game;
    if (!game) return;
    if (game.own) game.trace = this.#memory.trace(game.hash);
    game.trace.connect();
  }

  /** Takes in what the server shows. `you`: the seat. */
  heard(update: Update, you: number | null): void {
    const { room, table } = update;
    this.#heardAt = Date.now();
    this.#memory.restore();
    if (room) {
      if (!this.#port.fetchLocal) this.#keyBefore = this.#memory.meetServer(room.server);
      if (room.server !== this.#met) setTimeout(meetKey, 0, (this.#met = room.server));
      this.#coming = { room: room.id, game: room.state === "playing" ? room.games : room.games + 1 };
      this.#takePart(room, you);
      if (this.#returning) this.#comeBack();
      this.#noteDiscarded(room);
      this.#follow(room, you);
      this.#before = room.state;
      const seat = this.#game?.seat ?? null;
      const occupant = seat === null || room.state !== "playing" ? undefined : room.seats[seat];
      if (occupant) this.#game!.trace.showSeat(update.seq, occupant.controller === "human" && occupant.online);
    }
    if (table) this.#see(table);
    if (room?.state === "finished" && room.deal && this.#game?.deal.record === room.deal.record) this.#finish(room.outcome ?? null);
    this.#show();
  }

  /** A move of the player, before it is sent and when it is answered. */
  moved(move: Move): void {
    const game = this.#game;
    if (!game || game.seat === null) return;
    // The answer to the last move may come after the end that it led to.
    if (game.endedAt === null || game.trace.moves.some(({ id }) => id === move.id)) game.trace.keepMove(move);
  }

  /** The room is gone, with the deal that was frozen in it, or in the middle of a game. */
  closed({ discarded, secret }: { discarded?: DiscardedView; secret?: string }): void {
    if (discarded) this.#discard(discarded);
    // Also where the server keeps silent about it.
    for (const deal of this.#shown()) if (deal.end === null && !deal.dealt) this.#memory.note(deal.hash, { end: "discarded" });
    const game = this.#game;
    if (game?.endedAt === null) {
      if (secret !== undefined) game.deal = { ...game.deal, secret };
      this.#finish(secret === undefined ? undefined : null);
    }
    this.#show();
  }

  /** The player leaves, or the page goes. */
  left(): void {
    this.#leaving.abort();
    this.#leaving = new AbortController();
    for (const deal of this.#shown()) if (deal.end === null) this.#memory.note(deal.hash, { left: true });
  }

  /** Asks at once for the file, or for the rules that could not be loaded. */
  retry(): void {
    const game = this.#game;
    if (game?.file && game.verdict?.kind === "consistent" && game.verdict.unchecked === "unloadable") {
      game.verdict = null;
      game.stage = "checking";
      this.#show();
      void this.#judge(game, game.file);
    }
    for (const hurry of this.#hurry) hurry();
    this.#hurry.clear();
  }

  /** The deals of the current or the coming game to which this browser showed bytes. */
  #shown(): KeptDeal[] {
    return this.#coming ? this.#memory.shownFor(this.#coming.room, this.#coming.game) : [];
  }

  /** A player who comes back has not left. Somebody who gave the seat up has another id when sitting down again. */
  #comeBack(): void {
    this.#returning = false;
    for (const deal of this.#shown()) if (personOf(deal) === this.#port.player) this.#memory.note(deal.hash, { left: false });
  }

  #takePart(room: RoomView, you: number | null): void {
    if (!room.opening) return;
    const game = room.games + 1;
    if (this.#condemned?.game === game) return;
    const fault = faultOf(() => {
      const command = this.#ceremony.answer(room, you);
      // Too late, or gone: the game begins without our bytes, and its verdict says so.
      if (command) this.#port.send(command).catch(() => {});
    });
    if (fault) this.#condemned = { game, fault };
  }

  /** A deal that is neither on its way nor played was thrown away, whatever the reason. */
  #noteDiscarded({ opening, deal }: RoomView): void {
    for (const one of this.#shown()) {
      const alive = one.dealt || one.transcript === opening?.transcript || one.transcript === deal?.transcript;
      if (one.end === null && !alive) this.#memory.note(one.hash, { end: "discarded" });
    }
  }

  #follow(room: RoomView, you: number | null): void {
    const { deal } = room;
    const before = this.#game;
    // Its end was missed; the file has it.
    if (before?.endedAt === null && before.deal.record !== deal?.record) this.#finish(undefined);
    if (!deal) {
      const cards = room.state === "playing" && room.lesson === undefined;
      if (cards) this.#condemned ??= { game: room.games, fault: { what: "no-deal", values: {} } };
      return;
    }
    if (deal.record !== this.#game?.deal.record || (room.state === "playing" && this.#game.endedAt !== null)) {
      this.#begin(room, deal, you);
      return;
    }
    const game = this.#game;
    if (game.endedAt !== null) return;
    if (deal.secret !== null) game.deal = { ...game.deal, secret: deal.secret };
    const fault = faultOf(() => {
      if (deal.transcript !== game.deal.transcript) fail("other-transcript", firstDifference(game.deal.transcript, deal.transcript));
      const moved = room.state === "playing" && game.seat !== null && you !== null && game.seat !== you;
      if (moved) fail("seat", { own: game.seat! + 1, other: you + 1 });
    });
    if (fault) this.#break(game, fault);
  }

  #begin(room: RoomView, deal: DealView, you: number | null): void {
    const hash = hashText(deal.transcript);
    // A player who has left and watches now has another screen than the player had.
    const own = you === null ? null : this.#memory.deal(hash);
    const usedBefore = room.state === "playing" && (own ? own.end !== null : you !== null && this.#memory.knows(hash));
    const game: Game = {
      ...{
        deal,
        hash,
        server: room.server,
        transcript: null,
        number: null,
        seat: you,
        own,
        outcome: undefined,
        endedAt: null,
        noted: Date.now(),
      },
      trace: own?.shown ? this.#memory.trace(hash) : new Trace(),
      screens: new Map(),
      ...{ stage: "sealed", verdict: null, file: null, acts: [], bots: null },
    };
    game.trace.connect();
    this.#game = game;
    const found = faultOf(() => {
      if (usedBefore) fail("used-before", { own: short(hash) });
      this.#checkBeginning(room, game);
    });
    // The first finding counts: by a page before this one, or before the first card.
    const fault = own?.fault ?? (this.#condemned?.game === room.games ? this.#condemned.fault : null) ?? found;
    this.#condemned = null;
    this.#memory.note(hash, { dealt: true, heard: Date.now() });
    this.#port.prepareRules?.();
    if (fault) this.#break(game, fault);
  }

  /** All bytes open their promises, and the deal is the one that this page took part in. */
  #checkBeginning(room: RoomView, game: Game): void {
    const { deal, own, hash, seat } = game;
    const transcript = signedTranscript(deal.transcript, deal.signature, room.server);
    game.transcript = transcript;
    const { opening, promises } = transcript;
    const record = `${opening.room}-${opening.game}`;
    if (record !== deal.record) fail("other-game", { own: deal.record, other: record });
    if (room.state === "playing") {
      const screen = openingText(openingInPlay(room, opening, this.#before === "lobby" || this.#before === "finished"));
      if (screen !== openingText(opening)) fail("opening", firstDifference(screen, openingText(opening)));
    }
    checkBytes(transcript, deal.bytes, false);
    game.number = tableNumber(hash, deal.bytes);
    checkDiscarded(deal.discarded, opening);
    const attempt = this.#memory
      .shownFor(opening.room, opening.game)
      .find((one) => one.hash !== hash && attemptOf(one) === opening.attempt);
    if (attempt) fail("two-transcripts", { own: short(attempt.hash), other: short(hash) });
    this.#ceremony.checkShown(
      deal.discarded.map((one) => hashText(one.transcript)),
      opening,
      hash,
    );
    if (!own) return;
    if (seat !== null && own.seat !== seat) fail("seat", { own: own.seat + 1, other: seat + 1 });
    const at = promises.findIndex((one) => one.seat === own.seat);
    if (deal.bytes[at] !== own.bytes) fail("own-bytes", { own: short(own.bytes), other: short(deal.bytes[at] ?? "–") });
  }

  #see(table: TableView): void {
    const game = this.#game;
    if (!game) return;
    // The file ends with the game.
    if (game.endedAt !== null && table.version > (game.trace.seen.at(-1)?.version ?? 0)) return;
    const text = JSON.stringify(table);
    const hash = hashText(text);
    game.screens.set(table.version, text);
    const before = game.trace.see(table.version, hash, String(table.link));
    if (before !== null)
      this.#break(game, { what: "screen-changed", values: { version: table.version, own: short(before), other: short(hash) } });
    if (game.own && Date.now() - game.noted > NOTE_PAUSE) {
      game.noted = Date.now();
      this.#memory.note(game.hash, { heard: game.noted });
    }
  }

  /** A deal that was frozen is never played. */
  #discard({ transcript: text, signature, secret, bytes }: DiscardedView): void {
    const own = this.#memory.deal(hashText(text));
    const fault = faultOf(() => {
      const frozen = this.#shown().findLast(({ end }) => end === null);
      if (frozen && frozen.transcript !== text) fail("other-transcript", firstDifference(frozen.transcript, text));
      if (!own) return;
      const transcript = signedTranscript(text, signature, serverOf(own));
      checkSecret(transcript.opening, secret);
      checkBytes(transcript, bytes, true);
    });
    if (own) this.#memory.note(own.hash, { end: "discarded" });
    if (fault && this.#coming) this.#condemned = { game: this.#coming.game, fault };
  }

  #finish(outcome: Outcome | null | undefined): void {
    const game = this.#game!;
    if (game.endedAt !== null) return;
    game.outcome = outcome;
    game.endedAt = Date.now();
    if (outcome !== undefined) this.#memory.note(game.hash, { end: outcome ? "result" : "given-up" });
    void this.#check(game);
  }

  #break(game: Game, fault: Fault): void {
    // The first mismatch counts.
    if (game.verdict?.kind !== "broken") {
      game.verdict = { kind: "broken", fault };
      // A reload, which asks for the file again, does not forget what was seen.
      if (fault.what !== "no-file") this.#memory.note(game.hash, { fault });
    }
    if (game !== this.#game) this.#earlier = { game: game.transcript?.opening.game ?? 0, fault };
    this.#show();
  }

  /** Fetches the file once, and checks those bytes. */
  async #check(game: Game): Promise<void> {
    let pause = FILE_PAUSE;
    for (;;) {
      game.stage = "checking";
      const asked = Date.now();
      const answer = await this.#fetch(game.deal.record);
      if (answer instanceof Uint8Array) {
        await this.#judge(game, answer);
        return;
      }
      const answers = answer === "refused" || (await this.#answers(asked));
      if (answers && Date.now() - game.endedAt! >= FILE_LIMIT) {
        game.stage = "done";
        this.#break(game, { what: "no-file", values: { seconds: FILE_LIMIT / 1000 } });
        return;
      }
      pause = answers ? FILE_PAUSE : Math.min(pause * 2, LONGEST_PAUSE);
      if (!answers) game.stage = "unreachable";
      this.#show();
      await Promise.race([wait(pause), new Promise<void>((hurry) => this.#hurry.add(hurry))]);
    }
  }

  async #fetch(record: string): Promise<Download> {
    const { fetchLocal } = this.#port;
    if (!fetchLocal) return downloadFile(`/api/played/${record}/proof`);
    return fetchLocal(record).then(
      (text) => new TextEncoder().encode(text),
      () => "silent",
    );
  }

  /** Whether the room is there, although a request for a file is not answered: then the server withholds the file. */
  async #answers(since: number): Promise<boolean> {
    const { answers, fetchLocal } = this.#port;
    if (fetchLocal) return false;
    if (this.#heardAt > since) return true;
    return answers ? Promise.race([answers(), wait(ANSWER_LIMIT).then(() => this.#heardAt > since)]) : false;
  }

  async #judge(game: Game, file: Uint8Array): Promise<void> {
    const { deal, server, hash, seat, own, trace, outcome } = game;
    const thrownAway = own ? this.#memory.thrownAway(hash) : { deals: [], count: 0 };
    const opening = game.transcript?.opening;
    const shown = opening ? this.#memory.shownFor(opening.room, opening.game).map((one) => one.hash) : [];
    const checked = checkFile(file, {
      ...{ deal, server, seat, own, trace, outcome },
      player: this.#port.player,
      shown: shown.filter((one) => one !== hash),
      discarded: thrownAway.count,
    });
    game.file = file;
    game.acts = checked.acts;
    const { rules } = this.#port;
    const replayed = replayedOf(game, checked);
    const verdict = rules && replayed ? await judgeByRules(rules, checked.verdict, replayed) : checked.verdict;
    game.stage = "done";
    if (outcome === undefined && verdict.kind !== "broken") {
      // Of a game whose end was missed the file alone says how it ended.
      game.outcome = checked.outcome;
      this.#memory.note(hash, { end: checked.outcome ? "result" : "given-up" });
    }
    // Only a verdict that shows the count has named them.
    const vouches = verdict.kind === "verified" || (verdict.kind === "consistent" && verdict.absent === null);
    if (vouches && game.outcome) this.#memory.nameThrownAway(hash);
    if (verdict.kind === "broken") this.#break(game, verdict.fault);
    else game.verdict ??= verdict;
    this.#show();
    const sound = verdict.kind === "verified" || (verdict.kind === "consistent" && verdict.unchecked === null);
    if (rules && replayed && sound) await this.#recomputeBots(rules, game, replayed);
    game.screens.clear();
  }

  async #recomputeBots(rules: Rules, game: Game, replayed: Replayed): Promise<void> {
    const count = countBotMoves(replayed.file.log);
    if (count === null) return;
    const note = (bots: BotsCheck) => {
      game.bots = bots;
      this.#show();
    };
    const { signal } = this.#leaving;
    note({ state: "running", done: 0, of: replayed.file.log.length });
    const { fault, unchecked } = await checkBots(rules, replayed, (progress) => note({ state: "running", ...progress }), signal);
    if (fault) this.#break(game, fault);
    note(unchecked === null ? { state: "done", count } : { state: "stopped" });
  }

  #show(): void {
    const game = this.#game;
    const condemned: Verdict | null = this.#condemned && { kind: "broken", fault: this.#condemned.fault };
    const opening = game?.transcript?.opening;
    this.#port.show({
      stage: game?.stage ?? "none",
      verdict: condemned ?? game?.verdict ?? null,
      deal:
        opening && game
          ? { record: game.deal.record, opening, hash: game.hash, seats: game.transcript!.promises.map(({ seat }) => seat) }
          : null,
      number: game?.number ?? null,
      remarks: game ? this.#remarks(game) : [],
      earlier: this.#earlier,
      file: game?.file ?? null,
      witness: () => (game ? this.#witness(game) : null),
    });
  }

  #remarks(game: Game): Remark[] {
    const { stored, since } = this.#memory;
    return gameRemarks({ ...game, stored, since, keyBefore: this.#keyBefore, attempt: game.transcript?.opening.attempt ?? 1 });
  }

  #witness({ own, trace, acts, hash, outcome }: Game): string | null {
    if (!own?.shown) return null;
    const { deals, count } = this.#memory.thrownAway(hash);
    // In the file's own form where the file has them: the witness of a broken game says what was done all the same.
    const made = new Map([...claimedMoves(trace.moves, acts), ...acts]);
    return witnessText({
      own,
      trace,
      acts: [...made].sort(([a], [b]) => a - b),
      earlier: deals,
      discarded: count,
      since: this.#memory.since,
      outcome: outcome ?? null,
    });
  }
}
