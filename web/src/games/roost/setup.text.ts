// The words of the set-up.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    "bonus.short.no_new_kind": {
      one: "{n} bonus card instead of 2: you hold every other kind.",
      other: "{n} bonus cards: you hold every other kind.",
    },
    "bonus.short.deck_empty": { one: "{n} bonus card: the bonus deck is empty.", other: "{n} bonus cards: the bonus deck is empty." },
    "setup.title": "What do you keep?",
    "setup.about": "Keep exactly five in total: every bird you keep costs one food.",
    "setup.birds": "Birds",
    "setup.food": "Food",
    "setup.bonus": "One bonus card",
    "setup.count": "Birds {birds} + food {foods} = {n} of 5",
    "setup.pays": { one: "−{n} food", other: "−{n} food" },
    "setup.more": { one: "Keep {n} more", other: "Keep {n} more" },
    "setup.need-bonus": "Choose a bonus card",
    "setup.confirm": { one: "Keep {n} bird, {foods} food", other: "Keep {n} birds, {foods} food" },
    "setup.too-much": "You have five already: put something back first.",
    "setup.reset": "Start over",
    "setup.done": "You have chosen. Waiting for {names}",
    "setup.kept": "You keep",
  },
  de: {
    "bonus.short.no_new_kind": {
      one: "{n} Bonuskarte statt 2: Alle anderen Arten hast du schon.",
      other: "{n} Bonuskarten: Alle anderen Arten hast du schon.",
    },
    "bonus.short.deck_empty": { one: "{n} Bonuskarte: Der Bonusstapel ist leer.", other: "{n} Bonuskarten: Der Bonusstapel ist leer." },
    "setup.title": "Was behältst du?",
    "setup.about": "Behalte zusammen genau fünf: Jeder Vogel, den du behältst, kostet ein Futter.",
    "setup.birds": "Vögel",
    "setup.food": "Futter",
    "setup.bonus": "Eine Bonuskarte",
    "setup.count": "Vögel {birds} + Futter {foods} = {n} von 5",
    "setup.pays": { one: "−{n} Futter", other: "−{n} Futter" },
    "setup.more": { one: "Behalte noch {n}", other: "Behalte noch {n}" },
    "setup.need-bonus": "Wähl eine Bonuskarte",
    "setup.confirm": { one: "{n} Vogel, {foods} Futter behalten", other: "{n} Vögel, {foods} Futter behalten" },
    "setup.too-much": "Du hast schon fünf: Leg erst etwas zurück.",
    "setup.reset": "Von vorn",
    "setup.done": "Du hast gewählt. Es fehlen noch: {names}",
    "setup.kept": "Du behältst",
  },
});
