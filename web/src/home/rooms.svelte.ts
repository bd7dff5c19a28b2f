// Tables that anyone may join or watch; looked up again while the page is in sight.

import type { Summary } from "../gen/protocol/Summary";
import { publicRooms } from "../lib/api";

const REFRESH_MS = 8000;

/** How many more people fit at a table that has not begun. */
export const freeSeats = ({ state, people, most }: Summary): number => (state === "lobby" ? Math.max(0, most - people) : 0);

/** Returns the game with the most free seats at open tables, if there are any. */
export function busiestGame(rooms: readonly Summary[]): string | null {
  const free = new Map<string, number>();
  for (const room of rooms) free.set(room.game, (free.get(room.game) ?? 0) + freeSeats(room));
  const [game, seats] = [...free].reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0]);
  return seats > 0 ? game : null;
}

export class PublicRooms {
  list = $state.raw<Summary[]>([]);
  /** Whether the server has answered the last look. */
  reached = $state(false);

  /** Resolves once the list is there, or cannot be had: the page works without it. */
  async look(): Promise<void> {
    if (document.hidden) return;
    try {
      this.list = await publicRooms();
      this.reached = true;
    } catch {
      this.reached = false;
      // The next look may find it.
    }
  }

  /** Keeps the list fresh; returns how to stop. */
  follow(): () => void {
    const refresh = () => void this.look();
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }
}
