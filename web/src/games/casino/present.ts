// How things are called. Presentation only: what may be done comes from the server's list.

import { cardName, rankOf } from "../../cards/playing";
import type { Action } from "../../gen/casino/Action";
import type { Build } from "../../gen/casino/Build";
import type { Open } from "../../gen/casino/Open";
import type { View } from "../../gen/casino/View";
import type { Note } from "../../gen/casino/Note";
import type { Fault } from "../../lib/api";
import { percent } from "../../lib/format";
import { explain } from "../../lib/i18n.svelte";
import { type Move, read, sumOf, valueOf } from "./draft";
import { t } from "./text";

/** A hand as one holds it: by value, then by suit. */
export function sortHand(cards: readonly string[]): string[] {
  const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
  const height = (card: string) => RANKS.indexOf(rankOf(card));
  return [...cards].sort((a, b) => height(a) - height(b) || a.localeCompare(b));
}

const buildOf = (open: Open, id: number | undefined): Build | undefined => open.builds.find((build) => build.id === id);

/** A move as its button calls it, with its number. */
export function label(move: Move, open: Open): string {
  const [kind, { card, loose = [], builds = [], build, tops = [], value = 0 }] = read(move);
  switch (kind) {
    case "trail":
      return t("do.trail");
    case "capture": {
      if (valueOf(card) === 0) return t("do.capture", { sum: rankOf(card) });
      const taken = builds.flatMap((id) => buildOf(open, id)?.cards ?? []);
      return t("do.capture", { sum: sumOf([card, ...loose, ...taken, ...tops.map((top) => top.card)]) });
    }
    case "build":
      return t("do.build", { sum: value });
    case "add":
      return t("do.add", { sum: buildOf(open, build)?.value ?? 0 });
    case "raise":
      return t("do.raise", { sum: (buildOf(open, build)?.value ?? 0) + sumOf([card, ...loose]) });
  }
}

/** What something is called, with the points it brings at once: "Capture 10: +10 points". */
export const withPoints = (label: string, points: number): string =>
  points > 0 ? t("with-points", { label, points: t("plus", { n: points }) }) : label;

/** What a build needs, and how safe it is: "You need a 6 to take it; 56% that somebody else can". */
export function keyLine(move: Move, open: Open, note: Note | null): string {
  const [, { card, loose = [], build, value }] = read(move);
  const raised = "raise" in move ? sumOf([card, ...loose]) : 0;
  const n = value ?? (buildOf(open, build)?.value ?? 0) + raised;
  const prospect = note?.build;
  const needed = t.maybe(`key.needed.${n}`, { n }) ?? t("key.needed", { n });
  if (!prospect) return needed;
  if (prospect.dead) return t("note.dead");
  const need = prospect.keys > 0 ? needed : t("key.missing", { n });
  return t("key.risk", { need, risk: percent(prospect.risk) });
}

/** Further facts about a choice, shown on request. */
export function details(note: Note | null): string[] {
  const { haul, build } = note ?? {};
  const lines: string[] = [];
  if (haul && haul.set > 0) lines.push(t("note.set", { n: haul.set }));
  if (haul && haul.sweep > 0) lines.push(t("note.sweep", { n: haul.sweep }));
  if (!build) return lines;
  lines.push(t("note.build", { n: build.cards, sum: build.total }));
  if (build.dead) return lines;
  lines.push(t("note.unseen", { n: build.unseen, value: build.value, hands: build.in_hands }));
  if (build.keys > 0) lines.push(t("note.keys", { n: build.keys }));
  if (build.next) {
    const next = t("note.next", { n: build.next.cards, sum: build.next.total });
    lines.push(withPoints(next, build.next.points));
  }
  return lines;
}

/** Whose it is: "yours", or a name in the possessive, or nobody's. */
export function ownerText(owner: number | null, you: number | null, names: string[]): string {
  if (owner === null) return t("owner.nobody");
  return owner === you ? t("owner.you") : t("owner", { name: names[owner] ?? "" });
}

/** "Build of 10, Ben's, cannot be raised: 6 of clubs; 4 of diamonds". */
export function buildLabel(build: Build, dead: boolean, you: number | null, names: string[]): string {
  const parts = [t("build-of", { n: build.value }), ownerText(build.owner, you, names), t(build.compound ? "compound" : "single")];
  if (dead) parts.push(t("dead"));
  return `${parts.join(", ")}: ${build.cards.map(cardName).join("; ")}`;
}

/** Seats whose decision it is. */
export function dueSeats(open: Open): number[] {
  if (open.phase === "round_over") return open.in_play.filter((seat) => !open.ready.includes(seat));
  if (open.phase === "shiya") return [(open.turn + 2) % 4];
  return open.phase === "turn" ? [open.turn] : [];
}

/** What the table waits for, in words. */
export function dueText(view: View, legal: readonly Action[], names: string[]): string {
  const { phase, turn } = view.open;
  const mine = legal.length > 0;
  if (phase === "shiya") return mine ? t("due.shiya") : t("due.shiya.other", { name: names[(turn + 2) % 4] ?? "" });
  if (phase === "turn") return mine ? t("due.turn") : t("due.turn.other", { name: names[turn] ?? "" });
  return t(phase === "round_over" || phase === "finished" ? "due.over" : "due.deal");
}

/** The number of a seat's colour: partners share one. */
export const colourOf = (open: Open, seat: number): number => (open.teams ? seat % 2 : seat);

/** The seats that have won, once that is known. */
export function winnersOf(open: Open): number[] {
  if (open.phase !== "finished") return [];
  const best = Math.max(...open.totals);
  return open.totals.flatMap((points, seat) => (points === best ? [seat] : []));
}

/** Seats that score together, each side by its first seat. */
export function sidesOf(open: Open): number[][] {
  const seats = Array.from({ length: open.seats }, (_, seat) => seat);
  return open.teams
    ? [
        [0, 2],
        [1, 3],
      ]
    : seats.map((seat) => [seat]);
}
export const sideName = (seats: readonly number[], names: string[]): string => seats.map((seat) => names[seat] ?? "").join(" & ");

/** Why something was refused, in words. */
export function why(fault: Fault): string {
  const detail: Record<string, unknown> = { ...fault.detail };
  if (typeof detail.card === "string") detail.card = cardName(detail.card);
  const option = typeof detail.option === "string" && t.maybe(`error.${fault.code}.${detail.option}`);
  return option || explain({ code: fault.code, detail }, t);
}
