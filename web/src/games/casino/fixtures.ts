// Small tables for tests, and the moves that the rules allow there.

import type { Action } from "../../gen/casino/Action";
import type { Build } from "../../gen/casino/Build";
import type { Open } from "../../gen/casino/Open";
import type { View } from "../../gen/casino/View";
import type { Occupant } from "../../gen/protocol/Occupant";

export const NAMES = ["Ann", "Ben"];

export const seats = NAMES.map((name, i): Occupant => ({
  player_id: i === 0 ? "p" : null,
  name,
  avatar: "x",
  controller: i === 0 ? "human" : "bot",
  online: true,
  idle: false,
  rematch: false,
  wins: 0,
}));

export const build = (more: Partial<Build> = {}): Build => ({
  id: 3,
  value: 6,
  owner: 1,
  cards: ["4h", "2d"],
  compound: false,
  ...more,
});

/** Ann sees the table; it is her turn. */
export function makeView({ open = {}, ...more }: Partial<Omit<View, "open">> & { open?: Partial<Open> } = {}): View {
  return {
    seat: 0,
    open: {
      seats: 2,
      teams: false,
      phase: "turn",
      window: 4,
      game: 1,
      deal: 1,
      deals: 2,
      dealer: 1,
      turn: 0,
      in_play: [0, 1],
      loose: ["5h", "5d", "4c"],
      builds: [],
      built: 0,
      last_capturer: null,
      owed: [[], []],
      due: [],
      waiting: null,
      bonus: [0, 1].map(() => ({ sets: 0, set_points: 0, sweeps: 0 })),
      totals: [0, 0],
      last: null,
      tally: null,
      ready: [],
      ...open,
    },
    counts: [3, 10],
    stock: 20,
    piles: [
      { count: 0, top: null, points: 0 },
      { count: 4, top: "8h", points: 22 },
    ],
    dead: [],
    hand: ["5s", "3c", "9d"],
    ...more,
  };
}

/** What the server lists for `makeView()` under the house rules. */
export const LEGAL: Action[] = [
  { trail: { card: "3c" } },
  { trail: { card: "5s" } },
  { trail: { card: "9d" } },
  { capture: { card: "5s", loose: ["5d"] } },
  { capture: { card: "5s", loose: ["5h"] } },
  { build: { card: "5s", loose: ["4c"], value: 9 } },
  { build: { card: "5s", loose: ["5d"], value: 10 } },
  { build: { card: "5s", loose: ["5h"], value: 10 } },
  { capture: { card: "9d", loose: ["4c", "5d"] } },
  { capture: { card: "9d", loose: ["4c", "5h"] } },
  { capture: { card: "5s", loose: ["5d", "5h"] } },
];
