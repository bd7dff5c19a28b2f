// The words of the lesson, by the names that its script uses, and what each step speaks about.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    "step.partners":
      "You and {across}, opposite, play together against {left} and {right}. Five cards each make five tricks. Your side wants at least three.",
    "step.up-card":
      "One suit becomes trump and beats all others. The king is face up, so hearts are on offer. In turn, each player passes or accepts. You deal this time, so you speak last.",
    "step.bowers":
      "All pass: you decide. With hearts as trump, the jack of hearts is highest, the right bower. The other red jack, the left bower, comes next and counts as a heart. You hold it!",
    "step.pick-up":
      "You would have three hearts, the left bower among them, and an ace beside them. That is worth a try with {across}'s help: pick up the king.",
    "hint.take-it":
      "This hand is too good to pass. Alone, without {across}, all five tricks would bring 4 points, but that takes better cards. Pick it up, together.",
    "step.discard":
      "Six cards are one too many. Discard the nine of diamonds: your jack of diamonds is a heart now, so you have no diamonds left and may trump them.",
    "hint.keep-that": "You will need that one. Discard the nine of diamonds.",
    "step.ruff":
      "{left} leads the ace of diamonds. Players who have that suit must follow it. You have none, so you may play anything. Trump it: the nine of hearts is enough.",
    "hint.smallest-trump": "Take the trick, and pay as little as you can: the nine of hearts is enough.",
    "step.lead-bower":
      "Your trick! The winner of a trick leads the next one. Lead the left bower, the jack of diamonds: everyone must follow with hearts and loses a trump.",
    "hint.bower-first": "That can wait. First draw out their trumps: lead the jack of diamonds.",
    "step.lead-low":
      "Even the ace of hearts falls to the left bower. Two tricks! Those of your partner count as well: lead the ten of spades and let {across} help.",
    "hint.spade-first": "Keep that for later and give {across} a chance: lead the ten of spades.",
    "step.partner-wins":
      "{across} takes it with the ace: the third trick for your side. You have made what you called. Now {across} leads.",
    "step.follow":
      "Clubs are led and you hold one, so you must follow. Try the king of hearts if you like: the table tells you why it has to wait. Then take the trick with the ace of clubs.",
    "hint.follow-it": "Follow with the ace of clubs.",
    "step.last": "One card is left, the king of hearts, and nobody else has a trump. Lead it.",
    "hint.only-card": "Lead the king of hearts.",
    "step.score":
      "All five tricks bring 2 points, three or four bring 1. With fewer than three you would be euchred: 2 points for the others. All five alone, without your partner, bring 4. Ten points win.",
  },
  de: {
    "step.partners":
      "Du spielst mit {across} gegenüber zusammen gegen {left} und {right}. Fünf Karten für jeden ergeben fünf Stiche. Eure Seite will mindestens drei davon.",
    "step.up-card":
      "Eine Farbe wird Trumpf und schlägt alle anderen. Offen liegt der Herzkönig, also steht Herz zur Wahl. Reihum passt man oder nimmt an. Du gibst diesmal, also sprichst du zuletzt.",
    "step.bowers":
      "Alle passen: Du entscheidest. Ist Herz Trumpf, ist der Herzbube am höchsten, der rechte Bauer. Der andere rote Bube, der linke Bauer, folgt ihm und zählt als Herz. Du hast ihn!",
    "step.pick-up":
      "Du hättest drei Herz, darunter den linken Bauern, und ein Ass daneben. Mit Hilfe von {across} ist das einen Versuch wert: Nimm den König auf.",
    "hint.take-it":
      "Zum Passen ist dieses Blatt zu gut. Und allein, ohne {across}, brächten alle fünf Stiche 4 Punkte, doch dafür braucht es bessere Karten. Nimm auf, zu zweit.",
    "step.discard":
      "Sechs Karten sind eine zu viel. Leg die Karo-Neun ab: Dein Karobube ist jetzt ein Herz, also hast du kein Karo mehr und darfst Karo trumpfen.",
    "hint.keep-that": "Die brauchst du noch. Leg die Karo-Neun ab.",
    "step.ruff":
      "{left} spielt das Karo-Ass aus. Wer die ausgespielte Farbe hat, muss sie bedienen. Du hast keine, darfst also alles spielen. Stich mit Trumpf: Die Herz-Neun genügt.",
    "hint.smallest-trump": "Nimm den Stich, und zwar so billig wie möglich: Die Herz-Neun genügt.",
    "step.lead-bower":
      "Dein Stich! Wer sticht, spielt zum nächsten aus. Spiel den linken Bauern aus, den Karobuben: Alle müssen Herz bedienen und verlieren einen Trumpf.",
    "hint.bower-first": "Das hat Zeit. Zieh ihnen erst die Trümpfe: Spiel den Karobuben aus.",
    "step.lead-low":
      "Selbst das Herz-Ass fällt dem linken Bauern zu. Zwei Stiche! Auch die deines Partners zählen: Spiel die Pik-Zehn aus und lass {across} helfen.",
    "hint.spade-first": "Heb dir das auf und gib {across} eine Gelegenheit: Spiel die Pik-Zehn aus.",
    "step.partner-wins":
      "{across} nimmt ihn mit dem Ass: der dritte Stich für eure Seite. Ihr habt geschafft, was du angesagt hast. Jetzt spielt {across} aus.",
    "step.follow":
      "Kreuz ist ausgespielt, und du hast eins, also musst du bedienen. Versuch ruhig den Herzkönig: Der Tisch sagt dir, warum er warten muss. Dann stich mit dem Kreuz-Ass.",
    "hint.follow-it": "Bediene mit dem Kreuz-Ass.",
    "step.last": "Eine Karte bleibt, der Herzkönig, und niemand hat mehr einen Trumpf. Spiel ihn aus.",
    "hint.only-card": "Spiel den Herzkönig aus.",
    "step.score":
      "Alle fünf Stiche bringen 2 Punkte, drei oder vier bringen 1. Mit weniger als drei fällt ihr: 2 Punkte für die anderen. Alle fünf allein, ohne Partner, bringen 4. Zehn Punkte gewinnen.",
  },
});

/** Where on the table a step looks; the learner sits on seat 0. */
export const at: Record<string, string> = {
  partners: '[data-player="2"] .seat',
  "up-card": ".up .open-card",
  bowers: '[data-card="Jd"]',
  "pick-up": ".actions",
  discard: '[data-card="9d"]',
  ruff: '[data-card="9h"]',
  "lead-bower": '[data-card="Jd"]',
  "lead-low": '[data-card="10s"]',
  "partner-wins": ".score",
  follow: '[data-card="Ac"]',
  last: '[data-card="Kh"]',
  score: ".over header",
};

/** What a learner needs to see besides, and what is good to see. */
export const clear = ".hand, .actions button, .actions label, .up .stack, .laid, .prompt.mine, .prompt.notice, .over .cards";
export const spare = ".score, .player";
