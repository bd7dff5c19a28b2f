// Playing cards as text: "10h" is the ten of hearts, "X1" a joker. What a card is called aloud starts with what is
// printed on it, so that people who see the screen and people who hear it mean the same.

import type { Suit } from "../gen/kernel/Suit";
import { makeText } from "../lib/i18n.svelte";

export const words = makeText({
  en: {
    c: "clubs",
    d: "diamonds",
    h: "hearts",
    s: "spades",
    "name.c": "Clubs",
    "name.d": "Diamonds",
    "name.h": "Hearts",
    "name.s": "Spades",
    of: "of {suit}",
    number: "{rank} of {suit}",
    J: "J, Jack of {suit}",
    Q: "Q, Queen of {suit}",
    K: "K, King of {suit}",
    A: "A, Ace of {suit}",
    X: "Joker",
    back: "Face-down card",
  },
  de: {
    c: "Kreuz",
    d: "Karo",
    h: "Herz",
    s: "Pik",
    "name.c": "Kreuz",
    "name.d": "Karo",
    "name.h": "Herz",
    "name.s": "Pik",
    of: "{suit}",
    number: "{rank}, {suit}",
    J: "J, {suit}-Bube",
    Q: "Q, {suit}-Dame",
    K: "K, {suit}-König",
    A: "A, {suit}-Ass",
    X: "Joker",
    back: "Verdeckte Karte",
  },
});

export const suitOf = (card: string): Suit => card.slice(-1) as Suit;
export const rankOf = (card: string): string => card.slice(0, -1);

/** A suit within a sentence: "hearts". */
export const suitWord = (suit: Suit): string => words(suit);
/** A suit on its own: "Hearts". */
export const suitName = (suit: Suit): string => words(`name.${suit}`);

/** What follows a rank: "of hearts". */
export const ofSuit = (suit: Suit): string => words("of", { suit: suitWord(suit) });

/** "10 of diamonds", "K, King of spades". */
export function cardName(card: string): string {
  const suit = suitWord(suitOf(card));
  const rank = rankOf(card);
  return words.maybe(rank, { suit }) ?? words("number", { rank, suit });
}
