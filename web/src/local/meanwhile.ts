// A game at the server has lost its connection: the same game by the same rules against bots of the same levels, on this device.
// The table at the server stays as it is.

import type { RoomView } from "../gen/protocol/RoomView";
import type { Person } from "../gen/protocol/Person";
import { Connection, type LocalTable } from "../lib/connection.svelte";
import type { Wish } from "./protocol";
import type { StoredRoom } from "./store";

/** What this needs of the device. */
export interface Opener {
  open: (wish: Wish) => Promise<StoredRoom>;
  tableOf: (room: string) => LocalTable;
}

/** Whether all others at a game under way are bots, so that nobody else waits. */
export const isAgainstBots = ({ state, seats, lesson }: RoomView, you: number | null): boolean =>
  state === "playing" && lesson === undefined && you !== null && seats.every(({ player_id }, seat) => seat === you || player_id === null);

/** Opens a table like another one, and starts it. */
export async function openLike(like: RoomView, you: number, player: Person, device: Opener): Promise<StoredRoom> {
  const { game, options } = like;
  const settings = { ...like.settings, listed: "private", locked: "off" } as const;
  const room = await device.open({ table: { host: player, game, options, settings } });
  const conn = new Connection({ kind: "seat", seated: room.seated, local: device.tableOf(room.id) });
  try {
    for (const { level = settings.bot_level } of like.seats.filter((_, seat) => seat !== you)) {
      await conn.command({ add_bot: { level } });
    }
    await conn.command("start");
  } finally {
    conn.close();
  }
  return room;
}
