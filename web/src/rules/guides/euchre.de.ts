import type { Entry } from "../../lib/i18n.svelte";
import type { Texts } from "./euchre";

export const de: { [K in keyof Texts]: Entry } = {
  "goal.aim": "Zwei gegen zwei: Dein Partner sitzt dir gegenüber. Die Seite, die Trumpf ansagt, muss drei der fünf Stiche gewinnen.",
  "goal.end": "Die erste Seite mit 10 Punkten gewinnt; „{target}“ kann das ändern.",

  "title.call": "Trumpf ansagen",
  "call.first":
    "Alle bekommen fünf Karten, und eine wird aufgedeckt. Reihum passt du oder machst ihre Farbe zum Trumpf. Dann nimmt der Geber diese Karte und legt eine andere weg.",
  "call.second": "Passen alle vier, wird sie umgedreht, und jeder darf reihum eine der anderen Farben ansagen.",
  "call.again": "Passen wieder alle, gibt der Nächste, außer am Tisch gilt „{stick_the_dealer}“.",
  "call.alone": "Mit einem sehr starken Blatt spielst du allein: Dein Partner setzt aus, und alle fünf Stiche bringen 4 Punkte.",

  "turn.follow": "Links vom Geber wird ausgespielt. Bediene die Farbe, wenn du kannst; sonst spiel irgendeine Karte.",
  "turn.trick": "Der höchste Trumpf gewinnt den Stich, ohne Trumpf die höchste Karte der ausgespielten Farbe. Wer ihn hat, spielt aus.",

  "title.cards": "Die Karten, wenn Herz Trumpf ist",
  "cards.right": "Der rechte Bauer, der Trumpfbube, ist die höchste Karte.",
  "cards.left": "Der linke Bauer, der andere Bube dieser Farbe (rot oder schwarz), kommt danach und zählt als Herz.",
  "cards.trump": "Dann die anderen Trümpfe: Ass, König, Dame, 10 und 9.",
  "cards.plain": "In anderen Farben gilt: Ass, König, Dame, Bube, 10, 9.",

  "title.example-bower": "Beispiel: Der linke Bauer bedient",
  "bower.lead": "Herz ist Trumpf. Ann spielt den Herzkönig aus.",
  "bower.follow": "Ben hat den Karobuben und die Karo 9. Der Bube ist heute ein Herz, also muss Ben ihn spielen.",
  "bower.win": "Cem, der Partner von Ann, hat den Herzbuben und schlägt beide.",
  "bower.rest": "Dora hat kein Herz und darf alles spielen. Der Stich geht an Ann und Cem.",

  "title.example-trump": "Beispiel: Ein kleiner Trumpf schlägt ein Ass",
  "trump.lead": "Kreuz ist Trumpf. Ann spielt das Karo-Ass aus.",
  "trump.cut": "Ben hat kein Karo und spielt seinen kleinsten Trumpf, die Kreuz 9.",
  "trump.rest": "Cem und Dora bedienen mit Karo. Niemand hat höher getrumpft: Der Stich geht an Ben und Dora.",

  "scoring.made": "Drei oder vier Stiche: 1 Punkt für die Seite, die Trumpf angesagt hat.",
  "scoring.all": "Alle fünf: 2 Punkte, allein 4.",
  "scoring.euchred": "Weniger als drei: Die Seite ist gescheitert, und die anderen bekommen 2 Punkte.",
};
