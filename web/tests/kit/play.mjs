// How people play: they look what the page lights up, and do that. No rules here either.

/** What the page asks for now, most urgent first. */
const DUE = [
  [".drafting [data-thing].lit", "add"],
  [".picker .options button", "choose"],
  [".setup [data-kept].lit", "keep"],
  [".end button.primary, .over footer button", "ready"],
  [".collect", "collect"],
  [".actions .pass", "pass"],
  [".actions .call", "call"],
  ["[data-card].lit:not([data-drag])", "card"],
  [".mat [data-at].lit", "place"],
  [".acts .act", "row"],
  [".draw:not([aria-disabled])", "draw"],
  [".actions .skip", "skip"],
];
/** Of these not always the first, or a game would be all the same. */
const VARIED = ["keep", "row"];

/**
 * Makes one step if one is due, and `stop` is not on screen by then; says which, or null. `made`: the steps so far, by
 * kind.
 */
export async function step(page, way, stop, made = {}) {
  for (const [selector, kind] of DUE) {
    const all = page.locator(selector);
    if (!(await all.first().isVisible())) continue;
    // What is waited for may have come while this looked for something to do, and may be that very thing.
    if (await stop?.isVisible()) return null;
    const turn = VARIED.includes(kind) ? (made[kind] ?? 0) % (await all.count()) : 0;
    await way.play(page, all.nth(turn));
    return kind;
  }
  return null;
}

/** Plays while `wanted` says so, and presses nothing any more once `stop` is there. Returns the steps made, by kind. */
export async function playWhile(page, way, wanted, { seconds = 90, stop } = {}) {
  const steps = {};
  const until = Date.now() + seconds * 1000;
  while (await wanted(steps)) {
    if (Date.now() > until) throw new Error(`not done after ${seconds} s: ${JSON.stringify(steps)}`);
    const made = await step(page, way, stop, steps);
    if (made) steps[made] = (steps[made] ?? 0) + 1;
    await page.waitForTimeout(made ? 40 : 80);
  }
  return steps;
}

/** Plays until the result is on screen. */
export const playToTheEnd = (page, way, options) =>
  playWhile(page, way, async () => !(await page.locator("#result-title").isVisible()), options);

/** The cards in the own hand, by the names they carry. */
export const hand = (page) =>
  page.locator("[data-card]").evaluateAll((cards) => cards.map((card) => card.dataset.card).sort());
