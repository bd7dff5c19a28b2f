import type { Entry } from "../../lib/i18n.svelte";
import type { Texts } from "./casino";

export const de: { [K in keyof Texts]: Entry } = {
  "goal.aim": "Fang Karten vom Tisch. Was du fängst, zählt sofort seinen Wert, und die meisten Punkte gewinnen.",

  "turn.one": "Spiel genau eine Handkarte, auf eine dieser fünf Arten.",
  "turn.capture": "Fangen: Deine Karte nimmt eine Karte mit gleichem Wert und Karten, die ihn ergeben. Diese 9 nimmt eine 9 und 4 und 5.",
  "turn.build": "Bauen: Leg deine Karte zu Karten vom Tisch, sodass sie einen Wert ergeben, und behalte eine Karte, die ihn später nimmt.",
  "turn.add": "Dazulegen: Leg eine weitere Gruppe mit diesem Wert auf deinen Bau. Dann kann ihn niemand mehr erhöhen.",
  "turn.raise":
    "Erhöhen: Leg eine Karte auf einen fremden Bau aus einer Gruppe. Er ist jetzt mehr wert und gehört dir. Behalte eine Karte, die ihn nimmt.",
  "turn.trail": "Ablegen: Lass deine Karte auf dem Tisch. „{trail_ban}“ kann es verbieten.",

  "title.cards": "Was Karten zählen",
  "cards.value": "Ein Ass zählt 1, jede andere Karte ihre Zahl.",
  "cards.court": "Mit 52 Karten fangen Buben, Damen und Könige nur ihresgleichen. Gefangen zählen sie 10.",

  "title.equal": "Gleiche Karten",
  "equal.choice": "Leg deine Karte auf eine gleiche, und du wählst: beide fangen oder ihre Summe bauen, bis 10.",
  "equal.free": "Für so einen Bau brauchst du keine Karte, die ihn nimmt, außer „{key_card}“ steht auf „{key_card.required}“.",

  "title.tops": "Stapel und ihre obersten Karten",
  "tops.use":
    "Gefangene Karten kommen auf deinen Stapel. Die oberste Karte eines gegnerischen Stapels darf zu einem Fang gehören oder zu dem, was du auf einen Bau legst.",
  "tops.base": "Ein Fang braucht außerdem etwas vom Tisch.",

  "title.partners": "Partner",
  "partners.share":
    "Bei „{teams}“ haben Gegenübersitzende ihre Punkte gemeinsam. Du darfst die Bauten deines Partners fangen und dazulegen.",
  "partners.rebuild": "„{partner_rebuild}“: Hat ein Gegner deinen Bau genommen, darf dein Partner diesen Wert für dich bauen.",
  "partners.shiya":
    "„{shiya}“: Fängst du deinen eigenen Bau, darf dein Partner rufen. Dann kommt deine Karte zum Bau, und er gehört dem Partner.",

  "title.example-equal": "Beispiel: fangen oder bauen?",
  "five.lay": "Du legst die Pik 5 auf die Herz 5.",
  "five.capture": "„10 fangen“ bringt jetzt 10 Punkte.",
  "five.build":
    "„10 bauen“ lässt beide auf dem Tisch. Im nächsten Zug nimmt sie deine 10: 20 Punkte. Aber jede andere 10 kann schneller sein.",

  "title.example-raise": "Beispiel: Ein Bau wechselt den Besitzer",
  "raise.ben": "Ben baut 6 aus einer 2 und einer 4. Er hat eine 6, um ihn zu nehmen.",
  "raise.you": "Du legst eine 3 darauf. Jetzt ist es ein Bau von 9, und er gehört dir, denn du hast eine 9.",
  "raise.take": "Im nächsten Zug nimmt ihn deine 9: 2 + 4 + 3 + 9 = 18 Punkte.",

  "scoring.value":
    "Jede gefangene Karte zählt ihren Wert, sobald du sie hast, auch die ausgespielte. Alle 40 Karten sind zusammen 220 Punkte.",
  "scoring.last": "Was am Ende auf dem Tisch liegt, bekommt, wer zuletzt gefangen hat.",
  "scoring.casino": "Mit Casino-Punkten wird am Ende gezählt: meiste Karten 2, meiste Pik 2, die Karo 10 zählt 2 …",
  "scoring.casino-more": "… die Pik 2 zählt 1 und jedes Ass 1.",
};
