import type { Entry } from "../../lib/i18n.svelte";
import type { Texts } from "./dutch";

export const de: { [K in keyof Texts]: Entry } = {
  "goal.aim": "Du hast vier verdeckte Karten und hast zwei davon gesehen. Die wenigsten Punkte gewinnen.",
  "goal.other": "Du gewinnst sofort, wenn du keine Karte mehr hast oder vier von einer Sorte gesammelt sind.",

  "title.look": "Der erste Blick",
  "look.two": "Sieh dir zwei deiner Karten an und merk sie dir. „{peek_count}“ kann eine andere Zahl sein.",
  "look.rank": "Die mit weniger Punkten wird aufgedeckt: Ihre Sorte sammelst du. Bei „{mode.clear}“ sammelt niemand.",

  "turn.draw": "Zieh eine Karte. Nur du siehst sie.",
  "turn.play": "Spiel sie offen aus oder stattdessen eine Karte deiner Hand; dann kommt die gezogene verdeckt an deren Platz.",
  "turn.power": "Eine gespielte Dame oder ein Bube darf genutzt werden, wenn die fünf Sekunden von unten um sind.",

  "title.match": "Gleiche dazulegen",
  "match.right": "Fünf Sekunden lang darf jeder Karten der gerade gespielten Sorte dazulegen. Dann hast du weniger Karten.",
  "match.wrong": "Eine falsche Karte geht zurück, du bekommst eine Strafkarte und bist gesperrt, bis die Zeit um ist.",

  "title.collect": "Sammeln",
  "collect.take": "Liegt deine Sorte oben auf der Ablage, nimm sie, egal wer dran ist. Sie liegt offen und wird nie gespielt.",

  "title.call": "Dutch rufen",
  "call.when": "Hast du eine Karte gespielt, darfst du Dutch rufen: Alle anderen haben noch einen Zug, dann wird aufgedeckt.",

  "title.cards": "Was Karten zählen und können",
  "cards.joker": "Joker: 0 Punkte.",
  "cards.redking": "Roter König: 0 Punkte, wenn „{red_kings}“ nichts anderes sagt.",
  "cards.ace": "Ass: 1 Punkt.",
  "cards.number": "2 bis 10: ihre Zahl.",
  "cards.queen": "Dame: 10 Punkte. Sieh irgendeine verdeckte Karte an.",
  "cards.jack": "Bube: 10 Punkte. Tausch irgendwelche zwei Karten, ohne sie anzusehen.",
  "cards.king": "Schwarzer König: 10 Punkte.",

  "title.example-match": "Beispiel: richtig und falsch dazugelegt",
  "match-1.ann": "Ann zieht eine 2. Sie spielt ihre 9 und legt die 2 an deren Platz.",
  "match-1.ben": "Ben erinnert sich an seine 9 und legt sie dazu. Er hat noch drei Karten.",
  "match-1.cem": "Cem versucht eine Karte und deckt eine 6 auf. Sie geht zurück, und er bekommt eine Strafkarte: fünf.",

  "title.example-collect": "Beispiel: Eine Sammlung wächst",
  "collect-1.you": "Du sammelst Siebenen: Eine liegt offen vor dir.",
  "collect-1.ben": "Ben spielt die Herz 7. Wenn die fünf Sekunden um sind, nimmst du sie.",
  "collect-1.four": "Mit vier Siebenen gewinnst du sofort. Bis dahin zählen sie ihre Punkte, wie alle deine Karten.",

  "scoring.points": "Alle Karten deiner Hand zählen, auch gesammelte. Die wenigsten Punkte gewinnen.",
  "scoring.tie": "Bei gleichen Punkten gewinnen weniger Karten, und danach, wer Dutch gerufen hat.",
  "scoring.match":
    "Bei „{match.cumulative}“ bekommt der Gewinner nichts dazu, die anderen, was sie halten. Ein missglückter Ruf kostet 10 mehr.",
};
