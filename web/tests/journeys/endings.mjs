// The end of a game: the last card lands and is seen, the hands are turned over where they lie, the winner stands in the
// light, and only then comes the result.

import assert from "node:assert/strict";
import { events } from "../kit/frames.mjs";
import { DESKTOP, PHONE } from "../kit/person.mjs";
import { play } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

/** How long the last card lies still before anything is laid over the table, in milliseconds. */
const SEEN_MS = 400;
const RESULT = "#result-title";

/** Follows, frame by frame, which cards lie still and free where everybody sees them, until the result comes. */
const follow = (page) =>
  page.evaluate((result) => {
    const cards = new Map();
    const seen = { result: null, glow: null, faces: 0 };
    globalThis.ending = { cards, seen };
    const look = () => {
      const now = performance.now();
      if (document.querySelector(result)) {
        seen.result = now;
        return;
      }
      for (const element of document.querySelectorAll("[data-flip], [data-top]")) {
        if (element.closest("[data-zone='hand']")) continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const isFree = width > 20 && hit !== null && (element.contains(hit) || hit.contains(element));
        const where = [left, top, width, height].map(Math.round).join(" ");
        for (const name of [element.dataset.flip, element.dataset.top]) {
          if (name === undefined) continue;
          const card = cards.get(name) ?? { where: null, since: now, longest: 0 };
          cards.set(name, card);
          // It lies still from one look to the next.
          if (card.where !== where) card.since = now;
          card.where = isFree ? where : null;
          if (isFree) card.longest = Math.max(card.longest, now - card.since);
        }
      }
      if (seen.glow === null && document.querySelector(".seat.won")) seen.glow = now;
      requestAnimationFrame(look);
    };
    look();
  }, RESULT);

/** The observations of one card. */
const found = (page, card) =>
  page.evaluate((card) => {
    const { cards, seen } = globalThis.ending;
    return { ...seen, card: cards.get(card) ?? null };
  }, card);

const last = (frames, kind) => {
  const event = events(frames).findLast((event) => typeof event === "object" && kind in event);
  assert.ok(event, `nothing was ${kind}`);
  return event[kind];
};

/** `card(frames)`: the last card of the game, as the table names it. */
const ending =
  (game, options, card) =>
  async ({ server, person, check, figure }) => {
    const home = await server();
    for (const [size, how] of [
      ["desktop", { viewport: DESKTOP }],
      ["phone", { viewport: PHONE, touch: true, still: true }],
    ]) {
      const ann = await person(home, { name: "Ann", ...how });
      const { page } = ann;
      await openTable(ann, { game, options });
      await startWithBots(page, ann.way);
      await follow(page);
      await play(page, ann.way, { until: RESULT });
      const name = card(ann.frames);
      const seen = await found(page, name);
      figure(`${size}: the last card, ${name}, lay still for`, `${Math.round(seen.card?.longest ?? 0)} ms`);
      await check(`${game} on a ${size}: the last card lies on the table and is seen before the result`, () =>
        assert.ok((seen.card?.longest ?? 0) >= SEEN_MS, JSON.stringify(seen)),
      );
      await check(`${game} on a ${size}: the winner stands in the light before the result`, () =>
        assert.ok(seen.glow !== null && seen.glow < seen.result, JSON.stringify(seen)),
      );
    }
  };

/** The last move of Casino: each names its seat and its card. */
const lastMove = (frames) =>
  events(frames)
    .flatMap((event) => (typeof event === "object" ? Object.values(event) : []))
    .findLast((told) => told?.card !== undefined && told.seat !== undefined);

/** The top of Dutch's discards after an event. */
function topOf(top, event) {
  if (typeof event !== "object") return top;
  return event.dealt?.top ?? event.played?.card ?? event.matched?.card ?? top;
}

export default {
  eights: ending("eights", { hand_size: 3, tier: "base", turn_seconds: 0 }, (frames) => last(frames, "played").card),
  euchre: ending("euchre", { bid_seconds: 0, play_seconds: 0, ready_seconds: 0, target: 5 }, (frames) => last(frames, "played").card),
  casino: ending("casino", { turn_seconds: 0 }, (frames) => lastMove(frames).card),
  dutch: ending("dutch", { peek_seconds: 60, draw_seconds: 60, play_seconds: 90 }, (frames) => events(frames).reduce(topOf, null)),
};
