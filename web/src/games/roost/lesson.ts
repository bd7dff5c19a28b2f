// The words of the lesson, by the names that its script uses, and what each step speaks about.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    "step.aim":
      "You attract birds to three habitats: forest, grassland and wetland. Birds are worth points, carry eggs, and make your later turns stronger. After four rounds the highest score wins.",
    "step.keep":
      "You were dealt five birds and five foods, and you may keep five of these ten: every bird costs one food. Keep the Red-backed Shrike and the Common Cuckoo, and invertebrate, seed and fish. Then choose a bonus card: it brings points at the end.",
    "hint.these-two": "Keep these: Red-backed Shrike, Common Cuckoo, invertebrate, seed and fish, and either bonus card.",
    "step.play":
      "On a turn you do one thing: play a bird, or use one of the three rows. Begin with a bird. Tap the Red-backed Shrike in your hand and play it in the grassland.",
    "hint.shrike-first": "First the Red-backed Shrike: tap it in your hand, then play it.",
    "step.pay": "It costs an invertebrate, but the cuckoo will need that. Any two foods pay for any one: pay with the seed and the fish.",
    "hint.two-for-one": "Keep the invertebrate for the cuckoo: pay with the seed and the fish.",
    "step.cuckoo":
      "{left} has played a bird too. Now the Common Cuckoo: it may live anywhere. Play it in the forest; the first place of a row costs no egg.",
    "hint.into-the-forest": "Play the Common Cuckoo in the forest.",
    "step.between":
      "{left} lays eggs, and your cuckoo reacts! Some birds have powers for the turns of others. Each egg is a point: tap the shrike, and it gets one.",
    "hint.egg-for-nothing": "Don't waste it: give the egg to the shrike.",
    "step.food":
      "The forest brings food. The leftmost free space shows how much: the more birds in a row, the more it gives. Use it now: gain food.",
    "hint.use-the-forest": "Use the forest: press Gain food.",
    "step.die": "These are the dice of the feeder. One shows two foods: take it, as a seed.",
    "hint.as-a-seed": "Take the die with two foods, as a seed.",
    "step.draw": "Your hand is empty. The wetland brings cards: use it.",
    "hint.use-the-wetland": "Use the wetland: press Draw cards.",
    "step.tray":
      "Draw a card unseen from the deck, or take one of the three face-up cards in the tray. You have a seed, and the Budgerigar costs just that: take it.",
    "hint.from-the-middle": "Take the Budgerigar from the tray.",
    "step.eggs": "The grassland brings eggs, which count at the end and pay for further birds. Lay eggs.",
    "hint.use-the-grassland": "Use the grassland: press Lay eggs.",
    "step.power":
      "The eggs went to the shrike, and now its own power may be used. Every bird in the row you use gets its turn, from right to left. Take the invertebrate, and cache it on the shrike: cached food is a point.",
    "hint.onto-the-card": "Take the invertebrate and cache it on the bird.",
    "step.second":
      "This round's goal is birds in the grassland. Play the Budgerigar beside the shrike: the second place costs an egg, and the seed pays for the bird.",
    "hint.beside-the-shrike": "Play the Budgerigar in the grassland.",
    "step.score":
      "And so it continues. In the end birds, eggs, cached food, tucked cards, goals and bonus cards are added up. Tap the goals to see them all; tap a player to see every mat. Enjoy!",
  },
  de: {
    "step.aim":
      "Du lockst Vögel in drei Lebensräume: Wald, Grasland und Feuchtgebiet. Vögel bringen Punkte, tragen Eier und machen deine späteren Züge stärker. Nach vier Runden gewinnt die höchste Punktzahl.",
    "step.keep":
      "Dir wurden fünf Vögel und fünf Futter gegeben, und fünf dieser zehn darfst du behalten: Jeder Vogel kostet ein Futter. Behalte Neuntöter und Kuckuck sowie Wirbelloses, Samen und Fisch. Wähl dann eine Bonuskarte: Sie bringt am Ende Punkte.",
    "hint.these-two": "Behalte diese: Neuntöter, Kuckuck, Wirbelloses, Samen und Fisch, und eine der Bonuskarten.",
    "step.play":
      "In einem Zug tust du eines: einen Vogel ausspielen oder eine der drei Reihen nutzen. Fang mit einem Vogel an. Tipp auf den Neuntöter in deiner Hand und spiel ihn im Grasland aus.",
    "hint.shrike-first": "Zuerst der Neuntöter: Tipp in deiner Hand auf ihn und spiel ihn aus.",
    "step.pay":
      "Er kostet ein Wirbelloses, doch das braucht der Kuckuck. Zwei beliebige Futter zahlen für jedes eine: Bezahle mit Samen und Fisch.",
    "hint.two-for-one": "Heb das Wirbellose für den Kuckuck auf: Bezahle mit Samen und Fisch.",
    "step.cuckoo":
      "Auch {left} hat einen Vogel ausgespielt. Jetzt der Kuckuck: Er kann überall leben. Spiel ihn im Wald aus; der erste Platz einer Reihe kostet kein Ei.",
    "hint.into-the-forest": "Spiel den Kuckuck im Wald aus.",
    "step.between":
      "{left} legt Eier, und dein Kuckuck reagiert! Manche Vögel haben Fähigkeiten für die Züge der anderen. Jedes Ei ist ein Punkt: Tipp auf den Neuntöter, und er bekommt eines.",
    "hint.egg-for-nothing": "Verschenk es nicht: Gib dem Neuntöter das Ei.",
    "step.food":
      "Der Wald bringt Futter. Wie viel, steht auf dem vordersten freien Platz: Je mehr Vögel in einer Reihe, desto mehr gibt sie. Nutz ihn jetzt: Hol Futter.",
    "hint.use-the-forest": "Nutz den Wald: Drück „Futter holen“.",
    "step.die": "Das sind die Würfel am Futterplatz. Einer zeigt zwei Futter: Nimm ihn, als Samen.",
    "hint.as-a-seed": "Nimm den Würfel mit zwei Futtern, als Samen.",
    "step.draw": "Deine Hand ist leer. Das Feuchtgebiet bringt Karten: Nutz es.",
    "hint.use-the-wetland": "Nutz das Feuchtgebiet: Drück „Karten ziehen“.",
    "step.tray":
      "Zieh eine Karte ungesehen vom Stapel oder nimm eine der drei offenen in der Auslage. Du hast einen Samen, und genau den kostet der Wellensittich: Nimm ihn.",
    "hint.from-the-middle": "Nimm den Wellensittich aus der Auslage.",
    "step.eggs": "Das Grasland bringt Eier, die am Ende zählen und für weitere Vögel bezahlen. Leg Eier.",
    "hint.use-the-grassland": "Nutz das Grasland: Drück „Eier legen“.",
    "step.power":
      "Die Eier liegen beim Neuntöter, und nun darf seine eigene Fähigkeit wirken. Jeder Vogel der genutzten Reihe kommt an die Reihe, von rechts nach links. Nimm das Wirbellose und lagere es auf dem Neuntöter: Gelagertes Futter ist ein Punkt.",
    "hint.onto-the-card": "Nimm das Wirbellose und lagere es auf dem Vogel.",
    "step.second":
      "Ziel dieser Runde sind Vögel im Grasland. Spiel den Wellensittich neben dem Neuntöter aus: Der zweite Platz kostet ein Ei, und der Samen bezahlt den Vogel.",
    "hint.beside-the-shrike": "Spiel den Wellensittich im Grasland aus.",
    "step.score":
      "So geht es weiter. Am Ende werden Vögel, Eier, gelagertes Futter, untergeschobene Karten, Ziele und Bonuskarten zusammengezählt. Ein Tipp auf die Ziele zeigt alles, ein Tipp auf einen Mitspieler alle Pläne. Viel Freude!",
  },
});

const hand = (card: string) => `[data-card="${card}"], .picker .options`;
const act = (row: string) => `.act[data-habitat="${row}"]`;

/** Where on the table a step looks; the learner sits on seat 0. */
export const at: Record<string, string> = {
  aim: ".setup header",
  keep: ".setup .actions",
  play: hand("red-backed-shrike"),
  pay: ".actions",
  cuckoo: hand("common-cuckoo"),
  between: '[data-at="G1"]',
  food: act("forest"),
  die: ".feeder",
  draw: act("wetland"),
  tray: '.tray [data-bird="budgerigar"]',
  eggs: act("grassland"),
  power: ".ask .actions",
  second: hand("budgerigar"),
  score: ".status",
};

/** What a learner needs to see besides, and what is good to see. Of the five birds two are spoken of. */
export const clear =
  '.setup [data-card="red-backed-shrike"], .setup [data-card="common-cuckoo"], .setup .food, .setup .one, .setup .actions, .ask button, .picker, .hand .lit, [data-at].lit, .prompt.mine';
export const spare = ".setup .card, .feeder, .tray .card.lit, .mat .row, .status";
