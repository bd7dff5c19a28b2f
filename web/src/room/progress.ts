// What a finished game did to the viewer: out of their history, which the server keeps by the browser's key.

import type { HistoryGame } from "../gen/protocol/HistoryGame";

export interface Progress {
  /** The rating after the game; `null` where it did not count. */
  rating: number | null;
  /** What the game did to it. */
  change: number;
  /** Games of this kind won in a row, this one included. */
  streak: number;
}

/** `games`: the latest first. `null` if the game is not among them. */
export function progress(games: readonly HistoryGame[], record: string): Progress | null {
  const at = games.findIndex((game) => game.record === record);
  const game = games[at];
  if (!game) return null;
  const earlier = games.slice(at);
  const end = earlier.findIndex(({ result }) => result !== "won");
  return { rating: game.rating?.rating ?? null, change: game.change ?? 0, streak: end < 0 ? earlier.length : end };
}

/** Asks the server. Rejects if it does not answer. */
export async function progressOf(game: string, record: string): Promise<Progress | null> {
  const { everything, gamesLike } = await import("../history/api");
  const { games } = await gamesLike({ ...everything, game }, null);
  return progress(games, record);
}
