// The words of the lesson, by the names that its script uses, and what each step speaks about.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    "step.aim":
      "You and {left} take cards from the table. Every card you capture counts its value at once: a ten 10, an ace 1. The most points win. Each turn you play one card from your hand.",
    "step.take":
      "A card captures another of the same rank. Drag your seven of spades onto the seven of diamonds, or tap one and then the other, and choose Capture 14: that's 14 points.",
    "hint.equal-takes": "There's a better move: lay the seven of spades on the seven of diamonds and capture.",
    "step.trail":
      "Now there is a five on the table. If you leave a four beside it, your nine can take both next time. Tap the four of clubs and choose Trail: the card stays on the table.",
    "hint.leave-four": "That works, but try this: tap the four of clubs alone and choose Trail.",
    "step.sum":
      "A card also takes cards that add up to it: five and four make nine. Lay the nine of clubs on them, one after the other, and capture: 18 points.",
    "hint.nine-takes": "Lay the nine of clubs together with the five and the four, and capture.",
    "step.choice":
      "Cards of the same rank offer a choice. Lay your three of spades on the three: Capture 6 brings 6 points now. Build 6 makes a pile that waits for a six, and may grow. You hold a six: choose Build 6.",
    "hint.build-it": "Lay the three of spades on the three of hearts and choose Build 6: your six takes it later.",
    "step.tops":
      "{left} has captured. The top card of an opponent's pile is face up. You may include it in a capture or an addition if you also use something from the table.",
    "step.add":
      "Your build needs sixes, and four and two make six. Lay your four of diamonds on your build, add the two on top of {left}'s pile, and choose Add to 6. Nobody can raise it then.",
    "hint.four-and-top": "Lay together the four of diamonds, your build and the two on {left}'s pile, and choose Add to 6.",
    "step.groups":
      "One card takes everything that makes its value. Lay the six of diamonds on your build and on the six of clubs: three sixes and your own, 24 points in one capture.",
    "hint.take-all": "Take more: lay the six of diamonds together with your build and the six of clubs.",
    "step.key":
      "You can also build different ranks if you keep a card that takes the build: the key card. Five and two make seven, and you hold another seven. Lay the five of spades on the two and build.",
    "hint.keep-seven": "Lay the five of spades on the two of clubs and choose Build 7. Your seven stays in your hand.",
    "step.raise":
      "{left} has added an ace: your seven is an eight now, and no longer yours. Raise it yourself: the two of spades makes ten, and you hold a ten. Ten is the limit.",
    "hint.two-on-it": "Get it back: lay the two of spades on the build and choose Raise to 10.",
    "step.harvest": "Ten is the limit, so it stayed yours. Lay the ten of diamonds on it and capture: 20 points.",
    "hint.ten-takes": "Take your build: lay the ten of diamonds on it and capture.",
    "step.score":
      "That makes 76 points for you and 2 for {left}. At the end the last player to capture gets the remaining cards. If you prefer casino points for aces, spades and the most cards, choose them when you open a table.",
  },
  de: {
    "step.aim":
      "Du und {left} nehmt Karten vom Tisch. Jede gefangene Karte zählt sofort ihren Wert: eine Zehn 10, ein Ass 1. Die meisten Punkte gewinnen. In jedem Zug spielst du eine Handkarte.",
    "step.take":
      "Eine Karte fängt eine andere vom gleichen Rang. Zieh deine Pik-Sieben auf die Karo-Sieben, oder tippe erst die eine und dann die andere an, und wähle „14 fangen“: Das sind 14 Punkte.",
    "hint.equal-takes": "Es gibt einen besseren Zug: Leg die Pik-Sieben auf die Karo-Sieben und fang sie.",
    "step.trail":
      "Jetzt liegt eine Fünf auf dem Tisch. Lässt du eine Vier daneben liegen, kann deine Neun nächstes Mal beide nehmen. Tippe die Kreuz-Vier an und wähle Ablegen: Die Karte bleibt auf dem Tisch.",
    "hint.leave-four": "Das ginge, aber versuch dies: Tippe nur die Kreuz-Vier an und wähle Ablegen.",
    "step.sum":
      "Eine Karte nimmt auch Karten, die zusammen so viel zählen: Fünf und vier sind neun. Leg die Kreuz-Neun nacheinander auf beide und fang sie: 18 Punkte.",
    "hint.nine-takes": "Leg die Kreuz-Neun mit der Fünf und der Vier zusammen und fang sie.",
    "step.choice":
      "Gleiche Karten lassen dir die Wahl. Leg deine Pik-Drei auf die Drei: „6 fangen“ bringt sofort 6 Punkte. „6 bauen“ macht daraus einen Haufen, der auf eine Sechs wartet und wachsen kann. Du hast eine Sechs: Wähle „6 bauen“.",
    "hint.build-it": "Leg die Pik-Drei auf die Herz-Drei und wähle „6 bauen“: Deine Sechs nimmt ihn später.",
    "step.tops":
      "{left} hat gefangen. Die oberste Karte eines gegnerischen Stapels ist offen. Du darfst sie mitnehmen oder dazulegen, wenn auch etwas vom Tisch dabei ist.",
    "step.add":
      "Dein Bau braucht Sechsen, und vier und zwei sind sechs. Leg deine Karo-Vier auf deinen Bau, dazu die Zwei vom Stapel von {left}, und wähle „Zu 6 legen“. Dann kann ihn niemand erhöhen.",
    "hint.four-and-top": "Leg die Karo-Vier, deinen Bau und die Zwei vom Stapel von {left} zusammen und wähle „Zu 6 legen“.",
    "step.groups":
      "Eine Karte nimmt alles, was ihren Wert ergibt. Leg die Karo-Sechs auf deinen Bau und auf die Kreuz-Sechs: drei Sechsen und deine eigene, 24 Punkte mit einem Fang.",
    "hint.take-all": "Nimm mehr: Leg die Karo-Sechs mit deinem Bau und der Kreuz-Sechs zusammen.",
    "step.key":
      "Auch verschiedene Karten kann man bauen, wenn man eine Karte behält, die den Bau nimmt: die Schlüsselkarte. Fünf und zwei sind sieben, und du hast noch eine Sieben. Leg die Pik-Fünf auf die Zwei und bau.",
    "hint.keep-seven": "Leg die Pik-Fünf auf die Kreuz-Zwei und wähle „7 bauen“. Deine Sieben bleibt auf der Hand.",
    "step.raise":
      "{left} hat ein Ass dazugelegt: Aus deiner Sieben ist eine Acht geworden, und sie gehört dir nicht mehr. Erhöhe nun du: Mit der Pik-Zwei sind es zehn, und du hast eine Zehn. Zehn ist die Grenze.",
    "hint.two-on-it": "Hol ihn dir zurück: Leg die Pik-Zwei auf den Bau und wähle „Auf 10 erhöhen“.",
    "step.harvest": "Zehn ist die Grenze, darum blieb er deiner. Leg die Karo-Zehn darauf und fang ihn: 20 Punkte.",
    "hint.ten-takes": "Nimm deinen Bau: Leg die Karo-Zehn darauf und fang ihn.",
    "step.score":
      "Damit hast du 76 Punkte und {left} 2. Am Ende bekommt den Rest, wer zuletzt gefangen hat. Magst du lieber Casino-Punkte für Asse, Pik und die meisten Karten, dann wähle sie, wenn du einen Tisch eröffnest.",
  },
});

/** Where on the table a step looks; the learner sits on seat 0. */
export const at: Record<string, string> = {
  aim: ".hand",
  take: '[data-card="7s"]',
  trail: '[data-card="4c"]',
  sum: '[data-card="9c"]',
  choice: '[data-card="3s"]',
  tops: '[data-pile="1"]',
  add: '[data-card="4d"]',
  groups: '[data-card="6d"]',
  key: '[data-card="5s"]',
  raise: '[data-card="2s"]',
  harvest: '[data-card="10d"]',
  score: '[data-pile="0"]',
};

/** What a learner needs to see besides: what can be taken up now, and what is laid together. The hand may be
 *  covered once a card of it lies on the table; the rest is good to see. */
export const clear = "[data-card].lit, [data-thing].lit, [data-stack], .picker, .prompt.notice";
export const spare = "[data-thing], [data-pile], .score, .player, .news";
