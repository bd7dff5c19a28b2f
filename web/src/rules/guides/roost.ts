import { makeText } from "../../lib/i18n.svelte";
import type { Guide } from "../guide";
import RoostThing from "../RoostThing.svelte";

const en = {
  "goal.aim": "Attract birds to your forest, grassland and wetland. After four rounds the most points win.",

  "title.setup": "The start",
  "setup.keep": "You get five birds and one food of each kind. Keep birds and foods that make five together: each bird kept costs a food.",
  "setup.bonus": "You are also offered two bonus cards, and keep one. Nobody else sees it.",

  "turn.one": "On your turn, do one of four things.",
  "turn.play":
    "Play a bird from your hand: pay its food, and put it in the leftmost free place of one of its habitats. Places further right cost eggs too.",
  "turn.forest": "Use the forest: take dice from the feeder, and gain what they show.",
  "turn.grassland": "Use the grassland: lay eggs on your birds, as long as they have room.",
  "turn.wetland": "Use the wetland: draw cards, from the deck or from the three in the tray.",
  "turn.more": "The more birds in a row, the more it gives. In every second place you may trade something for one more.",

  "title.powers": "The row wakes up",
  "powers.order": "After you use a row, its birds use their powers, from right to left. You may always say no.",
  "powers.activate": "This sign: whenever its row is used.",
  "powers.play": "This sign: once, when the bird is played.",
  "powers.between": "This sign: on other players' turns.",

  "title.cards": "The card of a bird",
  "cards.bird": "Points on the left, the cost on the right, below them nest, room for eggs, and the wingspan.",
  "cards.food": "The five foods: invertebrate, seed, fish, fruit, rodent. With “{two_for_one}” any two pay for one.",
  "cards.wild": "This cost is paid with any food.",
  "cards.nest": "Nests: bowl, cavity, ground, platform. Goals and bonus cards ask for them.",
  "cards.wings": "Wingspan: hunters catch birds with a smaller one than they say.",

  "title.rounds": "Four rounds",
  "rounds.turns": "The rounds have 8, 7, 6 and 5 turns. At the end of each, its goal is scored.",
  "rounds.goals": "The most scores the most: 4, 5, 6, then 7 points for the first place. “{goal_scoring}” offers another way.",

  "title.example-play": "Example: you play a bird",
  "play-1.cost": "The Goldcrest costs one invertebrate, and your forest has one bird already: the second place costs an egg.",
  "play-1.pay": "You pay both, and the Goldcrest takes the second place.",
  "play-1.now": "From now on the forest gives two dice.",

  "title.example-row": "Example: you use the forest",
  "row-1.dice": "With two birds in the forest you take two dice: a seed and a fish.",
  "row-1.right":
    "The bird on the right begins: the Goldcrest may tuck a card from your hand, for an invertebrate. You have none, and it does nothing.",
  "row-1.left": "Then the Wood Warbler gives an invertebrate. All in all you gained three foods.",

  "scoring.printed": "Points on your birds, on your bonus cards, and from the goals …",
  "scoring.each": "… and 1 for each egg, each food cached on a bird, and each card tucked under one.",
  "scoring.tie": "If points are equal, the most food left wins.",
} as const;

export const t = makeText({ en, de: () => import("./roost.de").then(({ de }) => de) });
export type Texts = typeof en;

export const guide: Guide = {
  t,
  Thing: RoostThing,
  sections: [
    { id: "goal", lines: [["goal.aim", "goldcrest", "common-kingfisher"]] },
    {
      id: "setup",
      lines: [
        ["setup.keep", "card", "card", "·", "invertebrate", "seed", "fish"],
        ["setup.bonus", "bonus"],
      ],
    },
    {
      id: "turn",
      lines: [
        ["turn.one"],
        ["turn.play", "invertebrate", "+", "egg", "→", "card"],
        ["turn.forest", "forest", "→", "seed", "fish"],
        ["turn.grassland", "grassland", "→", "egg", "egg"],
        ["turn.wetland", "wetland", "→", "card"],
        ["turn.more"],
      ],
    },
    {
      id: "powers",
      list: true,
      lines: [["powers.order"], ["powers.activate", "activate"], ["powers.play", "play"], ["powers.between", "between"]],
    },
    {
      id: "cards",
      lines: [
        ["cards.bird", "common-kingfisher"],
        ["cards.food", "invertebrate", "seed", "fish", "fruit", "rodent"],
        ["cards.wild", "wild"],
        ["cards.nest", "bowl", "cavity", "ground", "platform"],
        ["cards.wings", "wings"],
      ],
    },
    {
      id: "rounds",
      lines: [["rounds.turns"], ["rounds.goals", "goal"]],
    },
    {
      id: "example-play",
      steps: true,
      lines: [
        ["play-1.cost", "wood-warbler", "+", "!goldcrest"],
        ["play-1.pay", "invertebrate", "egg", "→", "goldcrest"],
        ["play-1.now", "forest", "→", "die", "die"],
      ],
    },
    {
      id: "example-row",
      steps: true,
      lines: [
        ["row-1.dice", "forest", "→", "seed", "fish"],
        ["row-1.right", "wood-warbler", "!goldcrest"],
        ["row-1.left", "!wood-warbler", "→", "invertebrate"],
      ],
    },
    {
      id: "scoring",
      lines: [["scoring.printed", "card", "bonus", "goal"], ["scoring.each", "egg", "cache", "tuck"], ["scoring.tie"]],
    },
  ],
};
