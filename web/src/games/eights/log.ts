// What happened, in words: one line per event for the log.

import type { Direction } from "../../gen/eights/Direction";
import type { Event } from "../../gen/eights/Event";
import type { View } from "../../gen/eights/View";
import { t } from "./text";
import { cardName, colorName, listNames } from "./words";

type Body<K extends string> = Extract<Event, Record<K, unknown>> extends Record<K, infer B> ? B : never;

/** Whether play goes by ascending seats. On the wire it is 1 or -1, whatever the type is called. */
export const clockwise = (dir: Direction | 1 | -1): boolean => dir === 1 || dir === "Clockwise";

/** The event as a line for the log; `null` where another line has said it already. */
export function describe(event: Event, names: string[]): string | null {
  const name = (seat: number) => names[seat] ?? `${seat + 1}`;
  if (typeof event === "string") return t.maybe(`log.${event}`);
  if ("started" in event) {
    return t("log.started", { name: name(event.started.seat), card: cardName(event.started.first) });
  }
  if ("played" in event) return played(event.played, name);
  if ("drew" in event) {
    const { seat, count, forced } = event.drew;
    return t(forced ? "log.took" : "log.drew", { name: name(seat), n: count });
  }
  if ("stack" in event) return event.stack.total > 0 ? t("log.stack", { n: event.stack.total }) : null;
  if ("skipped" in event) {
    const { seats } = event.skipped;
    // With few players a skip may pass over somebody twice.
    const who = [...new Set(seats)].map(name);
    return who.length ? t("log.skipped", { n: who.length, names: listNames(who) }) : null;
  }
  if ("reversed" in event) return t("log.reversed", { n: event.reversed.count });
  if ("swapped" in event) return t("log.swapped", { a: name(event.swapped.a), b: name(event.swapped.b) });
  if ("rotated" in event) {
    return t(clockwise(event.rotated.dir) ? "log.rotated-clockwise" : "log.rotated-counterclockwise");
  }
  if ("stole" in event) {
    const { thief, victim, card } = event.stole;
    const who = { name: name(thief), victim: name(victim) };
    return card ? t("log.stole-card", { ...who, card: cardName(card.face) }) : t("log.stole", who);
  }
  if ("lucky" in event) return t("log.lucky", { name: name(event.lucky.seat) });
  if ("eye_opened" in event) return t("log.eye_opened", { name: name(event.eye_opened.seat) });
  if ("big_bang" in event) return t("log.big_bang");
  if ("reincarnation" in event) return t("log.reincarnation");
  if ("round_ended" in event) return ended(event.round_ended, true, name);
  if ("ended" in event) return ended(event.ended, false, name);
  for (const key of ["passed", "timed_out", "mercy", "seat_removed", "ready"] as const) {
    const body = (event as Partial<Record<typeof key, { seat: number }>>)[key];
    if (body) return t(`log.${key}`, { name: name(body.seat) });
  }
  return null;
}

function played(body: Body<"played">, name: (seat: number) => string): string {
  const what = { name: name(body.seat), card: cardName(body.card) };
  const color = body.color ? colorName(body.color) : null;
  const target = body.target == null ? null : name(body.target);
  if (color && target) return t("log.played-both", { ...what, color, target });
  if (color) return t("log.played-color", { ...what, color });
  if (target) return t("log.played-target", { ...what, target });
  if (body.power) return t("log.played-power", { ...what, power: t(`power.${body.power}`) });
  return t("log.played", what);
}

function ended({ result }: Body<"ended">, round: boolean, name: (seat: number) => string): string {
  const names = listNames(result.winners.map(name));
  const shared = result.winners.length > 1;
  if (round) return shared ? t("log.round-shared", { names }) : t("log.round-won", { names, points: result.gained });
  return t(shared ? "log.shared" : "log.won", { names });
}

/** Which section of the rules is about what is going on now. */
export function ruleFor(view: View): string {
  const { phase, stack, eye, top } = view.open;
  if (phase === "round_over" || phase === "finished") return "scoring";
  if (phase === "dealing") return "goal";
  if (phase === "lucky_draw" || eye !== null) return "chaos";
  if (stack > 0) return "stack";
  if (/skip|reverse/.test(top ?? "")) return "insane";
  if (/nope|swap|rotate|steal|lucky|god/.test(top ?? "")) return "chaos";
  return "turn";
}
