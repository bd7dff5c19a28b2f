// This browser's part in the ceremony before a deal. It writes the opening from its own screen, promises random bytes to it,
// and shows them once every promise is frozen and everything is as it should be. After that the host can keep the deal or
// throw it away, and nothing else.

import type { Command } from "../gen/protocol/Command";
import type { RoomView } from "../gen/protocol/RoomView";
import { checkDiscarded, firstDifference, short, signedTranscript } from "./deal";
import { hashText, promiseOf } from "./keys";
import type { Memory } from "./memory";
import { commitmentIn, type Opening, openingText, promisesOf, type Sitter } from "./opening";
import { hex } from "./sha256";
import { fail } from "./verdict";

/** The opening that follows from what a page shows its player; `null` where the next game is not known. */
export function openingOf(room: RoomView, commitment: string): Opening | null {
  const { next, opening } = room;
  if (!next || !opening) return null;
  const seats = next.seats.map((seat): Sitter | null => {
    const occupant = room.seats[seat];
    if (!occupant) return null;
    return occupant.player_id === null ? { bot: occupant.level ?? room.settings.bot_level } : { person: occupant.player_id };
  });
  if (!seats.every((sitter) => sitter !== null)) return null;
  // The host is the one whom the page marks as such.
  const host = seats.findIndex((sitter) => "person" in sitter && sitter.person === room.host);
  const last = opening.discarded.at(-1);
  return {
    table: room.code,
    room: room.id,
    game: room.games + 1,
    attempt: opening.discarded.length + 1,
    before: last ? hashText(last.transcript) : null,
    rules: room.game,
    version: room.rules,
    deck: room.deck ? { id: room.deck.id, hash: room.deck.hash } : null,
    options: room.options,
    settings: room.settings,
    host: host < 0 ? next.host : host,
    first: next.first,
    server: room.server,
    commitment,
    seats,
  };
}

/** The promise for an opening. It exists in the memory of this tab only, until it is shown. */
interface OwnPromise {
  opening: Opening;
  seat: number;
  bytes: string;
  promise: string;
  /** Whether the server has said that it has the promise. */
  taken: boolean;
  /** The hash of the one transcript to which the bytes were shown. */
  shownTo: string | null;
}

/** Good randomness, also where the page comes by plain http. */
const drawBytes = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

export class Ceremony {
  #memory: Memory;
  /** By the hash of the opening. */
  #promises = new Map<string, OwnPromise>();
  /** Openings that were compared with the screen, by their hash. */
  #compared = new Map<string, Opening>();
  #repeated = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /**
   * What the page has to say now; `null` for nothing. Throws `Broken` where something is not as it should be; then the page
   * shows nothing.
   */
  answer(room: RoomView, you: number | null): Command | null {
    const view = room.opening;
    const seat = you === null ? -1 : (room.next?.seats.indexOf(you) ?? -1);
    if (!view || seat < 0) return null;
    const hash = hashText(view.opening);
    const opening = this.#compared.get(hash) ?? this.#compare(room, view.opening);
    this.#compared.set(hash, opening);
    const made = this.#promises.get(hash);
    if (made && view.promised.includes(made.seat)) made.taken = true;
    if (view.transcript !== null) return this.#show(room, seat, hash);
    // Once: the connection repeats what was not answered.
    if (!view.asked.includes(seat) || view.promised.includes(seat) || made) return null;
    const bytes = drawBytes();
    const promise = promiseOf(hash, seat, bytes);
    this.#promises.set(hash, { opening, seat, bytes, promise, taken: false, shownTo: null });
    return { promise: { opening: hash, promise } };
  }

  /** The opening that the page writes, which is the server's. */
  #compare(room: RoomView, text: string): Opening {
    const commitment = commitmentIn(text);
    const opening = commitment === null ? null : openingOf(room, commitment);
    const own = opening ? openingText(opening) : "";
    if (opening === null || own !== text) return fail("opening", firstDifference(own, text));
    const used = this.#memory.withCommitment(commitment!);
    // A frozen opening may be on the screen again after a reload.
    const before = room.opening!.discarded.find((deal) => commitmentIn(deal.transcript) === commitment);
    if (before || (used && !used.transcript.startsWith(text))) {
      fail("commitment", { own: short(used?.hash ?? hashText(before!.transcript)), other: short(commitment!) });
    }
    return opening;
  }

  #show(room: RoomView, seat: number, hash: string): Command | null {
    const { transcript, signature, discarded } = room.opening!;
    const frozen = hashText(transcript!);
    const kept = this.#memory.deal(frozen);
    const made = this.#promises.get(hash);
    if (!made || made.shownTo === frozen) {
      // After a reload the same bytes may be repeated for the same transcript, and nothing else.
      if (!kept?.shown || made || this.#repeated.has(frozen)) return null;
      this.#repeated.add(frozen);
      return { reveal: { transcript: frozen, bytes: kept.bytes } };
    }
    if (made.shownTo !== null) fail("two-transcripts", { own: short(made.shownTo), other: short(frozen) });

    const promises = promisesOf(transcript!, made.opening) ?? fail("frozen", firstDifference(openingText(made.opening), transcript!));
    const mine = promises.find((one) => one.seat === made.seat);
    if (!mine) {
      // A promise that came too late is not in the transcript. One that the server has said it has must be.
      if (made.taken) fail("left-out", { own: short(made.promise) });
      return null;
    }
    if (mine.promise !== made.promise || made.seat !== seat) fail("promise", { own: short(made.promise), other: short(mine.promise) });
    signedTranscript(transcript!, signature ?? "", room.server);
    checkDiscarded(discarded, made.opening);
    this.checkShown(
      discarded.map((deal) => hashText(deal.transcript)),
      made.opening,
      frozen,
    );

    this.#memory.keep({
      hash: frozen,
      transcript: transcript!,
      signature: signature!,
      room: room.id,
      game: made.opening.game,
      seat,
      bytes: made.bytes,
      shown: true,
      at: Date.now(),
    });
    made.shownTo = frozen;
    return { reveal: { transcript: frozen, bytes: made.bytes } };
  }

  /** Among the deals that were thrown away is every one of this game to which this browser showed its bytes. */
  checkShown(discarded: string[], { room, game }: Opening, frozen: string): void {
    const missing = this.#memory.shownFor(room, game).find(({ hash }) => hash !== frozen && !discarded.includes(hash));
    if (missing) fail("discarded-missing", { own: short(missing.hash), other: discarded.map(short).join(", ") || "–" });
  }
}
