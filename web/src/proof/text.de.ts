import type { Entry } from "../lib/i18n.svelte";
import type { Labels } from "./text";

export const de: { [K in keyof Labels]: Entry } = {
  "mark-sealed": "Karten versiegelt",
  "mark-checking": "Die Karten werden geprüft …",
  "mark-unreachable": "Beweis nicht verfügbar",
  "mark-consistent": "Karten stimmig",
  "mark-verified": "Karten bestätigt",
  "mark-best-of": "Die besten von mehreren Karten",
  "mark-broken": "Karten nicht in Ordnung",
  "here-consistent": "Stimmig, auf diesem Gerät gegeben",
  "here-verified": "Geprüft, auf diesem Gerät gegeben",
  alarm: "Diese Karten sind nicht in Ordnung. Drücke hier, um zu sehen, was nicht stimmt.",
  menu: "Sind die Karten fair?",
  sealing: "Die Karten werden versiegelt …",
  replay: "Wiederholung ansehen",
  "seal-hint": "Nachweis ansehen",
};
