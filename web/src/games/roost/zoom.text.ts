// The words of a card that is looked at closely.

import { makeText } from "../../lib/i18n.svelte";

export const t = makeText({
  en: {
    wingspan: "wingspan {n} cm",
    eggs: { one: "lays up to {n} egg", other: "lays up to {n} eggs" },
    play: "Play {where}",
    "play-eggs": { one: "Play {where} · {n} egg", other: "Play {where} · {n} eggs" },
    close: "Close",
    tucked: "Tucked: {birds}",
    cached: "Cached: {food}",
    spent: "Used",
  },
  de: {
    wingspan: "Spannweite {n} cm",
    eggs: { one: "legt bis zu {n} Ei", other: "legt bis zu {n} Eier" },
    play: "Ausspielen {where}",
    "play-eggs": { one: "Ausspielen {where} · {n} Ei", other: "Ausspielen {where} · {n} Eier" },
    close: "Schließen",
    tucked: "Untergeschoben: {birds}",
    cached: "Gelagert: {food}",
    spent: "Genutzt",
  },
});
