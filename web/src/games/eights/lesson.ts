// The words of the lesson, by the names that its script uses, and what each step speaks about.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    "step.aim": "The first player to get rid of all cards wins. On your turn, play one card that fits the card in the middle.",
    "step.colour": "The same colour fits. The card in the middle is a red 3, so play your red 5.",
    "hint.red-one": "You could draw a card, but one of yours fits: the red 5.",
    "step.value": "You have no green. The same number fits as well, in any colour: play the yellow 7 on the green 7.",
    "hint.seven": "No need to draw: the yellow 7 fits, because both are sevens.",
    "step.stack":
      "Watch out! {left} played a +2, and the others put theirs on top instead of drawing. The stack is at 6 now, and it is your turn.",
    "step.answer": "Put your blue +2 on top, the colour does not matter here. Then {left} faces all 8.",
    "hint.pile-on": "Drawing six cards hurts. Put your blue +2 on top instead.",
    "step.draw": "{left} had to draw 8 cards. The card is a red 4 now, and none of yours fits. So draw a card; that ends your turn.",
    "hint.just-draw": "Draw a card.",
    "step.eight":
      "You drew an eight, the wild card! It goes on everything, and you choose the next colour. Choose blue: the rest of your hand is blue.",
    "hint.name-blue": "Play the eight and choose blue: then all your other cards fit.",
    "step.skip": "{across} has a single card left! A skip passes over two players: {left} and {across} lose their turn. Play it.",
    "hint.skip-them": "That fits too, but then {across} might go out. Play the skip.",
    "step.reverse": "A reverse changes the direction: {right} is next, then {across}, then {left}. Play it, and keep the 9 for the end.",
    "hint.turn-round": "Keep the 9 for the end, and play the reverse now.",
    "step.last-card": "{across} could not play and had to draw. The colour is still blue: play your last card!",
    "hint.go-out": "No need to draw: your last card fits.",
    "step.more":
      "You are out of cards, so you win! There is more to meet: +4 and +20 go on everything, and the chaos tables swap whole hands. The rules are always one tap away.",
  },
  de: {
    "step.aim": "Wer zuerst alle Karten los ist, gewinnt. Wenn du dran bist, spielst du eine Karte, die auf die Karte in der Mitte passt.",
    "step.colour": "Die gleiche Farbe passt. In der Mitte liegt eine rote 3, also spiel deine rote 5.",
    "hint.red-one": "Du könntest ziehen, aber eine deiner Karten passt: die rote 5.",
    "step.value": "Grün hast du nicht. Auch die gleiche Zahl passt, egal in welcher Farbe: Spiel die gelbe 7 auf die grüne 7.",
    "hint.seven": "Ziehen ist nicht nötig: Die gelbe 7 passt, weil beides Siebenen sind.",
    "step.stack":
      "Vorsicht! {left} hat eine +2 gespielt, und die anderen haben ihre daraufgelegt, statt zu ziehen. Der Stapel steht bei 6, und du bist dran.",
    "step.answer": "Leg deine blaue +2 darauf, die Farbe ist hier egal. Dann treffen {left} alle 8.",
    "hint.pile-on": "Sechs Karten ziehen tut weh. Leg lieber deine blaue +2 darauf.",
    "step.draw":
      "{left} musste 8 Karten ziehen. Jetzt liegt eine rote 4, und von dir passt nichts. Zieh also eine Karte; damit endet dein Zug.",
    "hint.just-draw": "Zieh eine Karte.",
    "step.eight":
      "Du hast eine Acht gezogen, die Wunschkarte! Sie passt auf alles, und du wählst die nächste Farbe. Wähle Blau: Der Rest deiner Karten ist blau.",
    "hint.name-blue": "Spiel die Acht und wähle Blau: Dann passen alle deine anderen Karten.",
    "step.skip": "{across} hat nur noch eine Karte! Aussetzen trifft zwei Spieler: {left} und {across} kommen nicht dran. Spiel es aus.",
    "hint.skip-them": "Das passt auch, aber dann ist {across} vielleicht fertig. Spiel Aussetzen.",
    "step.reverse":
      "Richtungswechsel dreht die Reihenfolge um: Erst kommt {right}, dann {across}, dann {left}. Spiel ihn und heb die 9 für den Schluss auf.",
    "hint.turn-round": "Heb die 9 für den Schluss auf und spiel jetzt den Richtungswechsel.",
    "step.last-card": "{across} konnte nicht spielen und musste ziehen. Die Farbe ist noch blau: Spiel deine letzte Karte!",
    "hint.go-out": "Ziehen ist nicht nötig: Deine letzte Karte passt.",
    "step.more":
      "Du hast keine Karten mehr, also gewinnst du! Es gibt noch mehr: +4 und +20 passen auf alles, und an Chaos-Tischen werden ganze Hände getauscht. Die Regeln sind immer einen Tipp entfernt.",
  },
});

/** Where on the table a step looks. Cards have the numbers in which the script deals them. */
export const at: Record<string, string> = {
  aim: ".pile",
  colour: '[data-card="0"]',
  value: '[data-card="1"]',
  stack: ".facts .stack",
  answer: '[data-card="2"]',
  draw: ".draw",
  eight: '[data-card="32"]',
  skip: '[data-card="3"]',
  reverse: '[data-card="4"]',
  "last-card": '[data-card="5"]',
  more: ".over h2",
};

/** What a learner needs to see besides, and what is good to see. */
export const clear = ".one, .draw, .pile, .facts, .picker, .over";
export const spare = ".others";
