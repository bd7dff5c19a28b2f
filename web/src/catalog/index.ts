// What games are called. Names are needed on the first screen; the words for a game's options are loaded
// when somebody looks at them. A game that no dictionary knows is shown by the names the server uses.

import { makeText, plain, t } from "../lib/i18n.svelte";

export const names = makeText({
  en: {
    "casino.name": "Casino",
    "casino.about": "Lay cards together: capture what adds up, or build something bigger and hope it stays yours.",
    "dutch.name": "Dutch",
    "dutch.about": "Four hidden cards, two of them seen. Remember, be quick when a rank is played, and end with the fewest points.",
    "eights.name": "Eights",
    "eights.about": "Match the colour or the number, pile it on the next one, be first to run out of cards.",
    "euchre.name": "Euchre",
    "euchre.about": "Two against two, five tricks, one trump. Call it, make it, or get set.",
    "roost.name": "Roost",
    "roost.about": "Attract birds to forest, grassland and wetland. Each one makes your next turns stronger, and counts in the end.",
  },
  de: {
    "casino.name": "Casino",
    "casino.about": "Karten zusammenlegen: fangen, was aufgeht, oder Größeres bauen und hoffen, dass es liegen bleibt.",
    "dutch.name": "Dutch",
    "dutch.about": "Vier verdeckte Karten, zwei davon gesehen. Gut merken, schnell zugreifen und am Ende die wenigsten Punkte haben.",
    "eights.name": "Eights",
    "eights.about": "Farbe oder Zahl bedienen, dem Nächsten alles aufladen und als Erster keine Karten mehr haben.",
    "euchre.name": "Euchre",
    "euchre.about": "Zwei gegen zwei, fünf Stiche, ein Trumpf. Ansagen, halten oder fallen.",
    "roost.name": "Roost",
    "roost.about": "Vögel in Wald, Grasland und Feuchtgebiet locken. Jeder macht die nächsten Züge stärker und zählt am Ende.",
  },
});

export const gameName = (game: string): string => names.maybe(`${game}.name`) ?? plain(game);
export const gameAbout = (game: string): string => names.maybe(`${game}.about`) ?? t("game-unknown");
