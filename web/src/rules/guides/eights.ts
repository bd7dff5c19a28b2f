import { makeText } from "../../lib/i18n.svelte";
import ColourThing from "../ColourThing.svelte";
import type { Guide } from "../guide";

const en = {
  "goal.aim": "Get rid of your cards. The first empty hand wins.",

  "turn.match": "Play a card with the colour or the number of the card on top. On a red 3 go red cards and every 3, but no blue 5.",
  "turn.wild": "An eight is wild: it goes on everything, and you choose the colour that counts next.",
  "turn.draw": "Or draw a card, which ends your turn. You may draw although you could play, unless “{must_play}” is on.",
  "turn.drawn": "With “{play_drawn}” you may play a card that you have just drawn if it fits.",

  "cards.number": "Number: goes on its colour and on the same number.",
  "cards.wild": "Wild eight: goes on everything, and you choose the colour.",

  "title.insane": "More cards in “{tier.insane}”",
  "cards.plus2": "+2: the next player puts another plus card on it, or takes the cards and loses the turn.",
  "cards.plus4": "+4: the same with four cards. It goes on everything, and you choose the colour.",
  "cards.plus20": "+20: the same with twenty.",
  "cards.skip": "Skip: the next two players lose their turn, unless “{skip_count}” says otherwise.",
  "cards.reverse": "Reverse: play changes direction. “{reverse_limit}” has a limit, four as a rule.",

  "title.chaos": "More cards in “{tier.chaos}”",
  "cards.plus20color": "Coloured +20: like a +2, but with twenty cards.",
  "cards.nope": "Nope: cancels a whole stack, whatever its colour.",
  "cards.swap": "Swap: you and the next player swap hands.",
  "cards.pickswap": "Pick-swap: you swap hands with a player of your choice.",
  "cards.wildpickswap": "Wild pick-swap: the same. It goes on everything, and you choose the colour.",
  "cards.rotate": "Rotate: every hand moves on to the next player.",
  "cards.steal": "Steal: you take a random card from the next player, but never the last one.",
  "cards.luckyhand": "Lucky hand: you draw one card from a better supply. It goes on its colour only.",
  "cards.godmode": "God mode: show all hands, shuffle and deal them again, or give everyone a fresh hand. It goes on its colour only.",

  "title.stack": "Plus cards stack up",
  "stack.answer": "While plus cards wait, only one more plus card or a nope helps; colours do not matter. Otherwise you take them all.",
  "stack.which": "Which plus card may answer which is a rule of the table: “{stacking}”.",

  "title.example-stack": "Example: a stack goes round",
  "stack-1.ann": "Ann plays a +2. The stack is 2.",
  "stack-1.ben": "Ben answers with a +4 and chooses green: 6.",
  "stack-1.cem": "Cem adds a yellow +2, although green was chosen: 8. Yellow counts now.",
  "stack-1.dora": "Dora has no plus card. She takes 8 cards and loses her turn; then it is Ann's turn, with yellow.",

  "title.example-skip": "Example: skip and reverse",
  "skip-1.ann": "Five people play, clockwise. Ann plays a skip: Ben and Cem lose their turn.",
  "skip-1.dora": "Dora plays a reverse: play goes the other way, and Cem is next.",

  "scoring.one": "One round decides, unless “{match}” says “{match.points}”.",
  "scoring.points": "Then the winner of a round gets points for all cards in other hands: a number counts its value …",
  "scoring.action": "… another coloured card 20 …",
  "scoring.wild": "… and a card without a colour 50.",
  "scoring.mercy": "“{mercy_limit}” can throw players with too many cards out of a round.",
} as const;

export const t = makeText({ en, de: () => import("./eights.de").then(({ de }) => de) });
export type Texts = typeof en;

export const guide: Guide = {
  t,
  Thing: ColourThing,
  sections: [
    { id: "goal", lines: [["goal.aim", ["red 7", "blue skip", "wild"]]] },
    {
      id: "turn",
      lines: [
        ["turn.match", "red 3", "→", "!red 5", "!blue 3", "~blue 5"],
        ["turn.wild", "red 3", "→", "!wild"],
        ["turn.draw", "?", "→", "green 7"],
        ["turn.drawn"],
      ],
    },
    {
      id: "cards",
      list: true,
      lines: [
        ["cards.number", "green 4"],
        ["cards.wild", "wild"],
      ],
    },
    {
      id: "insane",
      list: true,
      lines: [
        ["cards.plus2", "red +2"],
        ["cards.plus4", "+4"],
        ["cards.plus20", "+20"],
        ["cards.skip", "blue skip"],
        ["cards.reverse", "green reverse"],
      ],
    },
    {
      id: "stack",
      lines: [["stack.answer", ["red +2", "yellow +2", "+4"]], ["stack.which"]],
    },
    {
      id: "chaos",
      list: true,
      lines: [
        ["cards.plus20color", "yellow +20"],
        ["cards.nope", "red nope"],
        ["cards.swap", "blue swap"],
        ["cards.pickswap", "green pickswap"],
        ["cards.wildpickswap", "wildpickswap"],
        ["cards.rotate", "yellow rotate"],
        ["cards.steal", "red steal"],
        ["cards.luckyhand", "green luckyhand"],
        ["cards.godmode", "blue godmode"],
      ],
    },
    {
      id: "example-stack",
      steps: true,
      lines: [
        ["stack-1.ann", "red +2"],
        ["stack-1.ben", ["red +2", "!+4"]],
        ["stack-1.cem", ["red +2", "+4", "!yellow +2"]],
        ["stack-1.dora", "?", "?", "?"],
      ],
    },
    {
      id: "example-skip",
      steps: true,
      lines: [
        ["skip-1.ann", "blue skip"],
        ["skip-1.dora", ["blue skip", "!blue reverse"]],
      ],
    },
    {
      id: "scoring",
      lines: [
        ["scoring.one"],
        ["scoring.points", "red 7"],
        ["scoring.action", "green skip", "red +2"],
        ["scoring.wild", "wild", "+4"],
        ["scoring.mercy"],
      ],
    },
  ],
};
