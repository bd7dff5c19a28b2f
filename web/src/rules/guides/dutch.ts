import { makeText } from "../../lib/i18n.svelte";
import type { Guide } from "../guide";
import PlayingThing from "../PlayingThing.svelte";

const en = {
  "goal.aim": "You have four face-down cards and have seen two of them. The fewest points win.",
  "goal.other": "You win at once with no card left, or with four of a rank in your collection.",

  "title.look": "The first look",
  "look.two": "Look at two of your cards, and remember them. “{peek_count}” can be another number.",
  "look.rank": "The one with fewer points is turned up: its rank is what you collect. With “{mode.clear}” nobody collects.",

  "turn.draw": "Draw a card. Only you see it.",
  "turn.play": "Play it face up, or play a card from your hand instead; then the drawn card takes its place, face down.",
  "turn.power": "A queen or a jack that was played may be used when the five seconds below are over.",

  "title.match": "Match the rank",
  "match.right": "For five seconds after a card is played, everyone may put down cards of its rank. You have fewer cards then.",
  "match.wrong": "A wrong card goes back, you get a penalty card, and you can't match again until the time is up.",

  "title.collect": "Collect",
  "collect.take": "If the rank you collect is on top of the discards, take it, in anybody's turn. It lies face up and is never played.",

  "title.call": "Call Dutch",
  "call.when": "After playing a card you may call Dutch: everybody else has one more turn, then all hands are turned up.",

  "title.cards": "What cards count and do",
  "cards.joker": "Joker: 0 points.",
  "cards.redking": "Red king: 0 points, unless “{red_kings}” says otherwise.",
  "cards.ace": "Ace: 1 point.",
  "cards.number": "2 to 10: their number.",
  "cards.queen": "Queen: 10 points. Look at any face-down card.",
  "cards.jack": "Jack: 10 points. Swap any two cards, without looking.",
  "cards.king": "Black king: 10 points.",

  "title.example-match": "Example: a match and a mistake",
  "match-1.ann": "Ann draws a 2. She plays her 9 and puts the 2 in its place.",
  "match-1.ben": "Ben remembers a 9 of his own and puts it down. He has three cards left.",
  "match-1.cem": "Cem tries a card and turns up a 6. It goes back, and he gets a penalty card: five.",

  "title.example-collect": "Example: a collection grows",
  "collect-1.you": "You collect sevens: one lies face up before you.",
  "collect-1.ben": "Ben plays the 7 of hearts. When the five seconds are over, you take it.",
  "collect-1.four": "With four sevens you win at once. Until then they count their points, like all your cards.",

  "scoring.points": "All cards in your hand count, collected ones too. Fewest points win.",
  "scoring.tie": "With equal points, fewer cards win, and then the player who called Dutch.",
  "scoring.match": "With “{match.cumulative}”, the winner of a deal adds nothing, the others what they hold. A failed call costs 10 more.",
} as const;

export const t = makeText({ en, de: () => import("./dutch.de").then(({ de }) => de) });
export type Texts = typeof en;

export const guide: Guide = {
  t,
  Thing: PlayingThing,
  sections: [
    { id: "goal", lines: [["goal.aim", "?", "?", "?", "?"], ["goal.other"]] },
    {
      id: "look",
      lines: [
        ["look.two", "!7s", "?", "!9c", "?"],
        ["look.rank", "!7s", "?", "?", "?"],
      ],
    },
    {
      id: "turn",
      lines: [
        ["turn.draw", "?", "→", "!2c"],
        ["turn.play", "!2c", "→", "9c"],
        ["turn.power", "Qs", "Jd"],
      ],
    },
    {
      id: "match",
      lines: [
        ["match.right", "9c", "+", "!9d"],
        ["match.wrong", "9c", "+", "~6h"],
      ],
    },
    { id: "collect", lines: [["collect.take", ["7s", "!7h"]]] },
    { id: "call", lines: [["call.when"]] },
    {
      id: "cards",
      list: true,
      lines: [
        ["cards.joker", "X1"],
        ["cards.redking", "Kh"],
        ["cards.ace", "Ac"],
        ["cards.number", "5d"],
        ["cards.queen", "Qs"],
        ["cards.jack", "Jd"],
        ["cards.king", "Ks"],
      ],
    },
    {
      id: "example-match",
      steps: true,
      lines: [
        ["match-1.ann", "!2c", "→", "9c"],
        ["match-1.ben", ["9c", "!9d"]],
        ["match-1.cem", ["9c", "9d"], "·", "~6h", "?"],
      ],
    },
    {
      id: "example-collect",
      steps: true,
      lines: [
        ["collect-1.you", "7s", "?", "?", "?"],
        ["collect-1.ben", "!7h", "→", ["7s", "7h"]],
        ["collect-1.four", ["7s", "7h", "7d", "7c"]],
      ],
    },
    { id: "scoring", lines: [["scoring.points"], ["scoring.tie"], ["scoring.match"]] },
  ],
};
