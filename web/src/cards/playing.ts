// Playing cards as text: "10h" is the ten of hearts, "X1" a joker. In a sentence a card has one name. The label of a
// card on the screen starts with what is printed on it, so that people who speak to their device can say what they see.

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
    J: "Jack of {suit}",
    Q: "Queen of {suit}",
    K: "King of {suit}",
    A: "Ace of {suit}",
    X: "Joker",
    label: "{rank}, {card}",
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
    number: "{suit}-{rank}",
    J: "{suit}-Bube",
    Q: "{suit}-Dame",
    K: "{suit}-König",
    A: "{suit}-Ass",
    X: "Joker",
    label: "{rank}, {card}",
    back: "Verdeckte Karte",
  },
});

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUITS = ["c", "d", "h", "s"];

/** The order in which the server lists cards: by rank with the ace last, then by suit. */
export function byIndex(a: string, b: string): number {
  return RANKS.indexOf(rankOf(a)) - RANKS.indexOf(rankOf(b)) || SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b));
}

export const suitOf = (card: string): Suit => card.slice(-1) as Suit;
export const rankOf = (card: string): string => card.slice(0, -1);

/** A suit within a sentence: "hearts". */
export const suitWord = (suit: Suit): string => words(suit);
/** A suit on its own: "Hearts". */
export const suitName = (suit: Suit): string => words(`name.${suit}`);

/** What follows a rank: "of hearts". */
export const ofSuit = (suit: Suit): string => words("of", { suit: suitWord(suit) });

/** A card within a sentence: "10 of diamonds", "King of spades". */
export function cardName(card: string): string {
  const suit = suitWord(suitOf(card));
  const rank = rankOf(card);
  return words.maybe(rank, { suit }) ?? words("number", { rank, suit });
}

/** The label of a card on the screen, which shows its rank: "10 of diamonds", "K, King of spades". */
export function cardLabel(card: string): string {
  const rank = rankOf(card);
  const name = cardName(card);
  return rank === "X" || name.startsWith(`${rank} `) ? name : words("label", { rank, card: name });
}
