// The words of everybody's mats.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    all: "All mats",
    known: "Known in hand",
    cards: { one: "{n} card in hand", other: "{n} cards in hand" },
  },
  de: {
    all: "Alle Pläne",
    known: "Bekannt auf der Hand",
    cards: { one: "{n} Karte auf der Hand", other: "{n} Karten auf der Hand" },
  },
});
