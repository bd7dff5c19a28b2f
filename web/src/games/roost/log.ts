// One event as a line of the log. A fact that only the viewer knows is marked as such.

import type { Event } from "../../gen/roost/Event";
import { birdName, bonusName, goalName } from "./deck.svelte";
import { pointWord, rowOf } from "./present";
import { t } from "./text";
import { faceWord, foodWord, listed, t as things, tokensWord, total } from "./things";

/** A sentence, or `null` for what another line says already. */
export function describe(event: Event, names: string[], _frame?: unknown): string | null {
  // A newer server may send what is not known here.
  if (typeof event === "string") return null;
  const name = (seat: number) => names[seat] ?? "?";
  const where = (place: string) => things(`in.${rowOf(place)}`);
  const birds = (cards: readonly string[]) => cards.map(birdName).join(", ");
  const dice = (faces: readonly Parameters<typeof faceWord>[0][]) => faces.map(faceWord).join(", ");
  const food = (of: Parameters<typeof foodWord>[0][number], n: number) => things("amount", { n, what: foodWord([of], n) });

  if ("goals" in event) return t("log.goals", { goals: event.goals.goals.map(goalName).join("; ") });
  if ("dealt" in event) return t("log.dealt", { birds: birds(event.dealt.tray) });
  if ("bonus_offered" in event) {
    const { seat, count: n, short } = event.bonus_offered;
    return short ? t(`log.short.${short}`, { name: name(seat), n }) : t("log.offered", { name: name(seat), n });
  }
  if ("setup_done" in event) return t("log.chosen", { name: name(event.setup_done.seat) });
  if ("setup_shown" in event) {
    const { seat, foods, discarded } = event.setup_shown;
    const kept = tokensWord(Object.fromEntries(foods.map((food) => [food, 1])));
    if (discarded.length === 0) return t("log.kept-all", { name: name(seat), foods: kept });
    return t("log.kept", { name: name(seat), foods: kept, birds: birds(discarded) });
  }
  if ("round_started" in event) return t("log.round", { n: event.round_started.round, name: name(event.round_started.first) });
  if ("row_used" in event) return t(`log.row.${event.row_used.row}`, { name: name(event.row_used.seat) });
  if ("announced" in event) {
    const { seat, card, habitat } = event.announced;
    return t("log.announced", { name: name(seat), bird: birdName(card), where: things(`in.${habitat}`) });
  }
  if ("taken_back" in event) return t("log.back", { name: name(event.taken_back.seat), bird: birdName(event.taken_back.card) });
  if ("paid" in event) {
    const { seat, eggs, tokens } = event.paid;
    const parts = [...(eggs.length > 0 ? [things("eggs", { n: eggs.length })] : []), ...(total(tokens) > 0 ? [tokensWord(tokens)] : [])];
    return parts.length === 0 ? null : t("log.paid", { name: name(seat), price: listed(parts) });
  }
  if ("placed" in event) {
    const { seat, card, position } = event.placed;
    return t("log.placed", { name: name(seat), bird: birdName(card), where: where(position) });
  }
  if ("die_taken" in event) {
    const { seat, food, cached } = event.die_taken;
    return t(cached ? "log.die-cached" : "log.die", { name: name(seat), food: foodWord([food]) });
  }
  if ("feeder_rolled" in event) return t("log.rolled", { dice: dice(event.feeder_rolled.faces) });
  if ("laid" in event) return t("log.laid", { name: name(event.laid.seat), n: event.laid.positions.length });
  if ("drew" in event) {
    const { seat, tray, card } = event.drew;
    if (!card) return t("log.drew-n", { name: name(seat), n: 1 });
    return tray ? t("log.drew-tray", { name: name(seat), bird: birdName(card) }) : t("log.drew-own", { bird: birdName(card) });
  }
  if ("traded" in event) {
    const { seat, what } = event.traded;
    const given = "card" in what ? birdName(what.card) : "food" in what ? food(what.food, 1) : t("log.egg");
    return t("log.traded", { name: name(seat), what: given });
  }
  if ("power_used" in event) return t("log.power", { name: name(event.power_used.seat), bird: birdName(event.power_used.bird) });
  if ("power_skipped" in event) return t("log.skipped", { name: name(event.power_skipped.seat), bird: birdName(event.power_skipped.bird) });
  if ("gained" in event) return t("log.gained", { name: name(event.gained.seat), food: food(event.gained.food, event.gained.n) });
  if ("cached" in event) {
    const { seat, bird, food: of, n } = event.cached;
    return t("log.cached", { name: name(seat), bird: birdName(bird), food: food(of, n) });
  }
  if ("tucked" in event) {
    const { seat, bird, card } = event.tucked;
    return t("log.tucked", { name: name(seat), bird: birdName(bird), card: birdName(card) });
  }
  if ("hunted_deck" in event) {
    const { seat, bird, card, success } = event.hunted_deck;
    return t(success ? "log.hunt-deck" : "log.hunt-deck-miss", { name: name(seat), bird: birdName(bird), prey: birdName(card) });
  }
  if ("hunted_dice" in event) {
    const { seat, bird, faces, success } = event.hunted_dice;
    return t(success ? "log.hunt-dice" : "log.hunt-dice-miss", { name: name(seat), bird: birdName(bird), dice: dice(faces) });
  }
  if ("discarded" in event) return t("log.discarded", { name: name(event.discarded.seat), bird: birdName(event.discarded.card) });
  if ("bonus_kept" in event) {
    const { seat, kind } = event.bonus_kept;
    return kind ? t("log.bonus-own", { bonus: bonusName(kind) }) : t("log.bonus", { name: name(seat) });
  }
  if ("moved" in event) {
    const { seat, bird, to } = event.moved;
    return t("log.moved", { name: name(seat), bird: birdName(bird), where: where(to) });
  }
  if ("reshuffled" in event) return t("log.reshuffled", { n: event.reshuffled.count });
  if ("goal_scored" in event) {
    const { round, scored } = event.goal_scored;
    return t("log.scored", { n: round, points: pointsOf(scored.points, name) });
  }
  if ("timed_out" in event) return t("log.timed-out", { name: name(event.timed_out.seat) });
  if ("seat_removed" in event) return t("log.removed", { name: name(event.seat_removed.seat) });
  if ("ended" in event)
    return t("log.ended", {
      points: pointsOf(
        event.ended.scores.map(({ total }) => total),
        name,
      ),
    });
  return null;
}

const pointsOf = (points: readonly number[], name: (seat: number) => string): string =>
  points.map((n, seat) => t("log.scored-one", { name: name(seat), points: pointWord(n) })).join(", ");

export { fold } from "./fold";
