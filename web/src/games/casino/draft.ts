// What a person has laid together and not sent: a list of things in the order in which they came. A thing is
// named by its card, a build by "b" and its number. Which drafts are moves is read from the server's list.

import { byIndex, rankOf } from "../../cards/playing";
import type { Action } from "../../gen/casino/Action";
import type { Build } from "../../gen/casino/Build";
import type { Stage } from "../../gen/casino/Stage";
import type { Tops } from "../../gen/casino/Tops";
import type { Event } from "../../gen/casino/Event";
import type { View } from "../../gen/casino/View";

export type Thing = string;
export type Move = Exclude<Action, string>;

/** When the choices of a draft come: as soon as there are some, once it is accepted, or as `show`, but a move that is the
 *  only one and cannot grow is played at once. */
export type Coming = "show" | "accept" | "once";

export const buildThing = (id: number): Thing => `b${id}`;

/** A draft, sorted by where its things come from, each list in the order of the server's own lists. */
export interface Parts {
  card: string | null;
  loose: string[];
  builds: Build[];
  tops: Tops;
}

/** The visible tops of piles, also those of the viewer's own side: the server says which may be used. */
export function topsOf(view: View): Tops {
  return view.piles.flatMap(({ top }, seat) => (top === null || seat === view.seat ? [] : [{ seat, card: top }]));
}

export function partsOf(draft: readonly Thing[], view: View): Parts {
  const parts: Parts = { card: null, loose: [], builds: [], tops: [] };
  for (const thing of draft) {
    const build = view.open.builds.find(({ id }) => buildThing(id) === thing);
    const top = topsOf(view).find(({ card }) => card === thing);
    if (build) parts.builds.push(build);
    else if (top) parts.tops.push(top);
    else if (view.open.loose.includes(thing)) parts.loose.push(thing);
    else if (view.hand?.includes(thing)) parts.card = thing;
  }
  parts.loose.sort(byIndex);
  parts.builds.sort((a, b) => a.id - b.id);
  parts.tops.sort((a, b) => a.seat - b.seat);
  return parts;
}

/** The part of a draft that is still valid after the table has changed. */
export function stillThere(draft: readonly Thing[], view: View): Thing[] {
  const { card, loose, builds, tops } = partsOf(draft, view);
  const there = new Set([card, ...loose, ...builds.map(({ id }) => buildThing(id)), ...tops.map(({ card }) => card)]);
  return draft.filter((thing) => there.has(thing));
}

export const isMove = (action: Action): action is Move => typeof action !== "string";

interface Fields {
  card: string;
  loose?: string[];
  builds?: number[];
  build?: number;
  tops?: Tops;
  value?: number;
}
type Kind = "trail" | "capture" | "build" | "add" | "raise";

/** A move as its kind and what it names. */
export function read(move: Move): [Kind, Fields] {
  return Object.entries(move)[0] as [Kind, Fields];
}

/** Everything that a move names. */
export function thingsOf(move: Move): Set<Thing> {
  const [, { card, loose = [], builds = [], build, tops = [] }] = read(move);
  const all = build === undefined ? builds : [...builds, build];
  return new Set([card, ...loose, ...all.map(buildThing), ...tops.map(({ card }) => card)]);
}

/** The moves that name exactly what was laid together. */
export function matching(legal: readonly Action[], draft: readonly Thing[]): Move[] {
  return legal.filter(isMove).filter((move) => {
    const things = thingsOf(move);
    return things.size === draft.length && draft.every((thing) => things.has(thing));
  });
}

/** What a draft offers: the moves that name exactly its things, or where it has cards of the table alone, several of them,
 *  those that name one card of the hand besides. */
export function offered(legal: readonly Action[], draft: readonly Thing[], view: View): Move[] {
  if (draft.length < 2 || partsOf(draft, view).card !== null) return matching(legal, draft);
  return legal.filter(isMove).filter((move) => {
    const things = thingsOf(move);
    return things.size === draft.length + 1 && draft.every((thing) => things.has(thing));
  });
}

