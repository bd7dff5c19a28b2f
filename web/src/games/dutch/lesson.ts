// The words of the lesson, by the names that its script uses, and what each step speaks about.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    "step.peek":
      "You have four cards face down, and nobody knows them. The player with the fewest points at the end wins: an ace counts 1, a jack, queen or black king 10, a joker or red king nothing. Tap your first card.",
    "hint.first-card": "Begin with the card on the left.",
    "step.peek-again": "A four. Only you see it. Everyone may look at two cards before the first turn, so tap your second card too.",
    "hint.second-card": "Look at your second card.",
    "step.seen": "A four and a nine: remember them! From now on they are face down. Press Done.",
    "hint.press-done": "Press Done when you have seen enough.",
    "step.collect":
      "The lower of the two is face up now: you collect fours. Four of a kind wins at once. A four is on the discards. You may take it at any time, on anyone's turn. Collect it.",
    "hint.take-the-four": "That can wait. Collect the four first.",
    "step.draw": "Now it is your turn. It always begins with a card from the draw pile: tap it.",
    "hint.from-the-pile": "Draw a card from the pile.",
    "step.play":
      "Only you see what you drew. You could keep it and play one of your cards instead. But a queen counts 10, and when it is played you may look at a card: play it.",
    "hint.play-the-queen": "Keep that card, and play the queen that you drew.",
    "step.look":
      "Right after a card is played, anyone may match its rank. {left} tried, but that wasn't a queen: everyone saw the ace, and {left} got a penalty card. Now use your queen: look at your fourth card.",
    "hint.fourth-card": "That works too, but you should know your own cards first: tap your fourth card.",
    "step.close": "A jack, 10 points. Nobody else knows. Remember it and close.",
    "hint.press-close": "Press Close.",
    "step.match":
      "{left} has played a nine, and you have one! Normally you have five seconds, and the fastest player counts; here you have time. Tap the card that you remember as a nine.",
    "hint.your-nine": "That isn't a nine: it would cost you a penalty card. Your nine is the second card.",
    "step.draw-again": "One card fewer, and nothing came back for it. Your turn: draw.",
    "hint.pile-again": "Draw a card from the pile first.",
    "step.replace":
      "An eight is better than your jack, and a jack swaps two cards when it is played. Tap the jack, your fourth card: the eight takes its place.",
    "hint.play-the-jack": "Play the jack: it is your fourth card.",
    "step.swap":
      "With a jack you swap any two cards without seeing them. You remember where the ace is: tap your fourth card, then {left}'s third card.",
    "hint.for-the-ace": "Swap your fourth card, the eight, with {left}'s third card, the ace.",
    "step.call":
      "You hold two fours, an ace and one card you don't know. That is a low hand. Call Dutch: everyone else has one more turn, then all cards are counted.",
    "hint.press-dutch": "Press Dutch!",
    "step.score":
      "All cards are face up, with their points. The fewest points win. A player with no cards left or with four of a kind wins at once. Remember well, and be quick!",
  },
  de: {
    "step.peek":
      "Vier Karten liegen verdeckt vor dir, und niemand kennt sie. Wer am Ende die wenigsten Punkte hat, gewinnt: Ein Ass zählt 1, Bube, Dame und schwarzer König 10, Joker und roter König nichts. Tipp auf deine erste Karte.",
    "hint.first-card": "Fang mit der Karte ganz links an.",
    "step.peek-again":
      "Eine Vier. Nur du siehst sie. Vor dem ersten Zug darf jeder zwei Karten ansehen, also tipp auch auf deine zweite Karte.",
    "hint.second-card": "Sieh dir deine zweite Karte an.",
    "step.seen": "Eine Vier und eine Neun: Merk sie dir! Von jetzt an liegen sie verdeckt. Drück „Fertig“.",
    "hint.press-done": "Drück „Fertig“, wenn du genug gesehen hast.",
    "step.collect":
      "Die niedrigere der beiden ist jetzt offen: Du sammelst Vieren. Vier von einer Sorte gewinnen sofort. Auf der Ablage liegt eine Vier. Du darfst sie jederzeit nehmen, auch wenn andere am Zug sind. Sammle sie.",
    "hint.take-the-four": "Das hat Zeit. Sammle zuerst die Vier.",
    "step.draw": "Jetzt bist du am Zug. Er beginnt immer mit einer Karte vom Ziehstapel: Tipp darauf.",
    "hint.from-the-pile": "Zieh eine Karte vom Stapel.",
    "step.play":
      "Nur du siehst, was du gezogen hast. Du könntest sie behalten und eine andere spielen. Aber eine Dame zählt 10, und wer sie spielt, darf eine Karte ansehen: Spiel sie aus.",
    "hint.play-the-queen": "Behalte diese Karte, und spiel die gezogene Dame aus.",
    "step.look":
      "Direkt nachdem eine Karte gespielt wurde, darf jeder Karten vom gleichen Rang dazulegen. {left} hat es versucht, doch das war keine Dame: Alle sahen das Ass, und {left} bekam eine Strafkarte. Nutz deine Dame: Sieh dir deine vierte Karte an.",
    "hint.fourth-card": "Auch das geht, aber kenn erst deine eigenen Karten: Tipp auf deine vierte.",
    "step.close": "Ein Bube, 10 Punkte. Sonst weiß das niemand. Merk ihn dir und schließ.",
    "hint.press-close": "Drück „Schließen“.",
    "step.match":
      "{left} hat eine Neun gespielt, und du hast auch eine! Sonst sind fünf Sekunden Zeit, und der Schnellste zählt; hier hast du Zeit. Tipp auf die Karte, die du als Neun in Erinnerung hast.",
    "hint.your-nine": "Das ist keine Neun: Sie würde dich eine Strafkarte kosten. Deine Neun ist die zweite Karte.",
    "step.draw-again": "Eine Karte weniger, und nichts kam dafür zurück. Du bist am Zug: Zieh.",
    "hint.pile-again": "Zieh zuerst eine Karte vom Stapel.",
    "step.replace":
      "Eine Acht ist besser als dein Bube, und ein gespielter Bube tauscht zwei Karten. Tipp auf den Buben, deine vierte Karte: Die Acht nimmt seinen Platz.",
    "hint.play-the-jack": "Spiel den Buben: Er ist deine vierte Karte.",
    "step.swap":
      "Mit einem Buben tauschst du zwei beliebige Karten, ohne sie zu sehen. Du weißt noch, wo das Ass liegt: Tipp auf deine vierte Karte, dann auf die dritte von {left}.",
    "hint.for-the-ace": "Tausch deine vierte Karte, die Acht, gegen die dritte von {left}, das Ass.",
    "step.call":
      "Du hast zwei Vieren, ein Ass und eine Karte, die du nicht kennst. Das ist wenig. Ruf Dutch: Alle anderen haben noch einen Zug, dann wird gezählt.",
    "hint.press-dutch": "Drück „Dutch!“",
    "step.score":
      "Alle Karten sind aufgedeckt, mit ihren Punkten. Die wenigsten Punkte gewinnen. Wer keine Karte mehr hat oder vier von einer Sorte, gewinnt sofort. Merk dir viel, und sei schnell!",
  },
});

/** Where on the table a step looks; the learner sits on seat 0. */
export const at: Record<string, string> = {
  peek: '[data-card="0"]',
  "peek-again": '[data-card="1"]',
  seen: ".foot .call",
  collect: ".discards",
  draw: ".draw",
  play: ".held",
  look: '[data-card="3"]',
  close: ".held",
  match: '[data-card="1"]',
  "draw-again": ".draw",
  replace: '[data-card="3"]',
  swap: '[data-at="1:2"]',
  call: ".foot .call",
  score: ".over header",
};

/** What a learner needs to see besides, and what is good to see. */
export const clear = ".own .hand, .actions button, .now.mine, .now.race, .held, .discards, .over .cards";
export const spare = ".draw, .player, .now";
