// Advice and reasons in words. Its words come with it: most tables never ask.

import { suitWord } from "../cards/playing";
import type { Candidate } from "../gen/kernel/Candidate";
import type { HiddenPlace } from "../gen/kernel/HiddenPlace";
import type { Knowledge } from "../gen/kernel/Knowledge";
import type { Reasons } from "../gen/kernel/Reasons";
import type { Suit } from "../gen/kernel/Suit";
import { decimal, percent } from "../lib/format";
import { makeText } from "../lib/i18n.svelte";

export const t = makeText({
  en: {
    title: "Hint",
    "title-why": "Why?",
    "do-it": "Do it",
    thinking: "Thinking …",
    nothing: "It is not your turn. Below is what you can know about the cards.",
    suggests: "A strong player with your cards would:",
    pass: "Let it pass",
    did: "{name} chose: {action}",
    rather: "A strong bot would choose: {action}",
    same: "A strong bot would do the same.",
    worlds: {
      one: "Weighed in one deal that fits everything seen so far.",
      other: "Weighed in {n} deals that fit everything seen so far.",
    },
    "method.model": "Decided as most people would with these cards.",
    "method.slip": "A slip: at this level a bot sometimes plays a random legal move.",
    "method.only": "It was the only legal move.",
    "rule.opponents_have_no_trump": "Nearly equal; the opponents have no trump left.",
    "rule.own_side_named_trump": "Nearly equal; this side named trump, so it draws trumps.",
    "rule.plain_ace": "Nearly equal; an ace of a short suit first.",
    "rule.partner_threw_it_off": "Nearly equal; the partner has none of this suit.",
    "rule.partner_wins": "Nearly equal; the partner wins this trick anyway.",
    "rule.with_partner": "Nearly equal; playing with the partner is safer than alone.",
    "rule.rule_discard": "Nearly equal; this is the usual discard.",
    "rule.no_clear_gain": "No move was clearly better than the one by the rule.",
    "rule.one_ahead": "The rule: what brings most at once, less what it leaves to the next player.",
    "rule.first": "There was nothing to weigh.",
    "rule.draws": "Every turn begins with a card.",
    "rule.collects": "The rule: take the third and fourth card of a collection, and a second one that counts at most 1.",
    "rule.matches": "The rule: put down every card that is believed to have this rank.",
    "rule.calls": "The rule: call Dutch when the hand seems low, and lower than those of the others.",
    "rule.best_card": "The rule: play the rank that counts most in the hand. A card that is not known counts 6.",
    "rule.unknown_card": "The rule: look at an own card that is not known, else at one of the player with the fewest cards.",
    "rule.against_caller": "The rule: swap the highest own card for the caller's lowest.",
    "rule.against_collection": "The rule: break up a collection of three.",
    "rule.against_last_card": "The rule: a player with one card left gets a high one.",
    "rule.for_the_better": "The rule: swap the highest own card for a lower one that is known.",
    "rule.declines": "Nothing was worth doing with this card.",
    "rule.waits": "Nothing was worth doing now.",
    "rule.lapses": "At this level a bot sometimes misses the moment.",
    "rule.any_card": "At this level a bot sometimes takes any card.",
    "rule.any_swap": "At this level a bot sometimes swaps any two cards of others.",
    "thumb.eights": "The rule: stop a player who is about to win, shed cards of the colour held most, and keep wild cards.",
    "thumb.euchre": "The rule: lead an ace, win as cheaply as possible, and play low where the partner wins.",
    "thumb.roost": "The rule: what is worth most points for the turns that are left, less what it costs.",
    "no-difference": "no clear difference",
    early: "Time ran out before everything was weighed.",
    action: "Choice",
    chance: "Worth",
    counting: "What you can know",
    "seen-only": "Computed only from what you have seen.",
    out: "Unseen",
    card: "Card",
    each: "Every unseen card",
    holds: "Chance that at least one is there",
    highest: "Highest of their suit: {cards}",
    void: "{name} has no {suit} since trick {n}",
    "place.kitty": "Kitty",
    "place.slot": "{name}, card {n}",
    "place.discard": "Discarded",
    "place.stock": "Stock",
    "place.pile": "Draw pile",
    level: "{name}, level {level}",
    failed: "No answer is available right now.",
    not_available: "Reasons are shown when the cards of the deal are revealed.",
  },
  de: {
    title: "Tipp",
    "title-why": "Warum?",
    "do-it": "So machen",
    thinking: "Wird berechnet …",
    nothing: "Du bist nicht am Zug. Was du über die Karten wissen kannst, steht unten.",
    suggests: "Mit deinen Karten würde jemand, der stark spielt:",
    pass: "Nichts tun",
    did: "{name} hat gewählt: {action}",
    rather: "Ein starker Bot würde wählen: {action}",
    same: "Ein starker Bot würde dasselbe tun.",
    worlds: {
      one: "Abgewogen in einer Verteilung, die zu allem Gesehenen passt.",
      other: "Abgewogen in {n} Verteilungen, die zu allem Gesehenen passen.",
    },
    "method.model": "Entschieden, wie es die meisten mit diesen Karten tun.",
    "method.slip": "Ein Ausrutscher: Auf dieser Stufe macht ein Bot manchmal einen zufälligen erlaubten Zug.",
    "method.only": "Es war der einzige erlaubte Zug.",
    "rule.opponents_have_no_trump": "Fast gleich gut; die Gegner haben keinen Trumpf mehr.",
    "rule.own_side_named_trump": "Fast gleich gut; diese Seite hat Trumpf bestimmt, also zieht sie Trumpf.",
    "rule.plain_ace": "Fast gleich gut; zuerst ein Ass aus einer kurzen Farbe.",
    "rule.partner_threw_it_off": "Fast gleich gut; der Partner hat diese Farbe nicht.",
    "rule.partner_wins": "Fast gleich gut; der Partner gewinnt den Stich ohnehin.",
    "rule.with_partner": "Fast gleich gut; mit dem Partner ist es sicherer als allein.",
    "rule.rule_discard": "Fast gleich gut; diese Karte legt man meist ab.",
    "rule.no_clear_gain": "Kein Zug war klar besser als der nach der Regel.",
    "rule.one_ahead": "Die Regel: was sofort am meisten bringt, weniger was es dem Nächsten lässt.",
    "rule.first": "Es gab nichts abzuwägen.",
    "rule.draws": "Jeder Zug beginnt mit einer Karte.",
    "rule.collects": "Die Regel: die dritte und vierte Karte einer Sammlung nehmen, eine zweite nur, wenn sie höchstens 1 zählt.",
    "rule.matches": "Die Regel: jede Karte dazulegen, die wohl diesen Rang hat.",
    "rule.calls": "Die Regel: Dutch rufen, wenn die eigene Hand wohl niedrig ist, und niedriger als die anderen.",
    "rule.best_card": "Die Regel: den Rang spielen, der in der eigenen Hand am meisten zählt. Eine unbekannte Karte zählt 6.",
    "rule.unknown_card": "Die Regel: eine eigene unbekannte Karte ansehen, sonst eine dessen, der die wenigsten hat.",
    "rule.against_caller": "Die Regel: die höchste eigene Karte gegen die niedrigste des Rufers tauschen.",
    "rule.against_collection": "Die Regel: eine Sammlung von dreien auseinanderreißen.",
    "rule.against_last_card": "Die Regel: Wer nur noch eine Karte hat, bekommt eine hohe.",
    "rule.for_the_better": "Die Regel: die höchste eigene Karte gegen eine bekannte niedrigere tauschen.",
    "rule.declines": "Mit dieser Karte lohnte sich nichts.",
    "rule.waits": "Gerade lohnte sich nichts.",
    "rule.lapses": "Auf dieser Stufe verpasst ein Bot manchmal den Moment.",
    "rule.any_card": "Auf dieser Stufe nimmt ein Bot manchmal irgendeine Karte.",
    "rule.any_swap": "Auf dieser Stufe tauscht ein Bot manchmal irgendwelche zwei Karten anderer.",
    "thumb.eights": "Die Regel: aufhalten, wer gleich gewinnt, Karten der häufigsten Farbe loswerden und wilde Karten behalten.",
    "thumb.euchre": "Die Regel: ein Ass ausspielen, so billig wie möglich stechen und klein spielen, wo der Partner gewinnt.",
    "thumb.roost": "Die Regel: was für die restlichen Züge die meisten Punkte bringt, weniger was es kostet.",
    "no-difference": "kein klarer Unterschied",
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
    void: "{name} hat seit Stich {n} kein {suit}",
    "place.kitty": "Kitty",
    "place.slot": "{name}, Karte {n}",
    "place.discard": "Abgelegt",
    "place.stock": "Stapel",
    "place.pile": "Zugstapel",
    level: "{name}, Stufe {level}",
    failed: "Gerade gibt es keine Antwort.",
    not_available: "Gründe werden gezeigt, wenn die Karten aufgedeckt sind.",
  },
});

