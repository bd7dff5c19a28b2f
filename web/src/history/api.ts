// What the card room knows of the games that were played with this browser's key.

import type { HistoryGame } from "../gen/protocol/HistoryGame";
import type { HistoryPage } from "../gen/protocol/HistoryPage";
import type { HistoryResult } from "../gen/protocol/HistoryResult";
import type { Leaderboard } from "../gen/protocol/Leaderboard";
import type { Overview } from "../gen/protocol/Overview";
import { request } from "../lib/api";
import { loadDevice } from "../lib/device";
import { profile } from "../lib/profile.svelte";
import { historyGame } from "../local/history";

/** Which games are wanted; empty means all. */
export interface Wish {
  game: string;
  result: HistoryResult | "";
  /** Part of somebody's name. */
  with: string;
  /** Days as date fields have them: 2026-11-15. Both are included. */
  since: string;
  until: string;
}

export const everything: Wish = { game: "", result: "", with: "", since: "", until: "" };

/** Local midnight, `later` days after a day. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return String(new Date(year, month - 1, date + later).getTime());
}

/** A wish as the card room reads it. */
export function search(wish: Wish, before: number | null = null): string {
  const asked = new URLSearchParams();
  if (wish.game) asked.set("game", wish.game);
  if (wish.result) asked.set("result", wish.result);
  if (wish.with.trim()) asked.set("with", wish.with.trim());
  if (wish.since) asked.set("since", midnight(wish.since, 0));
  if (wish.until) asked.set("until", midnight(wish.until, 1));
  if (before !== null) asked.set("before", String(before));
  const text = asked.toString();
  return text && `?${text}`;
}

const shown = (): Record<string, string> => (profile.key ? { authorization: `Bearer ${profile.key}` } : {});

export const overview = () => request<Overview>("GET", "/api/history", undefined, shown());
export const gamesLike = (wish: Wish, before: number | null) =>
  request<HistoryPage>("GET", `/api/history/games${search(wish, before)}`, undefined, shown());
export const forget = () => request<null>("DELETE", "/api/history", undefined, shown());
export const standAs = (name: string | null) => request<null>("PUT", "/api/history/name", { name }, shown());
export const leaderboard = () => request<Leaderboard>("GET", "/api/leaderboard", undefined, shown());

/** The games that were played on this device, without a server. Storage that cannot be read has none. */
export const playedHere = (): Promise<HistoryGame[]> =>
  loadDevice()
    .then((device) => device.playedHere())
    .then((games) => games.map(historyGame))
    .catch(() => []);
