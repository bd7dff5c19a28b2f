import { makeText } from "../../lib/i18n.svelte";
import type { Guide } from "../guide";
import PlayingThing from "../PlayingThing.svelte";

const en = {
  "goal.aim": "Two against two: your partner sits opposite you. The side that names trump must win three of the five tricks.",
  "goal.end": "The first side with 10 points wins; “{target}” can change that.",

  "title.call": "Naming trump",
  "call.first":
    "Everybody gets five cards, and one is turned up. In turn you pass, or make its suit trump. Then the dealer takes that card and puts another away.",
  "call.second": "If all four pass, it is turned down, and each in turn may name one of the other suits.",
  "call.again": "If all pass again, the next player deals, unless the table plays with “{stick_the_dealer}”.",
  "call.alone": "With a very strong hand, go alone: your partner sits out, and all five tricks are worth 4 points.",

  "turn.follow": "The player left of the dealer leads. Follow the suit that was led if you can; otherwise play any card.",
  "turn.trick": "The highest trump wins the trick, or, without a trump, the highest card of the suit led. The winner leads next.",

  "title.cards": "The cards, if hearts are trump",
  "cards.right": "The right bower, the jack of trump, is the highest card of all.",
  "cards.left": "The left bower, the other jack of that colour, comes next and counts as a heart.",
  "cards.trump": "The other trumps follow: ace, king, queen, 10 and 9.",
  "cards.plain": "In other suits the order is ace, king, queen, jack, 10, 9.",

  "title.example-bower": "Example: the left bower follows",
  "bower.lead": "Hearts are trump. Ann leads the king of hearts.",
  "bower.follow": "Ben has the jack and the 9 of diamonds. The jack is a heart today, so Ben must play it.",
  "bower.win": "Cem, Ann's partner, has the jack of hearts and beats both.",
  "bower.rest": "Dora has no heart and may play anything. The trick goes to Ann and Cem.",

  "title.example-trump": "Example: a small trump beats an ace",
  "trump.lead": "Clubs are trump. Ann leads the ace of diamonds.",
  "trump.cut": "Ben has no diamonds and plays his lowest trump, the 9 of clubs.",
  "trump.rest": "Cem and Dora follow with diamonds. Nobody played a higher trump: the trick goes to Ben and Dora.",

  "scoring.made": "Three or four tricks: 1 point for the side that named trump.",
  "scoring.all": "All five: 2 points, or 4 alone.",
  "scoring.euchred": "Fewer than three: that side is euchred, and the others get 2 points.",
} as const;

export const t = makeText({ en, de: () => import("./euchre.de").then(({ de }) => de) });
export type Texts = typeof en;

export const guide: Guide = {
  t,
  Thing: PlayingThing,
  sections: [
    { id: "goal", lines: [["goal.aim", ["Jh", "Ah", "9h", "As", "10d"]], ["goal.end"]] },
    {
      id: "call",
      lines: [["call.first", ["?", "?", "?", "?", "?"], "·", "!9h"], ["call.second", "?"], ["call.again"], ["call.alone"]],
    },
    {
      id: "turn",
      lines: [
        ["turn.follow", "10s", "→", "!Ks", "~Ad"],
        ["turn.trick", "10s", "Ks", "9s", "!9h"],
      ],
    },
    {
      id: "cards",
      lines: [
        ["cards.right", "!Jh"],
        ["cards.left", "!Jd"],
        ["cards.trump", ["Ah", "Kh", "Qh", "10h", "9h"]],
        ["cards.plain", ["As", "Ks", "Qs", "Js", "10s", "9s"]],
      ],
    },
    {
      id: "example-bower",
      steps: true,
      lines: [
        ["bower.lead", "Kh"],
        ["bower.follow", "Kh", "→", "!Jd", "~9d"],
        ["bower.win", "Kh", "Jd", "!Jh"],
        ["bower.rest", "Kh", "Jd", "!Jh", "9c"],
      ],
    },
    {
      id: "example-trump",
      steps: true,
      lines: [
        ["trump.lead", "Ad"],
        ["trump.cut", "Ad", "!9c"],
        ["trump.rest", "Ad", "!9c", "10d", "Kd"],
      ],
    },
    { id: "scoring", lines: [["scoring.made"], ["scoring.all"], ["scoring.euchred"]] },
  ],
};
