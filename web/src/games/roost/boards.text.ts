// The words of everybody's mats, and of what is shown beside them.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    all: "All mats",
    bonus: "Bonus cards",
    "bonus.has": "{n} now, {points}",
    "bonus.others": { one: "{n} bonus card", other: "{n} bonus cards" },
    "no-power": "No power",
    known: "Known in hand",
    cards: { one: "{n} card in hand", other: "{n} cards in hand" },
  },
  de: {
    all: "Alle Pläne",
    bonus: "Bonuskarten",
    "bonus.has": "jetzt {n}, {points}",
    "bonus.others": { one: "{n} Bonuskarte", other: "{n} Bonuskarten" },
    "no-power": "Keine Fähigkeit",
    known: "Bekannt auf der Hand",
    cards: { one: "{n} Karte auf der Hand", other: "{n} Karten auf der Hand" },
  },
});
