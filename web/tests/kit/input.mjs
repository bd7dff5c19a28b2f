// The ways to press something: a mouse, a finger, a keyboard. All of them are real input at the place where the page shows
// its target. A press that the page does not answer is counted, never repeated: it is a defect of the product.

import { timeout } from "./timeouts.mjs";

/** Presses by browser context: how many, which were missed, and which came too late because the table had moved on. */
const records = new WeakMap();

export function pressesOf(context) {
  if (!records.has(context)) records.set(context, { made: 0, missed: [], overtaken: [] });
  return records.get(context);
}

/** Whether an error only says that the press has led to another document. */
const navigated = (error) => /Execution context was destroyed|navigation/i.test(error.message);

/** Waits for what follows a press, which is a click unless it was a drag, and keeps the account. */
async function finish(page, { click = true } = {}) {
  const record = pressesOf(page.context());
  record.made += 1;
  let result = null;
  try {
    const limits = { reaction: timeout.reaction, answer: timeout.short, click };
    result = await page.evaluate((limits) => globalThis.journey.outcome(limits), limits);
  } catch (error) {
    if (!navigated(error)) throw error;
  }
  if (result?.missed) record.missed.push(result.missed);
  if (result?.overtaken) record.overtaken.push(result.overtaken);
}

/** How often an element that the page replaces before it could be pressed is looked up again. */
const LOOKUPS = 20;

/** Where to press what the locator finds, once it is at rest. */
async function aim(locator, at) {
  for (let i = 1; ; i += 1) {
    try {
      return await locator.evaluate((element, { ms, at }) => globalThis.journey.aim(element, ms, at), { ms: timeout.short, at });
    } catch (error) {
      // Nothing has been pressed yet: what the page has replaced is looked up again.
      if (i === LOOKUPS || !/it is gone|not attached/.test(error.message)) throw error;
    }
  }
}

const pointer = (name, touch, tap) => ({
  name,
  touch,
  pointer: true,
  /** Presses what a locator finds. `at`: a place within it instead of its middle. */
  async press(page, locator, at = null) {
    const point = await aim(locator, at);
    await tap(page, point);
    await finish(page);
  },
  /** Presses what the page has just found (see `next` in page-script.mjs). */
  async play(page, point) {
    await tap(page, point);
    await finish(page);
    return true;
  },
  pick: (page, locator, label) => locator.selectOption({ label }),
});

export const mouse = pointer("by mouse", false, (page, { x, y }) => page.mouse.click(x, y));
export const finger = pointer("by touch", true, (page, { x, y }) => page.touchscreen.tap(x, y));

/** Presses without waiting for what follows, for several people at the same moment. `finish` must follow. */
export async function pressNow(page, locator) {
  const point = await aim(locator, null);
  return { strike: () => page.mouse.click(point.x, point.y), finish: () => finish(page) };
}

/** How many keys are pressed at most on the way to something. */
const KEYS = 160;

/** Tab to the target, or to its group and then by arrows. Returns whether it is still there. */
async function reach(page) {
  for (let i = 0; i < KEYS; i += 1) {
    const key = await page.evaluate(() => globalThis.journey.key());
    if (key === "there") return true;
    if (key === "gone") return false;
    await page.keyboard.press(key);
  }
  const lost = await page.evaluate(() => {
    const { describe, state } = globalThis.journey;
    const dialog = describe(document.querySelector("dialog[open]"));
    return { target: describe(state.target), focus: describe(document.activeElement), dialog };
  });
  throw new Error(`the keyboard does not reach the target in ${KEYS} keys: ${JSON.stringify(lost)}`);
}

const target = (locator) =>
  locator.evaluate((element) => {
    globalThis.journey.begin(element, null);
    return element.matches("input");
  });

/** No press follows after all. */
const forget = (page) =>
  page.evaluate(() => {
    globalThis.journey.state.press = null;
  });

export const keyboard = {
  name: "by keyboard",
  touch: false,
  pointer: false,
  async press(page, locator) {
    for (let i = 1; ; i += 1) {
      await locator.waitFor();
      const input = await target(locator);
      if (await reach(page)) {
        // Arrows have chosen a radio button as soon as they reach it.
        if (await page.evaluate(() => globalThis.journey.state.target.matches("[type=radio]:checked"))) return forget(page);
        await page.keyboard.press(input ? "Space" : "Enter");
        return finish(page, { click: false });
      }
      if (i === LOOKUPS) throw new Error(`${locator} is replaced again and again`);
    }
  },
  async pick(page, locator, label) {
    await target(locator);
    await reach(page);
    await page.keyboard.type(label);
    await forget(page);
  },
  async play(page) {
    // The turn may be over, and the button with it, while somebody still tabs.
    if (!(await reach(page))) return false;
    await page.keyboard.press("Enter");
    await finish(page, { click: false });
    return true;
  },
};

/** A finger takes one thing to another, to its middle or to its corner, and lets go without a rest. */
export async function drag(page, from, to, { corner = false } = {}) {
  const b = await aim(to, corner ? { x: 12, y: 12 } : null);
  const a = await aim(from, null);
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const frame = () => page.evaluate(() => globalThis.journey.frame());
  await touch("touchStart", a);
  for (let i = 1; i <= 12; i += 1) {
    await touch("touchMove", { x: a.x + ((b.x - a.x) * i) / 12, y: a.y + ((b.y - a.y) * i) / 12 });
    await frame();
  }
  await touch("touchEnd");
  await client.detach();
  await finish(page, { click: false });
}
