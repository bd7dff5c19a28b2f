// The ways in: a mouse, a finger, a keyboard. Each can press what it sees and pick from a list, and that is
// all a journey needs.

/** Cards of a hand lie over each other, and show their left edge. */
async function spot(locator) {
  // In small windows people scroll.
  await locator.evaluate((element) => element.scrollIntoView({ block: "nearest" }), null, { timeout: 1000 }).catch(() => {});
  const box = await locator.boundingBox({ timeout: 1000 }).catch(() => null);
  if (!box) return null;
  const card = await locator.evaluate((element) => element.matches("[data-card], .piece"), { timeout: 1000 }).catch(() => false);
  return { x: card ? box.x + Math.min(14, box.width / 2) : box.x + box.width / 2, y: box.y + box.height / 2 };
}

export const mouse = {
  name: "by mouse",
  touch: false,
  press: (page, locator) => locator.click(),
  pick: (page, locator, label) => locator.selectOption({ label }),
  /** Without waiting for anything that moves to come to rest: people do not wait either. */
  async play(page, locator) {
    const at = await spot(locator);
    if (at) await page.mouse.click(at.x, at.y);
  },
};

export const finger = {
  name: "by touch",
  touch: true,
  press: (page, locator) => locator.tap(),
  pick: (page, locator, label) => locator.selectOption({ label }),
  async play(page, locator) {
    const at = await spot(locator);
    if (at) await page.touchscreen.tap(at.x, at.y);
  },
};

/** A finger takes one thing to another, to its middle or to its corner, and rests before it lets go. */
export async function drag(page, from, to, { corner = false } = {}) {
  // Nobody catches a card in flight.
  for (const one of [from, to]) await (await one.elementHandle()).waitForElementState("stable");
  const lies = (one, at) => one.evaluate((element, { x, y }) => element.contains(document.elementFromPoint(x, y)), at);
  let [a, b] = await Promise.all([spot(from), spot(to)]);
  // What comes to rest may have made room for something else meanwhile.
  for (let i = 0; i < 20 && a && b && !(await lies(from, a)); i += 1) {
    await page.waitForTimeout(50);
    [a, b] = await Promise.all([spot(from), spot(to)]);
  }
  if (!a || !b) throw new Error(`there is nothing to drag from ${from} to ${to}`);
  if (corner) {
    const { x, y } = await to.boundingBox();
    Object.assign(b, { x: x + 12, y: y + 12 });
  }
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", a);
  for (let i = 1; i <= 12; i += 1) {
    await touch("touchMove", { x: a.x + ((b.x - a.x) * i) / 12, y: a.y + ((b.y - a.y) * i) / 12 });
    await page.waitForTimeout(16);
  }
  for (let i = 0; i < 3; i += 1) {
    await touch("touchMove", b);
    await page.waitForTimeout(30);
  }
  await touch("touchEnd");
  await client.detach();
}

/** Tab to it, or to its group and then by arrows. */
async function reach(page, locator) {
  const target = await locator.elementHandle({ timeout: 5000 });
  for (let i = 0; i < 120; i += 1) {
    const key = await page.evaluate((target) => {
      const here = document.activeElement;
      if (here === target) return "there";
      if (!target.isConnected) return "gone";
      const together = (selector) => here.matches(selector) && target.matches(selector);
      const radios = together("input[type=radio]") && here.name === target.name;
      return together("[data-source]") || radios ? "ArrowRight" : "Tab";
    }, target);
    if (key === "there") return true;
    if (key === "gone") return false;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${locator}`);
}

export const keyboard = {
  name: "by keyboard",
  touch: false,
  async press(page, locator) {
    await reach(page, locator);
    await page.keyboard.press((await locator.evaluate((element) => element.matches("input"))) ? "Space" : "Enter");
  },
  async pick(page, locator, label) {
    await reach(page, locator);
    await page.keyboard.type(label);
  },
  async play(page, locator) {
    const there = await reach(page, locator).catch((error) => {
      // The turn may be over, and the button with it, while somebody still tabs.
      if (/Timeout/.test(error.message)) return false;
      throw error;
    });
    if (there) await page.keyboard.press("Enter");
  },
};
