// How people play: they look what the page lights up, and do that. No rules here either.

/** What the page asks for now, most urgent first. */
const DUE = [
  [".picker .options button", "choose"],
  [".end button.primary, .over footer button", "ready"],
  [".actions .pass", "pass"],
  [".actions .call", "call"],
  ["[data-card].lit", "card"],
  [".draw:not([aria-disabled])", "draw"],
];

/** Where something can be touched: cards of a hand lie over each other, and show their left edge. */
async function spot(locator, kind) {
  const box = await locator.boundingBox({ timeout: 500 }).catch(() => null);
  if (!box) return null;
  const x = kind === "card" ? box.x + Math.min(14, box.width / 2) : box.x + box.width / 2;
  return { x, y: box.y + box.height / 2 };
}

export const byMouse = async (page, locator, kind) => {
  const at = await spot(locator, kind);
  if (at) await page.mouse.click(at.x, at.y);
};

export const byTouch = async (page, locator, kind) => {
  const at = await spot(locator, kind);
  if (at) await page.touchscreen.tap(at.x, at.y);
};

/** Tab to it, or to the hand and then arrows; Enter. */
export const byKeyboard = async (page, locator, kind) => {
  const target = await locator.elementHandle({ timeout: 500 }).catch(() => null);
  if (!target) return;
  const there = () => page.evaluate((element) => document.activeElement === element, target);
  const inHand = () => page.evaluate(() => document.activeElement?.matches("[data-card]") ?? false);
  for (let i = 0; i < 40 && !(await there()); i += 1) {
    if (!(await page.evaluate((element) => element.isConnected, target))) return;
    await page.keyboard.press(kind === "card" && (await inHand()) ? "ArrowRight" : "Tab");
  }
  if (await there()) await page.keyboard.press("Enter");
};

/** Makes one step if one is due; says which, or null. */
export async function step(page, way) {
  for (const [selector, kind] of DUE) {
    const locator = page.locator(selector).first();
    if (!(await locator.isVisible())) continue;
    await way(page, locator, kind);
    return kind;
  }
  return null;
}

/** Plays until the result is on screen. Returns the steps made, by kind. */
export async function playToTheEnd(page, way, { seconds = 90, each = () => {} } = {}) {
  const steps = {};
  const until = Date.now() + seconds * 1000;
  while (!(await page.locator("#result-title").isVisible())) {
    if (Date.now() > until) throw new Error(`the game is not over after ${seconds} s: ${JSON.stringify(steps)}`);
    const made = await step(page, way);
    if (made) steps[made] = (steps[made] ?? 0) + 1;
    await each(steps);
    await page.waitForTimeout(made ? 30 : 60);
  }
  return steps;
}
