import type { Entry } from "../../lib/i18n.svelte";
import type { Texts } from "./roost";

export const de: { [K in keyof Texts]: Entry } = {
  "goal.aim": "Lock Vögel in deinen Wald, dein Grasland und dein Feuchtgebiet. Nach vier Runden gewinnen die meisten Punkte.",

  "title.setup": "Der Anfang",
  "setup.keep":
    "Du bekommst fünf Vögel und von jedem Futter eines. Behalte Vögel und Futter, zusammen fünf: Jeder behaltene Vogel kostet ein Futter.",
  "setup.bonus": "Dazu werden dir zwei Bonuskarten angeboten, und du behältst eine. Niemand sonst sieht sie.",

  "turn.one": "In deinem Zug tust du eines von vier Dingen.",
  "turn.play":
    "Spiel einen Vogel aus der Hand: Bezahl sein Futter und setz ihn auf den linken freien Platz einer seiner Reihen. Weiter rechts kostet es auch Eier.",
  "turn.forest": "Nutz den Wald: Nimm Würfel vom Futterplatz und bekomm, was sie zeigen.",
  "turn.grassland": "Nutz das Grasland: Leg Eier auf deine Vögel, solange sie Platz haben.",
  "turn.wetland": "Nutz das Feuchtgebiet: Zieh Karten, vom Stapel oder aus den dreien der Auslage.",
  "turn.more": "Je mehr Vögel in einer Reihe, desto mehr gibt sie. Auf jedem zweiten Platz darfst du etwas gegen noch eins tauschen.",

  "title.powers": "Die Reihe wacht auf",
  "powers.order": "Hast du eine Reihe genutzt, nutzen ihre Vögel ihre Fähigkeiten, von rechts nach links. Du darfst immer ablehnen.",
  "powers.activate": "Dieses Zeichen: jedes Mal, wenn die Reihe genutzt wird.",
  "powers.play": "Dieses Zeichen: einmal, wenn der Vogel gespielt wird.",
  "powers.between": "Dieses Zeichen: in den Zügen der anderen.",

  "title.cards": "Was auf einer Karte steht",
  "cards.bird": "Links die Punkte, rechts die Kosten, unten Nest, Platz für Eier und die Spannweite.",
  "cards.food": "Das Futter: Wirbelloses, Samen, Fisch, Frucht, Nager. Bei „{two_for_one}“ zahlen zwei beliebige für eins.",
  "cards.wild": "Diese Kosten bezahlst du mit beliebigem Futter.",
  "cards.nest": "Nester: Napf, Höhle, Boden, Horst. Ziele und Bonuskarten fragen danach.",
  "cards.wings": "Spannweite: Jäger fangen Vögel mit einer kleineren, als sie angeben.",

  "title.rounds": "Vier Runden",
  "rounds.turns": "Die Runden haben 8, 7, 6 und 5 Züge. Am Ende jeder Runde wird ihr Ziel gewertet.",
  "rounds.goals": "Wer am meisten hat, bekommt am meisten: 4, 5, 6 und dann 7 Punkte. „{goal_scoring}“ kann es anders zählen.",

  "title.example-play": "Beispiel: Du spielst einen Vogel",
  "play-1.cost": "Das Wintergoldhähnchen kostet ein Wirbelloses, und in deinem Wald ist schon ein Vogel: Der zweite Platz kostet ein Ei.",
  "play-1.pay": "Du bezahlst beides, und das Wintergoldhähnchen bekommt den zweiten Platz.",
  "play-1.now": "Von jetzt an gibt der Wald zwei Würfel.",

  "title.example-row": "Beispiel: Du nutzt den Wald",
  "row-1.dice": "Mit zwei Vögeln im Wald nimmst du zwei Würfel: Samen und Fisch.",
  "row-1.right":
    "Der Vogel rechts beginnt: Das Wintergoldhähnchen darf eine Handkarte unterschieben, für ein Wirbelloses. Du hast keine, und es tut nichts.",
  "row-1.left": "Dann gibt der Waldlaubsänger ein Wirbelloses. Insgesamt hast du drei Futter bekommen.",

  "scoring.printed": "Die Punkte deiner Vögel, deiner Bonuskarten und der Ziele …",
  "scoring.each": "… und je 1 für jedes Ei, jedes gelagerte Futter und jede untergeschobene Karte.",
  "scoring.tie": "Bei gleichen Punkten gewinnt das meiste übrige Futter.",
};
