// One game, as a page sees it, from its deal to its verdict.

import type { DealView } from "../gen/protocol/DealView";
import type { RoomView } from "../gen/protocol/RoomView";
import type { Checked } from "./check";
import type { Acts } from "./moves";
import type { Outcome } from "./file";
import type { KeptDeal } from "./memory";
import type { Opening, Sitter, Transcript } from "./opening";
import type { BotsCheck } from "./remarks";
import type { Report } from "./report";
import type { Replayed } from "./rules";
import type { Trace } from "./trace";
import type { Verdict } from "./verdict";

export interface Game {
  deal: DealView;
  hash: string;
  server: string;
  transcript: Transcript | null;
  /** The table number, once all bytes were found to open their promises. */
  number: string | null;
  seat: number | null;
  own: KeptDeal | null;
  trace: Trace;
  /** The table objects of this game as they were shown, as texts by version: a reload loses them, and the hashes remain. */
  screens: Map<number, string>;
  outcome: Outcome | null | undefined;
  endedAt: number | null;
  /** When it was noted last that the game is under way. */
  noted: number;
  stage: Report["stage"];
  verdict: Verdict | null;
  file: Uint8Array | null;
  acts: Acts;
  bots: BotsCheck | null;
}

/**
 * The opening of a game that is under way, as its screen has it. Earlier decisions are taken from the transcript, and of a
 * game that did not begin before this page's eyes the players too: they may have left since.
 */
export function openingInPlay(room: RoomView, stated: Opening, sawStart: boolean): Opening {
  const sitters = room.seats.map(({ player_id, level }): Sitter =>
    player_id === null ? { bot: level ?? room.settings.bot_level } : { person: player_id },
  );
  const seats = sawStart ? sitters : stated.seats;
  return {
    ...stated,
    table: room.code,
    room: room.id,
    game: room.games,
    rules: room.game,
    version: room.rules,
    deck: room.deck ? { id: room.deck.id, hash: room.deck.hash } : null,
    options: room.options,
    settings: room.settings,
    server: room.server,
    seats,
  };
}

/** What the rules need of a game; `null` where its file cannot be read. */
export function replayedOf({ seat, screens, file }: Game, { read }: Checked): Replayed | null {
  if (!read || !file) return null;
  return { text: new TextDecoder().decode(file), file: read.file, opening: read.transcript.opening, seat, screens };
}

const lineOf = (text: string, name: string): string => new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? "";
export const attemptOf = ({ transcript }: KeptDeal): number => Number(lineOf(transcript, "attempt"));
export const personOf = ({ transcript, seat }: KeptDeal): string => lineOf(transcript, `seat ${seat} person`);
export const serverOf = ({ transcript }: KeptDeal): string => lineOf(transcript, "server");
