import { makeText } from "../../lib/i18n.svelte";
import type { Guide } from "../guide";
import PlayingThing from "../PlayingThing.svelte";

const en = {
  "goal.aim": "Capture cards from the table. What you capture counts its value at once, and the most points win.",

  "turn.one": "Play exactly one card from your hand, in one of these five ways.",
  "turn.capture": "Capture: your card takes a card of the same value, and cards that add up to it. This 9 takes a 9, and 4 and 5.",
  "turn.build": "Build: lay your card with cards from the table, so that they add up to a value, and keep a card that takes it later.",
  "turn.add": "Add: lay another group of the same value on your own build. Nobody can raise it then.",
  "turn.raise": "Raise: lay a card on another player's build of one group. It is worth more now, and yours. Keep a card that takes it.",
  "turn.trail": "Trail: leave your card on the table. “{trail_ban}” may forbid it.",

  "title.cards": "What cards count",
  "cards.value": "An ace counts 1, every other card its number.",
  "cards.court": "With 52 cards, jacks, queens and kings only capture their own rank. Captured, they count 10.",

  "title.equal": "Cards of the same rank",
  "equal.choice": "Lay your card on a card of the same rank, and you choose: capture both, or build their sum, up to 10.",
  "equal.free": "For such a build you need no card that takes it, unless “{key_card}” says “{key_card.required}”.",

  "title.tops": "Piles and their tops",
  "tops.use": "Captured cards go on your pile. The top card of an opponent's pile may be part of a capture or of what you add to a build.",
  "tops.base": "A capture needs something from the table besides.",

  "title.partners": "Partners",
  "partners.share": "With “{teams}” those who sit opposite share their points. You may capture your partner's builds and add to them.",
  "partners.rebuild": "“{partner_rebuild}”: if an opponent took your build, your partner may build that value for you.",
  "partners.shiya":
    "“{shiya}”: when you capture your own build, your partner may call. Then your card joins the build, and your partner owns it.",

  "title.example-equal": "Example: capture or build?",
  "five.lay": "You lay the 5 of spades on the 5 of hearts.",
  "five.capture": "“Capture 10” brings 10 points now.",
  "five.build": "“Build 10” leaves both on the table. Next turn your 10 takes them: 20 points. But anyone with a 10 may be faster.",

  "title.example-raise": "Example: a build changes hands",
  "raise.ben": "Ben builds 6 from a 2 and a 4. He has a 6 to take it.",
  "raise.you": "You lay a 3 on it. It is a build of 9 now, and yours, because you hold a 9.",
  "raise.take": "Next turn your 9 takes it: 2 + 4 + 3 + 9 = 18 points.",

  "scoring.value":
    "Each captured card counts its value as soon as you have it, the card you played too. All 40 cards together are 220 points.",
  "scoring.last": "Cards left on the table in the end go to the player who captured last.",
  "scoring.casino": "With casino points the captured cards are counted in the end: most cards 2, most spades 2, the 10 of diamonds 2 …",
  "scoring.casino-more": "… the 2 of spades 1, and each ace 1.",
} as const;

export const t = makeText({ en, de: () => import("./casino.de").then(({ de }) => de) });
export type Texts = typeof en;

export const guide: Guide = {
  t,
  Thing: PlayingThing,
  sections: [
    { id: "goal", lines: [["goal.aim", "!9s", "→", ["9s", "4h", "5c"]]] },
    {
      id: "turn",
      lines: [
        ["turn.one"],
        ["turn.capture", "!9s", "→", "9d", ["4h", "5c"]],
        ["turn.build", "!3s", "+", "6h", "→", ["6h", "3s"]],
        ["turn.add", ["6h", "3s"], "+", ["4d", "!5s"]],
        ["turn.raise", ["2s", "4d"], "+", "!3c"],
        ["turn.trail", "!7d"],
      ],
    },
    {
      id: "cards",
      list: true,
      lines: [
        ["cards.value", ["As", "2d", "10c"]],
        ["cards.court", ["Jh", "Qs", "Kd"]],
      ],
    },
    { id: "equal", lines: [["equal.choice", "!5s", "+", "5h"], ["equal.free"]] },
    { id: "tops", lines: [["tops.use", ["?", "?", "6c"]], ["tops.base"]] },
    { id: "partners", lines: [["partners.share"], ["partners.rebuild"], ["partners.shiya"]] },
    {
      id: "example-equal",
      steps: true,
      lines: [
        ["five.lay", "!5s", "+", "5h"],
        ["five.capture", ["5h", "5s"]],
        ["five.build", ["5h", "5s"], "·", "!10d"],
      ],
    },
    {
      id: "example-raise",
      steps: true,
      lines: [
        ["raise.ben", ["2s", "4d"]],
        ["raise.you", ["2s", "4d"], "+", "!3c"],
        ["raise.take", ["2s", "4d", "3c"], "+", "!9h"],
      ],
    },
    {
      id: "scoring",
      lines: [["scoring.value"], ["scoring.last"], ["scoring.casino", "10d"], ["scoring.casino-more", "2s", "·", ["As", "Ah", "Ad", "Ac"]]],
    },
  ],
};
