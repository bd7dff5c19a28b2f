// The log of Roost, one line per turn: what a player did first, then its results.

import type { Event } from "../../gen/roost/Event";
import { birdName } from "./deck.svelte";
import { describe } from "./log";
import { listed, foodWord, t as things } from "./things";
import { t } from "./text";

export interface Happened {
  number: number;
  event: unknown;
}
export interface Folded {
  /** The number of its first event. */
  number: number;
  text: string;
}

/** These stand for themselves, whoever's turn it is. */
const APART = new Set([
  "goals",
  "dealt",
  "bonus_offered",
  "setup_done",
  "setup_shown",
  "round_started",
  "goal_scored",
  "ended",
  "seat_removed",
]);

const kindOf = (event: Event): string => Object.keys(event)[0]!;
const seatOf = (event: Event): number | null => {
  const body = Object.values(event)[0] as { seat?: number };
  return body.seat ?? null;
};

/** Events of one kind by one seat, told together. */
function together(events: Event[], name: string, names: string[]): string | null {
  const first = events[0]!;
  if ("laid" in first)
    return t("log.laid", { name, n: events.reduce((n, event) => n + ("laid" in event ? event.laid.positions.length : 0), 0) });
  if ("die_taken" in first && !first.die_taken.cached) {
    const foods = events.flatMap((event) => ("die_taken" in event ? [foodWord([event.die_taken.food])] : []));
    return t("log.die", { name, food: listed(foods) });
  }
  if ("drew" in first && !first.drew.card) return t("log.drew-n", { name, n: events.length });
  if ("drew" in first && first.drew.tray) {
    const birds = events.flatMap((event) => ("drew" in event && event.drew.card ? [birdName(event.drew.card)] : []));
    return t("log.drew-tray", { name, bird: listed(birds) });
  }
  if ("gained" in first && events.length === 1) {
    const { food, n } = first.gained;
    return t("log.gained", { name, food: things("amount", { n, what: foodWord([food], n) }) });
  }
  return describe(
    first,
    names.map((own, seat) => (seat === seatOf(first) ? name : own)),
  );
}

/** Events that share a line with another event of their kind. */
function like(a: Event, b: Event): boolean {
  if (seatOf(a) !== seatOf(b)) return false;
  if ("laid" in a) return "laid" in b;
  if ("die_taken" in a) return "die_taken" in b && !a.die_taken.cached && !b.die_taken.cached;
  if ("drew" in a) return "drew" in b && a.drew.tray === b.drew.tray && !a.drew.card === !b.drew.card && (a.drew.tray || !a.drew.card);
  return false;
}

/** What a later event of the turn says better. */
function superseded(event: Event, rest: readonly Event[]): boolean {
  if ("announced" in event) return rest.some((later) => "placed" in later && later.placed.card === event.announced.card);
  if (!("row_used" in event)) return false;
  const yields = { forest: "die_taken", grassland: "laid", wetland: "drew" }[event.row_used.row];
  return rest.some((later) => kindOf(later) === yields && seatOf(later) === event.row_used.seat);
}

function sentence(events: Event[], names: string[]): string {
  const said = events.filter((event, i) => describe(event, names) !== null && !superseded(event, events.slice(i + 1)));
  const parts: Event[][] = [];
  for (const event of said) {
    const last = parts.at(-1);
    if (last && like(last[0]!, event)) last.push(event);
    else parts.push([event]);
  }
  const actor = seatOf(said[0]!);
  const texts = parts.flatMap((part, i) => {
    const seat = seatOf(part[0]!);
    const named = i === 0 || seat !== actor;
    const text = together(part, named && seat !== null ? (names[seat] ?? "?") : "", names);
    // Without its name a sentence may begin with what follows a name: "Ada's Osprey …", "Ada, Fischadler: …".
    return text ? [text.trim().replace(/^('s|,)\s*/, "")] : [];
  });
  return texts.join(" · ");
}

/** The log, one line per turn. */
export function fold(events: readonly Happened[], names: string[]): Folded[] {
  const lines: { number: number; events: Event[]; apart: boolean }[] = [];
  let turn: (typeof lines)[number] | null = null;
  for (const { number, event: sent } of events) {
    const event = sent as Event;
    if (typeof event !== "string" && "turn_started" in event) turn = null;
    if (describe(event, names) === null) continue;
    if (APART.has(kindOf(event))) {
      turn = null;
      lines.push({ number, events: [event], apart: true });
    } else if (turn) turn.events.push(event);
    else lines.push((turn = { number, events: [event], apart: false }));
  }
  return lines.map(({ number, events, apart }) => ({
    number,
    text: apart ? (describe(events[0]!, names) ?? "") : sentence(events, names),
  }));
}
