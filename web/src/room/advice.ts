// Advice and reasons in words. Its words come with it: most tables never ask.

import type { HiddenPlace } from "../gen/kernel/HiddenPlace";
import type { Reasons } from "../gen/kernel/Reasons";
import { makeText } from "../lib/i18n.svelte";

export const t = makeText({
  en: {
    title: "Hint",
    "title-why": "Why?",
    "do-it": "Do it",
    thinking: "Thinking it over …",
    nothing: "It is not your turn. What you can know about the cards is below.",
    suggests: "A strong player with your cards would:",
    pass: "Let it pass",
    did: "{name} chose: {action}",
    rather: "A strong bot would rather: {action}",
    same: "A strong bot would do the same.",
    worlds: {
      one: "Weighed in one deal that fits everything seen so far.",
      other: "Weighed in {n} deals that fit everything seen so far.",
    },
    "method.rule": "Decided by a rule of thumb.",
    "method.model": "Decided as people usually do with such cards.",
    "method.slip": "A slip: at this level a bot sometimes does anything that is allowed.",
    "method.only": "Nothing else was possible.",
    "rule.opponents_have_no_trump": "Nearly equal; the opponents have no trump left.",
    "rule.own_side_named_trump": "Nearly equal; the own side named trump, so trumps are drawn.",
    "rule.plain_ace": "Nearly equal; an ace of a short suit first.",
    "rule.partner_threw_it_off": "Nearly equal; the partner has none of this suit.",
    "rule.partner_wins": "Nearly equal; the partner wins this trick anyway.",
    "rule.with_partner": "Nearly equal; so rather with the partner than alone.",
    "rule.rule_discard": "Nearly equal; the usual card to put away.",
    "rule.no_clear_gain": "Nothing promised clearly more than the rule of thumb.",
    early: "Time ran out before everything was weighed.",
    action: "Choice",
    chance: "Worth",
    counting: "What you can know",
    "seen-only": "Computed from what you have seen, nothing else.",
    out: "Unseen",
    card: "Card",
    each: "Every unseen card",
    holds: "Chance that at least one is there",
    highest: "Highest of their suit: {cards}",
    "place.kitty": "Kitty",
    "place.discard": "Put away",
    "place.stock": "Stock",
    "place.pile": "Draw pile",
    level: "{name}, level {level}",
    failed: "There is no answer to this now.",
    not_available: "Reasons are told when the cards of the deal lie open.",
  },
  de: {
    title: "Tipp",
    "title-why": "Warum?",
    "do-it": "So machen",
    thinking: "Wird überlegt …",
    nothing: "Du bist nicht am Zug. Was du über die Karten wissen kannst, steht unten.",
    suggests: "Mit deinen Karten würde jemand, der stark spielt:",
    pass: "Nichts tun",
    did: "{name} hat gewählt: {action}",
    rather: "Ein starker Bot würde eher: {action}",
    same: "Ein starker Bot würde dasselbe tun.",
    worlds: {
      one: "Abgewogen in einer Verteilung, die zu allem Gesehenen passt.",
      other: "Abgewogen in {n} Verteilungen, die zu allem Gesehenen passen.",
    },
    "method.rule": "Nach einer Faustregel entschieden.",
    "method.model": "Entschieden, wie man es mit solchen Karten meist tut.",
    "method.slip": "Ein Ausrutscher: Auf dieser Stufe tut ein Bot manchmal irgendetwas Erlaubtes.",
    "method.only": "Etwas anderes war nicht möglich.",
    "rule.opponents_have_no_trump": "Fast gleich gut; die Gegner haben keinen Trumpf mehr.",
    "rule.own_side_named_trump": "Fast gleich gut; die eigene Seite hat Trumpf bestimmt, also wird Trumpf gezogen.",
    "rule.plain_ace": "Fast gleich gut; zuerst ein Ass aus einer kurzen Farbe.",
    "rule.partner_threw_it_off": "Fast gleich gut; der Partner hat diese Farbe nicht.",
    "rule.partner_wins": "Fast gleich gut; der Partner gewinnt den Stich ohnehin.",
    "rule.with_partner": "Fast gleich gut; also lieber mit dem Partner als allein.",
    "rule.rule_discard": "Fast gleich gut; die übliche Karte zum Ablegen.",
    "rule.no_clear_gain": "Nichts versprach deutlich mehr als die Faustregel.",
    early: "Die Zeit war um, bevor alles abgewogen war.",
    action: "Wahl",
    chance: "Wert",
    counting: "Was du wissen kannst",
    "seen-only": "Nur aus dem berechnet, was du gesehen hast.",
    out: "Ungesehen",
    card: "Karte",
    each: "Jede ungesehene Karte",
    holds: "Chance, dass mindestens eine dort ist",
    highest: "Höchste ihrer Farbe: {cards}",
    "place.kitty": "Kitty",
    "place.discard": "Abgelegt",
    "place.stock": "Stapel",
    "place.pile": "Zugstapel",
    level: "{name}, Stufe {level}",
    failed: "Darauf gibt es gerade keine Antwort.",
    not_available: "Gründe gibt es, wenn die Karten des Spiels offen liegen.",
  },
});

/** What a place with hidden cards is called. */
export function placeName({ name }: HiddenPlace, names: string[]): string {
  const seat = /^seat (\d+)$/.exec(name)?.[1];
  return (seat === undefined ? t.maybe(`place.${name}`) : names[Number(seat)]) ?? name;
}

/** How something was decided, in sentences. */
export function method(reasons: Reasons<unknown>): string[] {
  const lines = [
    reasons.worlds.kept > 0 ? t("worlds", { n: reasons.worlds.kept }) : t.maybe(`method.${reasons.method}`),
    reasons.rule ? t.maybe(`rule.${reasons.rule}`) : null,
    reasons.stopped_early ? t("early") : null,
  ];
  return lines.filter((line) => line !== null);
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Values for people: a chance where all of them can be one, else points. */
export function worth(values: number[]): string[] {
  const shares = values.every((value) => value >= 0 && value <= 1);
  return values.map((value) => (shares ? `${(value * 100).toFixed(1)} %` : value.toFixed(2)));
}
