// Starting a game with bots, at the server or on this device. Each function returns the way to the table.

import type { NewRoom } from "../gen/protocol/NewRoom";
import type { Play } from "../gen/protocol/Play";
import type { Seated } from "../gen/protocol/Seated";
import { openRoom, playNow } from "./api";
import { orOnDevice, SERVER_TIMEOUT } from "./device";
import { seats } from "./profile.svelte";
import { devicePath, tablePath } from "./router.svelte";

function keep(seated: Seated): string {
  seats.keep(seated);
  return tablePath(seated.code);
}

/** Against bots, at once. */
export const startPlay = (wish: Play): Promise<string> =>
  orOnDevice({
    server: async (signal) => keep(await playNow(wish, signal)),
    device: async (device) => devicePath((await device.open({ play: { ...wish, seals: true } })).id),
  });

/** A table with custom rules. Others may be meant to join it, so a slow server is waited for, unless it was away before. */
export const startTable = (wish: NewRoom, isAway: boolean): Promise<string> =>
  orOnDevice({
    server: async (signal) => keep(await openRoom(wish, signal)),
    device: async (device) => devicePath((await device.open({ table: wish })).id),
    timeout: isAway ? SERVER_TIMEOUT : Infinity,
  });
