// Whether a game can begin, and what is missing.

import type { RoomView } from "../gen/protocol/RoomView";
import { t } from "../lib/i18n.svelte";

/** Seats of a rematch: bots, the host who starts it, and the people who have agreed. */
export const rematchSeats = (seats: RoomView["seats"], host: number | null): RoomView["seats"] =>
  seats.filter(({ player_id, rematch }, seat) => player_id === null || rematch || seat === host);

/** What keeps the game from starting, in words; `null` if nothing does. */
export function startTrouble(room: Pick<RoomView, "seats" | "fewest" | "most">): string | null {
  const { length } = room.seats;
  if (length < room.fewest) return t("start-missing", { n: room.fewest - length });
  if (length > room.most) return t("start-too-many", { n: length - room.most });
  return null;
}
