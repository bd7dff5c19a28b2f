// Views for tests: a table of three in the middle of a deal, and what differs from it.

import type { Open } from "../../gen/dutch/Open";
import type { Slot } from "../../gen/dutch/Slot";
import type { View } from "../../gen/dutch/View";
import type { Occupant } from "../../gen/protocol/Occupant";

export const NAMES = ["Ann", "Ben", "Cem"];

export const occupants = NAMES.map((name, seat): Occupant => ({
  player_id: seat === 0 ? "p0" : null,
  name,
  avatar: "x",
  controller: seat === 0 ? "human" : "bot",
  online: true,
  idle: false,
  rematch: false,
  wins: 0,
}));

/** "?" is face down, "_" blank, "7s'" collected, "7s" seen, "(7s)" noted. */
export const hand = (places: string): (Slot | null)[] =>
  places.split(" ").map((place) => {
    if (place === "_") return null;
    if (place === "?") return { card: null, collected: false };
    if (place.startsWith("(")) return { card: null, collected: false, noted: place.slice(1, -1) };
    return { card: place.replace("'", ""), collected: place.endsWith("'") };
  });

type Differences = Partial<Omit<View, "open">> & { open?: Partial<Open> };

export const makeView = ({ open, ...rest }: Differences = {}): View => ({
  seat: 0,
  open: {
    phase: "drawing_card",
    due: null,
    window: 7,
    deal: 1,
    first: 0,
    current: 0,
    turns: 3,
    dealt_in: [0, 1, 2],
    in_play: [0, 1, 2],
    bots: [1, 2],
    picks: [[], [], []],
    confirmed: [],
    ranks: ["4", "6", null],
    drawn: null,
    played: false,
    window_rank: null,
    locked: [],
    exposed: [],
    powers: [],
    looked_at: null,
    caller: null,
    owes: [],
    totals: [0, 0, 0],
    wins: [0, 0, 0],
    ready: [],
    ending: null,
    standing: null,
    ...open,
  },
  hands: [hand("4h' ? ? ?"), hand("? 6s' ? ?"), hand("? ? _ ?")],
  drawn: null,
  pile: 30,
  discards: 5,
  top: "9c",
  removed: 0,
  rest: null,
  recall: null,
  ...rest,
});
