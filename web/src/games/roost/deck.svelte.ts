// The deck that is played with: views and events name its cards by id, and everything else about them is here.

import type { Bird } from "../../gen/roost/Bird";
import type { Bonus } from "../../gen/roost/Bonus";
import type { Deck } from "../../gen/roost/Deck";
import type { Goal } from "../../gen/roost/Goal";
import { deckOf } from "../../lib/api";
import { orOnDevice } from "../../lib/device";
import { makeText, plain } from "../../lib/i18n.svelte";
import { settings } from "../../lib/settings.svelte";
import { counted } from "./sentences.svelte";

export interface Shelf {
  deck: Deck;
  birds: Map<string, Bird>;
  bonus: Map<string, Bonus>;
  goals: Map<string, Goal>;
}

let shelf = $state.raw<Shelf | null>(null);

/** Names of the built-in deck in languages that are not its own. */
const names = makeText({ en: {}, de: () => import("./names.de").then(({ de }) => de) });

export function put(deck: Deck): void {
  const by = <T extends { id: string }>(list: T[]) => new Map(list.map((one) => [one.id, one]));
  shelf = { deck, birds: by(deck.cards), bonus: by(deck.bonus), goals: by(deck.goals) };
}

/** Fetches a deck, unless it is there. */
export async function fetchDeck(hash: string): Promise<void> {
  if (shelf?.deck.hash === hash) return;
  put(await orOnDevice<Deck>({ server: (signal) => deckOf(hash, signal), device: (device) => device.deck(hash) }));
}

/** `null` until it is there. */
export const theShelf = (): Shelf | null => shelf;

/** Copies of a bird differ by a number behind the id. */
export const kind = (card: string): string => card.replace(/#\d+$/, "");

export const birdOf = (card: string): Bird | null => shelf?.birds.get(kind(card)) ?? null;

const SEAM = /\|/g;
const whole = (name: string | null | undefined): string | undefined => name?.replace(SEAM, "");

export function birdName(card: string): string {
  const id = kind(card);
  return whole(names.maybe(id)) ?? shelf?.birds.get(id)?.species.name ?? plain(id);
}
/** For a narrow place: long words are broken where people would break them. */
export const narrowName = (card: string): string => names.maybe(kind(card))?.replace(SEAM, "\u00ad") ?? birdName(card);

export const bonusName = (id: string): string => whole(names.maybe(`bonus.${id}`)) ?? shelf?.bonus.get(id)?.title ?? plain(id);

/** A goal in words: as its deck says it, or, in another language, by what it counts. */
export function goalName(id: string): string {
  const goal = shelf?.goals.get(id);
  if (!goal) return plain(id);
  return (shelf?.deck.language === settings.language ? null : counted(goal.count)) ?? goal.title;
}
