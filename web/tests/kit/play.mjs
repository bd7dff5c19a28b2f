// How people play: they look at what the page lights up, and press that. No rules here either.

import { timeout } from "./timeouts.mjs";

/** What the page asks for now, most urgent first. */
const DUE = [
  [".drafting [data-thing].lit", "add"],
  [".picker .options button", "choose"],
  [".setup [data-kept].lit", "keep"],
  [".over footer button", "ready"],
  [".collect", "collect"],
  [".actions .pass", "pass"],
  [".actions .call", "call"],
  ["[data-card].lit:not([data-drag])", "card"],
  [".mat [data-at].lit", "place"],
  [".acts .act", "row"],
  [".draw:not([aria-disabled])", "draw"],
  [".actions .skip", "skip"],
  // Somebody who pressed for the table as the result came has put the result aside.
  ["section.over > button.primary", "result"],
];
/** Of these not always the first, or a game would be all the same. */
const VARIED = ["keep", "row"];
/** There when a game is over. */
const RESULT = "#result-title";
/** No game of the journeys takes more steps of one person. */
const MOST_STEPS = 400;

/** The number of steps of all kinds. */
export const total = (made) => Object.values(made).reduce((sum, n) => sum + n, 0);

/**
 * Plays until something is on screen. Returns the steps made, by kind.
 *
 * `until`: a CSS selector, of which `count` must be there. `steps`: how many steps it may take, or it fails. `stopAfter`:
 * the number of steps that are enough, whether `until` has come or not; `enough(made)` likewise, asked after each step.
 * `only`: the kinds of steps that are made.
 */
export async function play(page, way, { until = null, count = 1, steps = MOST_STEPS, stopAfter = Infinity, enough, only } = {}) {
  const made = {};
  const due = only ? DUE.filter(([, kind]) => only.includes(kind)) : DUE;
  for (;;) {
    if (total(made) >= stopAfter || (await enough?.(made))) return made;
    const options = { until, count, due, varied: VARIED, made, ms: timeout.long, pointer: way.pointer, end: RESULT };
    const { reached, over, kind, point } = await page.evaluate((options) => globalThis.journey.next(options), options);
    if (reached) return made;
    if (over) throw new Error(`the game was over before ${until} came: ${JSON.stringify(made)}`);
    if (total(made) >= steps) throw new Error(`no ${until} came in ${steps} steps: ${JSON.stringify(made)}`);
    if (await way.play(page, point)) made[kind] = (made[kind] ?? 0) + 1;
  }
}

/** A number of steps at a table of several people, each by the first of them who is asked: always the same ones. */
export async function playInTurn(people, way, steps) {
  const made = people.map(() => ({}));
  for (let n = 0; n < steps;) {
    await sameVersion(people);
    const before = n;
    for (const [i, { page }] of people.entries()) {
      const options = { until: null, due: DUE, varied: VARIED, made: made[i], ms: timeout.long, pointer: way.pointer, now: true };
      const { kind, point } = await page.evaluate((options) => globalThis.journey.next(options), options);
      if (!kind || !(await way.play(page, point))) continue;
      made[i][kind] = (made[i][kind] ?? 0) + 1;
      n += 1;
      break;
    }
    // Nobody is asked: a bot is, or something is still being shown.
    if (n === before) await people[0].page.evaluate(() => globalThis.journey.news());
  }
  await sameVersion(people);
}

/** Plays until the result is on screen. */
export const playToTheEnd = (page, way, options) => play(page, way, { until: RESULT, ...options });

/** The cards in the hand of this player, by the names they carry. */
export const hand = (page) => page.locator("[data-card]").evaluateAll((cards) => cards.map((card) => card.dataset.card).sort());

/** Resolves once all these people have been shown the same version of the table, and nothing is on its way. */
export async function sameVersion(people) {
  const began = Date.now();
  for (;;) {
    const states = await Promise.all(
      people.map(({ page }) => page.evaluate(() => [globalThis.journey.state.version, globalThis.journey.state.pending.size])),
    );
    if (states.every(([version, pending]) => version === states[0][0] && pending === 0)) return states[0][0];
    if (Date.now() - began > timeout.short) throw new Error(`versions and messages under way: ${JSON.stringify(states)}`);
  }
}
