// A small deck and a table of two in the middle of round 2, and what differs from it.

import type { Bird } from "../../gen/roost/Bird";
import type { Deck } from "../../gen/roost/Deck";
import type { Open } from "../../gen/roost/Open";
import type { Perch } from "../../gen/roost/Perch";
import type { Power } from "../../gen/roost/Power";
import type { Prompt } from "../../gen/roost/Prompt";
import type { View } from "../../gen/roost/View";
import type { Occupant } from "../../gen/protocol/Occupant";

export const NAMES = ["Ann", "Ben"];

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

const ALL = ["invertebrate", "seed", "fish", "fruit", "rodent"] as const;

function bird(id: string, name: string, latin: string, rest: Partial<Omit<Bird, "id" | "species">>, power: Power | null = null): Bird {
  const habitats = rest.habitats ?? ["forest"];
  const nest = rest.nest ?? "bowl";
  return {
    id,
    species: { id, name, latin, wingspan_cm: 30, clutch: 5, nest, foods: ["invertebrate"], eats_other: false, habitats },
    habitats,
    cost: { fixed: { need: { invertebrate: 1 }, wild: 0 } },
    points: 3,
    nest,
    egg_limit: 3,
    ...rest,
    power,
  };
}

export const goldcrest = bird(
  "goldcrest",
  "Goldcrest",
  "Regulus regulus",
  { points: 0, egg_limit: 5 },
  {
    on: "activate",
    cost: [{ op: "tuck", from: "hand", n: 1 }],
    do: [{ op: "gain", food: ["invertebrate"], n: 1, who: "owner" }],
  },
);
export const stork = bird(
  "white-stork",
  "White Stork",
  "Ciconia ciconia",
  {
    habitats: ["grassland", "wetland"],
    cost: { fixed: { need: { invertebrate: 1, rodent: 1, fish: 1 }, wild: 0 } },
    points: 5,
    nest: "platform",
  },
  {
    on: "activate",
    cost: [{ op: "pay", what: { food: ["invertebrate", "fish"] }, n: 1 }],
    do: [{ op: "tuck", from: "deck", n: 2 }],
  },
);
export const crow = bird(
  "carrion-crow",
  "Carrion Crow",
  "Corvus corone",
  {
    habitats: ["forest", "grassland", "wetland"],
    cost: { fixed: { need: {}, wild: 2 } },
    nest: "platform",
    egg_limit: 2,
  },
  {
    on: "activate",
    cost: [{ op: "pay", what: "egg", n: 1 }],
    do: [
      { op: "gain", food: [...ALL], n: 1, who: "owner" },
      { op: "draw", from: "deck", n: 1, who: "owner" },
    ],
  },
);
export const cuckoo = bird(
  "common-cuckoo",
  "Common Cuckoo",
  "Cuculus canorus",
  {
    habitats: ["forest", "grassland", "wetland"],
    nest: "none",
    egg_limit: 0,
  },
  { on: { between: { event: "lay" } }, cost: [], do: [{ op: "lay", on: "any", n: 1, who: "owner" }] },
);
export const warbler = bird(
  "wood-warbler",
  "Wood Warbler",
  "Phylloscopus sibilatrix",
  { points: 2, nest: "ground" },
  {
    on: "activate",
    cost: [],
    do: [{ op: "gain", food: ["invertebrate"], n: 1, who: "owner" }],
  },
);
export const nuthatch = bird("eurasian-nuthatch", "Eurasian Nuthatch", "Sitta europaea", {
  cost: { either: ["invertebrate", "seed"] },
  points: 1,
  nest: "cavity",
});
export const owl = bird("long-eared-owl", "Long-eared Owl", "Asio otus", {
  habitats: ["forest", "grassland"],
  cost: { fixed: { need: { rodent: 2 }, wild: 0 } },
  points: 7,
});

