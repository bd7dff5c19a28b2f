import type { Entry } from "../lib/i18n.svelte";
import type { Words } from "./text";

export const de: { [K in keyof Words]: Entry } = {
  "mark-sealed": "Karten versiegelt",
  "mark-checking": "Die Karten werden geprüft …",
  "mark-proved": "Karten geprüft",
  "mark-broken": "Die Karten stimmen nicht",
  "mark-away": "Karten noch nicht geprüft",
  menu: "Sind die Karten fair?",
  sealing: "Die Karten werden versiegelt …",

  "title-sealed": "Diese Karten sucht niemand aus",
  "title-proved": "Diese Karten sind geprüft",
  "title-broken": "Diese Karten stimmen nicht",
  "title-away": "Der Beweis ist nicht erreichbar",
  "how-server":
    "Vor der ersten Karte hat sich der Server ein Geheimnis ausgedacht und dessen Fingerabdruck gezeigt. Ändern kann er es nicht mehr: Ein anderes hat einen anderen Fingerabdruck.",
  "how-players":
    "Dann hat jeder Browser am Tisch auf dieselbe Weise zufällige Zeichen versprochen und erst gezeigt, als alle Versprechen dalagen. So konnte niemand als Letzter wählen, auch der Server nicht.",
  "how-luck": "Jedes Mischen und jeder Wurf dieses Spiels folgt aus dem Geheimnis und diesen Zeichen.",
  "how-after": "Ist das Spiel vorbei, zeigt der Server sein Geheimnis, und dieser Browser rechnet alles nach.",
  fingerprint: "Der Fingerabdruck des Servers",
  "added-title": "Wer etwas beigetragen hat",
  "added-yes": "{name} hat zufällige Zeichen beigetragen",
  "added-no": "{name} hat nichts beigetragen",
  "added-bot": "{name} ist ein Bot und trägt nichts bei",
  "added-none":
    "Kein Browser hat zu diesen Karten beigetragen. Der Server konnte sein Geheimnis nicht mehr ändern, nachdem der Fingerabdruck gezeigt war, aber er allein hat es sich ausgedacht.",
  attempts: "Hierfür brauchte es {n} Anläufe. Jedes Mal, wenn jemand ging oder ein Versprechen nicht hielt, wurde alles neu gezogen.",
  "found-title": "Was dieser Browser gefunden hat",
  "yes-digest": "Die Datei ist vollständig und unverändert.",
  "no-digest": "Die Datei wurde verändert oder ist kein Beweis.",
  "yes-secret": "Das Geheimnis hat den versprochenen Fingerabdruck.",
  "no-secret": "Das Geheimnis hat nicht den versprochenen Fingerabdruck.",
  "yes-witness": "Fingerabdruck und Beiträge sind die, die diesem Browser während des Spiels gezeigt wurden.",
  "no-witness": "Fingerabdruck oder Beiträge sind nicht die, die diesem Browser während des Spiels gezeigt wurden.",
  "may-witness": "Dieser Browser war vor dem Ende nicht dabei und kann nicht sagen, welcher Fingerabdruck gezeigt wurde.",
  "yes-added": { one: "{n} Browser hat sein Versprechen gehalten.", other: "{n} Browser haben ihr Versprechen gehalten." },
  "no-added": "Platz {at} hat anderes gezeigt als versprochen.",
  "yes-own": "Deine eigenen zufälligen Zeichen sind dabei, und sie wurden nicht gezeigt, bevor alle versprochen hatten.",
  "no-own":
    "Deine eigenen zufälligen Zeichen sind nicht so dabei, wie sie sollten, oder jemand hat sein Versprechen geändert, nachdem deine gezeigt waren.",
  "may-own": "Dieser Browser hat zu den Karten nichts beigetragen.",
  "yes-luck": { one: "{n} Mischen oder Wurf nachgerechnet: Es stimmt.", other: "{n} Mal Mischen und Würfeln nachgerechnet: Alles stimmt." },
  "no-luck": "Mischen oder Wurf Nummer {at} folgt nicht aus dem Geheimnis.",
  "yes-shown": {
    one: "Auf deinem Bildschirm war, was in der Datei steht: {n} Bild verglichen.",
    other: "Auf deinem Bildschirm war, was in der Datei steht: {n} Bilder verglichen.",
  },
  "no-shown": "Bei Version {at} zeigte dein Bildschirm etwas anderes, als in der Datei steht.",
  "may-shown": "Auf diesem Bildschirm war nichts zu sehen, was sich vergleichen ließe.",
  rules: "Dass jeder Zug erlaubt war, prüft das Programm selbst, auf jedem Rechner:",
  replay: "Wiederholung ansehen",
  download: "Beweis herunterladen",
  again: "Noch einmal prüfen",
  "away-text": "Der Server hat den Beweis nicht herausgegeben. Er ist da, sobald das Spiel vorbei ist.",
};
