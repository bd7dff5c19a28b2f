// Games on this device as the page about games shows them.

import type { HistoryGame } from "../gen/protocol/HistoryGame";
import type { HistoryResult } from "../gen/protocol/HistoryResult";
import type { StoredGame } from "./store";

/** A finished game for the list. It is not rated. */
export function historyGame({ record, player, row }: StoredGame): HistoryGame {
  const { game, options, ended_at, outcome } = row;
  const seat = row.players.findIndex(({ player_id }) => player_id === player);
  const place = (at: number) => outcome?.places[at] ?? null;
  const players = row.players.map(({ name, avatar, level, side, away }, at) => ({
    ...{ name, avatar, level, away },
    side: side ?? at,
    place: place(at),
    points: outcome?.points[at] ?? null,
  }));
  return {
    record,
    game,
    options,
    ended_at,
    seat,
    result: resultOf(row.players[seat]?.away ?? true, place(seat)),
    players,
    rating: null,
    change: null,
    hints: row.hints ?? false,
  };
}

function resultOf(away: boolean, place: number | null): HistoryResult {
  if (place === null) return "given_up";
  if (away) return "left";
  return place === 1 ? "won" : "lost";
}