/** The things that can be added on the way to some move; or only to captures. */
export function additions(legal: readonly Action[], draft: readonly Thing[], captures = false): Set<Thing> {
  const found = new Set<Thing>();
  for (const action of legal) {
    if (!isMove(action) || (captures && !("capture" in action))) continue;
    const things = thingsOf(action);
    if (!draft.every((thing) => things.has(thing))) continue;
    for (const thing of things) if (!draft.includes(thing)) found.add(thing);
  }
  return found;
}

/** The number printed on a card; nothing for court cards. */
export function valueOf(card: string): number {
  const rank = rankOf(card);
  return rank === "A" ? 1 : Number(rank) || 0;
}
export const sumOf = (cards: readonly string[]): number => cards.reduce((sum, card) => sum + valueOf(card), 0);

/** The cards of a draft from the bottom: those of the table, and the hand's on top. */
export function cardsOf(draft: readonly Thing[], view: View): string[] {
  const { card, loose, builds, tops } = partsOf(draft, view);
  const table = draft.filter((thing) => loose.includes(thing) || tops.some((top) => top.card === thing));
  return [...builds.flatMap(({ cards }) => cards), ...table, ...(card === null ? [] : [card])];
}

/** Moves that a person might mean by this draft; the server says why those that it does not list cannot be. */
export function thinkable(draft: readonly Thing[], view: View): Move[] {
  const { card, loose, builds, tops } = partsOf(draft, view);
  if (card === null) return [];
  if (draft.length === 1) return [{ trail: { card } }];
  const named = loose.length > 0 ? { loose } : {};
  const onPiles = tops.length > 0 ? { tops } : {};
  const ids = builds.map(({ id }) => id);
  const moves: Move[] = [{ capture: { card, ...named, ...(ids.length > 0 ? { builds: ids } : {}), ...onPiles } }];
  const [build] = ids;
  if (build !== undefined && ids.length === 1) {
    const own = builds[0]!.owner === view.seat;
    moves.push(own || tops.length > 0 ? { add: { card, build, ...named, ...onPiles } } : { raise: { card, build, ...named } });
  } else if (ids.length === 0 && tops.length === 0 && valueOf(card) > 0) {
    moves.push({ build: { card, ...named, value: sumOf([card, ...loose]) } });
  }
  return moves;
}

const onTable = ({ loose, builds }: View["open"]): string[] => [...loose, ...builds.flatMap(({ cards }) => cards)];

/** The cards that a capture has taken from the table and from other piles, and who has them now. */
export function takenTo(before: View, now: View): { seat: number; cards: string[] } | null {
  const grown = now.piles.map(({ count }, seat) => count - (before.piles[seat]?.count ?? 0));
  const seat = grown.findIndex((by) => by > 0);
  if (seat < 0) return null;
  const lies = new Set(onTable(now.open));
  const tops = before.piles.flatMap(({ top }, seat) => (top !== null && (grown[seat] ?? 0) < 0 ? [top] : []));
  return { seat, cards: [...onTable(before.open).filter((card) => !lies.has(card)), ...tops] };
}

/** A finished game as it lay on the table before its last cards were taken in. `before`: the table as it was shown last. */
export function withLastCards(view: View, before: View, events: readonly { event: unknown }[]): View {
  let move: LastMove | null = null;
  let left: readonly string[] = [];
  for (const { event } of events as readonly { event: Event }[]) {
    if (typeof event === "string") continue;
    if ("leftovers" in event) left = event.leftovers.cards;
    const told: unknown = Object.values(event)[0];
    if (namesCard(told)) [move, left] = [told, []];
  }
  const loose = [...left, ...(move ? [...(move.loose ?? []), move.card] : [])];
  return { ...view, piles: before.piles, open: { ...view.open, loose: [...new Set(loose)] } };
}
interface LastMove {
  card: string;
  loose?: readonly string[];
}
const namesCard = (told: unknown): told is LastMove => typeof told === "object" && told !== null && "card" in told && "seat" in told;

/** What the others may see of a draft. */
export function staged(draft: readonly Thing[], view: View): Stage {
  const { card, loose, builds, tops } = partsOf(draft, view);
  return { loose, builds: builds.map(({ id }) => id), tops, from_hand: card !== null };
}
