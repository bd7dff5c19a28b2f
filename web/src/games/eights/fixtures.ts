// Views for tests and previews: a table in the middle of a game, and what differs from it.

import type { Action } from "../../gen/eights/Action";
import type { Card } from "../../gen/eights/Card";
import type { Face } from "../../gen/eights/Face";
import type { Open } from "../../gen/eights/Open";
import type { View } from "../../gen/eights/View";
import type { Occupant } from "../../gen/protocol/Occupant";

export const NAMES = ["Ann", "Ben", "Cem", "Dora", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jo"];
const AVATARS = [..."🦊🐼🐸🐙🦄🐝🌵🚀🎲🔥"];

export const occupant = (seat: number, more: Partial<Occupant> = {}): Occupant => ({
  player_id: seat === 0 ? "p0" : null,
  name: NAMES[seat]!,
  avatar: AVATARS[seat]!,
  controller: seat === 0 ? "human" : "bot",
  online: true,
  idle: false,
  rematch: false,
  wins: 0,
  ...more,
});

let id = 100;
export const cards = (...faces: Face[]): Card[] => faces.map((face) => ({ id: id++, face }));

/** A hand of any size, the same every time. */
export function manyCards(count: number, chaos = false): Card[] {
  const words = [..."012345679", "+2", "skip", "reverse"];
  if (chaos) words.push("nope", "swap", "pickswap", "rotate", "steal", "luckyhand", "godmode", "+20");
  const colors = ["red", "blue", "green", "yellow"];
  return Array.from({ length: count }, (_, i) => {
    const at = (i * 7919 + 13 * (i >> 2)) % 1000;
    const wild = ["wild", "+4", "+20"][at % 3]!;
    const face = at % 9 === 0 ? wild : `${colors[at % 4]} ${words[(at >> 2) % words.length]}`;
    return { id: 1000 + i, face };
  });
}

interface Differences extends Partial<Open> {
  hand?: Card[];
  hands?: View["hands"];
  counts?: number[];
  seat?: number | null;
  next?: number;
  drawn?: number | null;
}

export function makeView({ hand, hands, counts, seat = 0, next, drawn = null, ...open }: Differences = {}): View {
  const seats = open.seats ?? 4;
  const all = Array.from({ length: seats }, (_, i) => i);
  const own = hand ?? cards("red 5", "blue 7", "wild", "green skip");
  const top = open.top ?? "red 7";
  return {
    seat,
    open: {
      phase: "turn",
      due: null,
      window: 9,
      seats,
      current: 0,
      first: 0,
      // The wire has 1 and -1.
      dir: 1 as unknown as Open["dir"],
      color: "red",
      top,
      discards: ["green 7", "green 2", "red 2", top],
      stack: 0,
      reverses: 0,
      turn: 12,
      in_play: all,
      out: [],
      removed: [],
      bots: all.slice(1),
      eye: null,
      round: 1,
      totals: all.map(() => 0),
      ready: [],
      ending: null,
      ...open,
    },
    counts: counts ?? all.map((one) => (one === seat ? own.length : 7 - one)),
    next: next ?? 1,
    reverse_limit: 4,
    turn_limit: 1000,
    hands: hands ?? all.map((one) => (one === seat ? own : null)),
    drawn,
    recall: null,
  };
}

const WILD = /^(wild|\+4|\+20)$/;

/** Plays for these cards, with the choices that their faces call for, and more. */
export function legalFor(hand: Card[], faces: (face: Face) => boolean, ...more: Action[]): Action[] {
  const colors = ["red", "blue", "green", "yellow"] as const;
  const plays = hand
    .filter(({ face }) => faces(face))
    .flatMap(({ id: card, face }): Action[] => {
      if (WILD.test(face)) return colors.map((color) => ({ play: { card, color } }));
      if (face === "wildpickswap") {
        return colors.flatMap((color) => [1, 2, 3].map((target) => ({ play: { card, color, target } })));
      }
      if (face.endsWith("pickswap")) return [1, 2, 3].map((target) => ({ play: { card, target } }));
      if (face.endsWith("godmode")) {
        const powers = ["all_seeing_eye", "big_bang", "reincarnation"] as const;
        return powers.map((power) => ({ play: { card, power } }));
      }
      return [{ play: { card } }];
    });
  return [...plays, ...more];
}