export const deck: Deck = {
  id: "small",
  title: "Small",
  language: "en",
  authors: [],
  licence: "",
  max_players: 5,
  hash: "0123456789abcdef",
  board: {
    turns: [8, 7, 6, 5],
    turns_short: [6, 5, 4, 3],
    food: [1, 1, 2, 2, 3, 3],
    eggs: [2, 2, 3, 3, 4, 4],
    cards: [1, 1, 2, 2, 3, 3],
    trade: [false, true, false, true, false, true],
    egg_cost: [0, 1, 1, 2, 2],
    goal_majority: [
      [4, 1, 0],
      [5, 2, 1],
      [6, 3, 2],
      [7, 4, 3],
    ],
    goal_cap: 5,
  },
  cards: [goldcrest, stork, crow, cuckoo, warbler, nuthatch, owl],
  bonus: [
    {
      set: "core",
      id: "photographer",
      title: "Photographer",
      copies: 5,
      count: { of: "birds", where: { wingspan_min: 100 } },
      payout: {
        tiers: [
          [3, 3],
          [5, 7],
        ],
      },
    },
    { set: "core", id: "birdwatcher", title: "Birdwatcher", copies: 5, count: { of: "birds", where: {} }, payout: { per: 2 } },
  ],
  goals: [
    { tile: 1, id: "birds-forest", title: "Birds in the forest", count: { of: "birds", where: { row: "forest" } } },
    { tile: 2, id: "eggs-bowl", title: "Eggs in bowl nests", count: { of: "eggs", where: { nest: "bowl" } } },
  ],
  warnings: [],
};

export const perch = (card: string, rest: Partial<Perch<string>> = {}): Perch<string> => ({
  card,
  eggs: 0,
  cached: {},
  tucked: [],
  spent: false,
  ...rest,
});

export const asking = (ask: Prompt["ask"], rest: Partial<Prompt> = {}): Prompt => ({
  phase: "power",
  seats: [0],
  ask,
  bird: null,
  skip: false,
  free: false,
  left: 1,
  ...rest,
});

type Differences = Partial<Omit<View, "open">> & { open?: Partial<Open<string>> };

const nothing = { birds: 0, goals: 0, eggs: 0, cached: 0, tucked: 0, total: 0 };

export const makeView = ({ open, ...rest }: Differences = {}): View => ({
  seat: 0,
  open: {
    window: 7,
    seats: 2,
    in_play: [0, 1],
    round: 2,
    first: 0,
    current: 0,
    turns: [5, 4],
    feeder: ["seed", "fish", "mixed"],
    tray: ["eurasian-nuthatch", null, "white-stork"],
    discards: [],
    reshuffled: [],
    removed: [],
    mats: [
      {
        rows: [
          [perch("goldcrest", { eggs: 1, tucked: ["wood-warbler"] }), perch("common-cuckoo")],
          [perch("carrion-crow", { eggs: 2, cached: { rodent: 1 } })],
          [],
        ],
        tokens: { seed: 2, fish: 1 },
        known: ["long-eared-owl"],
      },
      { rows: [[perch("eurasian-nuthatch#2", { eggs: 3 })], [], []], tokens: { fruit: 1 }, known: ["white-stork#2"] },
    ],
    chosen: [0, 1],
    ready: [],
    backed: false,
    owed: 0,
    scored: [{ counts: [2, 1], points: [4, 1] }],
    tasks: ["turn"],
    ending: null,
    ...open,
  },
  prompt: asking("turn", { phase: "turn" }),
  deck: { id: deck.id, title: deck.title, hash: deck.hash },
  goals: ["birds-forest", "eggs-bowl", "birds-forest", "eggs-bowl"],
  standing: { counts: [1, 0], points: [5, 0] },
  cards: 40,
  bonus_cards: 20,
  hands: [{ unknown: [2], cards: ["wood-warbler", "white-stork"] }, { unknown: [3] }],
  removed: [],
  bonus: [
    { held: 1, offered: 0, short: null, kinds: { held: ["photographer"], offered: [], returned: [], sunk: [] } },
    { held: 1, offered: 0, short: null },
  ],
  choice: null,
  scores: [
    { ...nothing, birds: 6, bonus: [{ kind: "photographer", count: 0, points: 0 }], goals: 4, eggs: 3, cached: 1, tucked: 1, total: 15 },
    { ...nothing, birds: 1, goals: 1, eggs: 3, total: 5 },
  ],
  ...rest,
});
