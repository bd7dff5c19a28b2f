// Those who played, as a table wants to know them.

import type { Occupant } from "../gen/protocol/Occupant";
import type { Portrait } from "../gen/protocol/Portrait";

/** Nobody is away in a replay. */
export const occupants = (players: Portrait[]): Occupant[] =>
  players.map(({ name, avatar, level }, seat) => ({
    player_id: level === null ? String(seat) : null,
    name,
    avatar,
    controller: level === null ? "human" : "bot",
    ...(level === null ? {} : { level }),
    online: true,
    idle: false,
    rematch: false,
    wins: 0,
  }));
