import type { Entry } from "../../lib/i18n.svelte";
import type { Texts } from "./eights";

export const de: { [K in keyof Texts]: Entry } = {
  "goal.aim": "Werde deine Karten los. Wer zuerst keine mehr hat, gewinnt.",

  "turn.match":
    "Spiel eine Karte mit der Farbe oder der Zahl der obersten. Auf eine rote 3 passen rote Karten und jede 3, aber keine blaue 5.",
  "turn.wild": "Eine Acht ist wild: Sie passt auf alles, und du wählst die Farbe, die als Nächstes gilt.",
  "turn.draw": "Oder zieh eine Karte, damit endet dein Zug. Das darfst du auch, wenn eine passt, außer bei „{must_play}“.",
  "turn.drawn": "Mit „{play_drawn}“ darfst du eine eben gezogene Karte spielen, wenn sie passt.",

  "cards.number": "Zahl: passt auf ihre Farbe und auf die gleiche Zahl.",
  "cards.wild": "Wilde Acht: passt auf alles, und du wählst die Farbe.",

  "title.insane": "Mehr Karten in „{tier.insane}“",
  "cards.plus2": "+2: Der Nächste legt eine Pluskarte darauf oder nimmt die Karten und setzt aus.",
  "cards.plus4": "+4: dasselbe mit vier Karten. Sie passt auf alles, und du wählst die Farbe.",
  "cards.plus20": "+20: dasselbe mit zwanzig.",
  "cards.skip": "Aussetzen: Die nächsten zwei kommen nicht dran, wenn „{skip_count}“ nichts anderes sagt.",
  "cards.reverse": "Richtungswechsel: Es geht andersherum. „{reverse_limit}“ hat eine Grenze, meist vier.",

  "title.chaos": "Mehr Karten in „{tier.chaos}“",
  "cards.plus20color": "Farbige +20: wie eine +2, aber mit zwanzig Karten.",
  "cards.nope": "Nein: hebt einen ganzen Stapel auf, egal in welcher Farbe.",
  "cards.swap": "Tausch: Du tauschst die Hand mit dem Nächsten.",
  "cards.pickswap": "Wahltausch: Du tauschst die Hand mit einem Spieler deiner Wahl.",
  "cards.wildpickswap": "Wilder Wahltausch: dasselbe. Er passt auf alles, und du wählst die Farbe.",
  "cards.rotate": "Reihum: Jede Hand wandert einen Spieler weiter.",
  "cards.steal": "Stehlen: Du nimmst dem Nächsten eine zufällige Karte, aber nie die letzte.",
  "cards.luckyhand": "Glückshand: Du ziehst eine Karte aus einem besseren Vorrat. Sie passt nur auf ihre Farbe.",
  "cards.godmode": "Göttermodus: alle Hände zeigen, sie neu verteilen oder allen eine frische Hand geben. Er passt nur auf seine Farbe.",

  "title.stack": "Pluskarten türmen sich",
  "stack.answer":
    "Solange Pluskarten warten, hilft nur noch eine Pluskarte oder ein Nein; Farben sind dabei egal. Sonst nimmst du alle Karten.",
  "stack.which": "Welche Pluskarte auf welche darf, ist eine Regel des Tisches: „{stacking}“.",

  "title.example-stack": "Beispiel: Ein Stapel geht um",
  "stack-1.ann": "Ann spielt eine +2. Der Stapel steht bei 2.",
  "stack-1.ben": "Ben legt eine +4 darauf und wählt Grün: 6.",
  "stack-1.cem": "Cem legt eine gelbe +2 dazu, obwohl Grün gewählt war: 8. Jetzt gilt Gelb.",
  "stack-1.dora": "Dora hat keine Pluskarte. Sie nimmt 8 Karten und setzt aus; dann ist Ann dran, mit Gelb.",

  "title.example-skip": "Beispiel: Aussetzen und Richtungswechsel",
  "skip-1.ann": "Fünf spielen im Uhrzeigersinn. Ann spielt Aussetzen: Ben und Cem kommen nicht dran.",
  "skip-1.dora": "Dora spielt einen Richtungswechsel: Es geht andersherum, und Cem ist dran.",

  "scoring.one": "Eine Runde entscheidet, außer „{match}“ steht auf „{match.points}“.",
  "scoring.points": "Dann bekommt, wer eine Runde gewinnt, Punkte für alle Karten der anderen: Eine Zahl zählt ihren Wert …",
  "scoring.action": "… eine andere farbige Karte 20 …",
  "scoring.wild": "… und eine Karte ohne Farbe 50.",
  "scoring.mercy": "Bei „{mercy_limit}“ scheidet für die Runde aus, wer zu viele hat.",
};