/** What a place with hidden cards is called. */
export function placeName({ name }: HiddenPlace, names: string[]): string {
  const [, seat, slot] = /^seat (\d+)(?: slot (\d+))?$/.exec(name) ?? [];
  const owner = seat === undefined ? undefined : names[Number(seat)];
  // Cards of a hand are counted from 1, as on the table.
  if (owner !== undefined && slot !== undefined) return t("place.slot", { name: owner, n: Number(slot) + 1 });
  return owner ?? t.maybe(`place.${name}`) ?? name;
}

/** Which of the others showed that they hold no card of a suit: "Ben has no hearts since trick 2". */
export function voids(known: Knowledge, names: string[], you: number | null): string[] {
  const others = known.voids.filter(({ seat }) => seat !== you);
  return others.map(({ seat, suit, trick }) => t("void", { name: names[seat] ?? "", suit: suitWord(suit as Suit), n: trick }));
}

/** How something was decided, in sentences. A rule of thumb is said in words: its own, or those of all decisions in the game. */
export function method(reasons: Reasons<unknown>, game: string): string[] {
  const rule = reasons.rule ? t.maybe(`rule.${reasons.rule}`) : null;
  const byThumb = reasons.rule === "no_clear_gain" || (reasons.method === "rule" && rule === null);
  const lines = [
    reasons.worlds.kept > 0 ? t("worlds", { n: reasons.worlds.kept }) : t.maybe(`method.${reasons.method}`),
    rule,
    byThumb ? t.maybe(`thumb.${game}`) : null,
    reasons.stopped_early ? t("early") : null,
  ];
  return lines.filter((line) => line !== null);
}

/** Whether two values lie so close together that chance alone may explain it: within twice the error of their difference. */
export const isClose = (a: Candidate<unknown>, b: Candidate<unknown>): boolean =>
  Math.abs(a.value - b.value) <= 2 * Math.hypot(a.error, b.error);

/** The card that an action plays, as the table marks it. */
export function cardOf(action: unknown): string | null {
  const [body] = typeof action === "object" && action !== null ? (Object.values(action) as unknown[]) : [];
  if (typeof body !== "object" || body === null) return null;
  const { card, slot, seat } = body as Record<string, unknown>;
  const named = card ?? (seat === undefined ? slot : undefined);
  return typeof named === "string" || typeof named === "number" ? String(named) : null;
}

/** Values for people: a chance where all of them can be one, else points. */
export function worth(values: number[]): string[] {
  const shares = values.every((value) => value >= 0 && value <= 1);
  return values.map((value) => (shares ? percent(value, 1) : decimal(value, 2)));
}
