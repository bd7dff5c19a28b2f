// Somebody learns the games: does what the coach points at, errs once, comes back from elsewhere and after a crash, and
// goes on to a real table. Wherever the coach stands, it does not cover what it speaks of.

import assert from "node:assert/strict";
import { coachStands } from "../kit/coach.mjs";
import { openDoor } from "../kit/home.mjs";
import { finger, keyboard, mouse } from "../kit/input.mjs";
import { PHONE } from "../kit/person.mjs";

const next = (page) => page.locator(".coach").getByRole("button", { name: "Next" });
const count = async (page) => Number(/\d+/.exec(await page.locator(".coach .count").textContent())[0]);

/** The coach is at this step. */
const at = (page, step) => page.locator(".coach .count", { hasText: `Step ${step} of` }).waitFor();

/** What the current step wants: to be read, or something that the coach points at. */
async function due(page) {
  await page.locator(".coach .turn, .coach footer .primary").first().waitFor();
  if (await page.locator(".coach .count", { hasText: "Well done!" }).isVisible()) return "done";
  return (await page.locator(".coach .turn").isVisible()) ? "try" : "read";
}

/** What the coach covers of these. */
const covered = (page, selector) =>
  page.evaluate((selector) => {
    const coach = document.querySelector(".coach").getBoundingClientRect();
    const meets = ({ left, top, right, bottom }) => left < coach.right && coach.left < right && top < coach.bottom && coach.top < bottom;
    return [...document.querySelectorAll(selector)]
      .filter((part) => part.checkVisibility() && meets(part.getBoundingClientRect()))
      .map(({ textContent }) => textContent);
  }, selector);

/** The coach has come to a later step. */
const advanced = (page, step) =>
  page.waitForFunction((step) => {
    const text = document.querySelector(".coach .count")?.textContent ?? "";
    return text === "Well done!" || Number(/\d+/.exec(text)?.[0]) > step;
  }, step);

/** What the ring is round at a table on which several things can be pressed at any time. */
async function atDutch(page, way) {
  const at = await page.evaluate(() => {
    const ring = document.querySelector(".coach-ring").getBoundingClientRect();
    const under = document.elementsFromPoint(ring.left + ring.width / 2, ring.top + ring.height / 2);
    const inside = (selector) => under.some((element) => element.closest(selector));
    if (inside(".held")) return ".held .call";
    if (inside(".discards")) return ".collect";
    if (inside(".foot .call")) return ".foot .call";
    if (inside(".draw")) return ".draw";
    return `[data-at="${under.map((element) => element.closest("[data-at]")).find(Boolean).dataset.at}"]`;
  });
  // A card of somebody else is swapped with an own one, which is tapped first.
  if (at === '[data-at="1:2"]') await way.press(page, page.locator('[data-card="3"]'));
  await way.press(page, page.locator(at));
}

/** At the other tables: the card or button in the middle of the ring; if that asks for a colour, blue it is. */
async function atOthers(page, way, step) {
  // The ring follows the table a frame later: until then it may be round a trick.
  const found = await page.waitForFunction(() => {
    if (globalThis.journey.isShown(".actions .call")) return ".actions .call";
    const ring = document.querySelector(".coach-ring")?.getBoundingClientRect();
    if (!ring) return null;
    const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
    const at = document
      .elementsFromPoint(x, y)
      .map((element) => element.closest("[data-card], .draw"))
      .find(Boolean);
    return at && (at.dataset.card === undefined ? ".draw" : `[data-card="${at.dataset.card}"]`);
  });
  const selector = await found.jsonValue();
  await way.press(page, page.locator(selector).first());
  if (selector === ".actions .call") return;
  const blue = page.locator(".picker").getByRole("button", { name: /blue/ });
  const later = page.locator(".coach .count").filter({ hasNotText: `Step ${step} of` });
  await blue.or(later).or(page.locator(".coach.small")).first().waitFor();
  if (await blue.isVisible()) await way.press(page, blue);
}

/** The cards to lay together in the lesson of Casino, by step, and the move they make. A build is "b". */
const LAID = {
  2: ["7s", "7d", "Capture"],
  3: ["4c", "Trail"],
  4: ["9c", "5h", "4c", "Capture"],
  5: ["3s", "3h", "Build 6"],
  7: ["4d", "b", "2h", "Add to 6"],
  8: ["6d", "b", "6c", "Capture"],
  9: ["5s", "2c", "Build 7"],
  10: ["2s", "b", "Raise to 10"],
  11: ["10d", "b", "Capture"],
};

/** The ring comes to rest round this card: what lies about it may change until then, and the ring follows a frame later. */
const isPointedAt = (page, card) =>
  page.waitForFunction((card) => {
    const ring = document.querySelector(".coach-ring")?.getBoundingClientRect();
    if (!ring) return false;
    const under = document.elementsFromPoint(ring.left + ring.width / 2, ring.top + ring.height / 2);
    return under.map((element) => element.closest("[data-card]")).find(Boolean)?.dataset.card === card;
  }, card);

/** The hand card is the one that the coach points at. */
async function atCasino(page, way, step) {
  const [card, ...rest] = LAID[step];
  const choice = rest.pop();
  await isPointedAt(page, card);
  await way.press(page, page.locator(`[data-card="${card}"]`));
  for (const [i, thing] of rest.entries()) {
    await page.locator(`[data-stack] .piece >> nth=${i}`).waitFor();
    await way.press(page, page.locator(thing === "b" ? ".built [data-thing]" : `[data-thing="${thing}"]`).first());
  }
  await way.press(page, page.locator(".picker .options").getByRole("button", { name: choice }));
}

/** The actions in the lesson of Roost, by step. */
const ROOST = {
  2: [
    '[data-card="red-backed-shrike"]',
    '[data-card="common-cuckoo"]',
    ".foods li:nth-child(1) button",
    ".foods li:nth-child(2) button",
    ".foods li:nth-child(3) button",
    ".bonus li:nth-child(1) button",
    ".setup .call",
  ],
  3: ['[data-card="red-backed-shrike"]', ".picker .options button"],
  4: [".actions .call >> nth=1"],
  5: ['[data-card="common-cuckoo"]', '.picker .options [data-habitat="forest"]'],
  6: ['[data-at="G1"]'],
  7: ['.act[data-habitat="forest"]'],
  8: ['.actions .call:has-text("Take seed")'],
  9: ['.act[data-habitat="wetland"]'],
  10: ['.tray [data-bird="budgerigar"]'],
  11: ['.act[data-habitat="grassland"]'],
  12: ['.actions .call:has-text("cache")'],
  13: ['[data-card="budgerigar"]', ".picker .options button"],
};

async function atRoost(page, way, step) {
  for (const selector of ROOST[step]) await way.press(page, page.locator(selector).first());
}

/** One step, as the coach wants it. Returns its number. */
async function follow(page, way) {
  const what = await due(page);
  if (what === "done") return null;
  const step = await count(page);
  await coachStands(page);
  assert.deepEqual(await covered(page, "#main .prompt"), [], `step ${step}`);
  if (what === "read") await way.press(page, next(page));
  else if (await page.locator(".casino").isVisible()) await atCasino(page, way, step);
  else if (await page.locator(".roost").isVisible()) await atRoost(page, way, step);
  else if (await page.locator(".dutch").isVisible()) await atDutch(page, way);
  else await atOthers(page, way, step);
  await advanced(page, step);
  return step;
}

/** No lesson has more steps. */
const MOST_STEPS = 20;

async function toTheEnd(page, way) {
  for (let steps = 0; steps <= MOST_STEPS; steps += 1) if ((await follow(page, way)) === null) return steps;
  throw new Error(`the lesson is not over after ${MOST_STEPS} steps`);
}

async function begin(person, way, game) {
  await person.go("/");
  await openDoor(person.page, way, game);
  await way.press(person.page, person.page.getByRole("button", { name: `Learn to play: ${game}` }));
  await person.page.locator(".coach.placed").waitFor();
}

async function looksRight(person) {
  assert.deepEqual(await person.axe(), []);
}

async function euchre({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann" });
  const { page } = ann;
  await check("Euchre, by mouse: read, look back, err, and be told what to try", async () => {
    await begin(ann, mouse, "Euchre");
    await looksRight(ann);
    for (let step = 1; step < 4; step += 1) assert.equal(await follow(page, mouse), step);
    await ann.button("Back");
    await at(page, 3);
    await ann.press(next(page));
    await at(page, 4);
    await ann.button("Pass");
    await page
      .getByText(/too good to pass/)
      .first()
      .waitFor();
    await ann.picture("lesson-hint");
    await looksRight(ann);
    assert.equal(await follow(page, mouse), 4);
  });
  await check("the lesson waits while one is elsewhere", async () => {
    await ann.go("/");
    await ann.press(page.getByRole("link", { name: "Continue lesson" }));
    await at(page, 5);
    assert.equal(await follow(page, mouse), 5);
  });
  await check("and goes on when the server was killed", async () => {
    await at(page, 6);
    ann.excuse(/WebSocket|ERR_CONNECTION/);
    await home.kill();
    await page.locator(".banner").waitFor();
    await home.restart();
    await page.locator(".banner").waitFor({ state: "detached" });
    await toTheEnd(page, mouse);
    await ann.picture("lesson-done");
    await looksRight(ann);
  });
  await check("at its end the result is in sight, and nothing is left to skip", async () => {
    await page.locator(".coach[aria-busy=false]:not(.moving)").waitFor();
    await ann.atRest();
    assert.deepEqual(await covered(page, ".sheet > *"), []);
    assert.equal(await page.locator(".sheet button").count(), 0);
    await ann.button("Menu");
    await page.getByRole("button", { name: "Leave the table" }).waitFor();
    assert.equal(await page.getByText("Skip the lesson").count(), 0);
    await page.keyboard.press("Escape");
    // Everybody played by the script: nobody is asked for reasons.
    await ann.button("Log");
    await page.getByRole("dialog", { name: "Log" }).getByText("wins the trick").first().waitFor();
    assert.equal(await page.getByRole("button", { name: /^Why/ }).count(), 0);
    await page.keyboard.press("Escape");
  });
  await check("after it comes a real table", async () => {
    const before = page.url();
    await ann.button("Play now");
    await page.waitForURL((url) => url.href !== before && url.pathname.startsWith("/t/"));
    await page.locator(".coach").waitFor({ state: "detached" });
    await ann.go("/");
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
    assert.equal(await page.getByText("Continue lesson").count(), 0);
  });
}

/** A lesson by touch on a phone, from its beginning to its end. */
const byTouch =
  (game, steps, { dark = false, note = "" } = {}) =>
  async ({ server, person, check }) => {
    const bea = await person(await server(), { viewport: PHONE, touch: true, dark, name: "Bea" });
    await check(`${game}, by touch, on a phone${note}`, async () => {
      await begin(bea, finger, game);
      await looksRight(bea);
      assert.equal(await toTheEnd(bea.page, finger), steps);
      await bea.picture(`lesson-${game.toLowerCase()}-done`);
      await looksRight(bea);
    });
  };

/** A lesson by keyboard, without motion. */
const byKeyboard =
  (game, steps) =>
  async ({ server, person, check }) => {
    const cal = await person(await server(), { name: "Cal", still: true });
    await check(`${game}, by keyboard, without motion`, async () => {
      await begin(cal, keyboard, game);
      assert.equal(await toTheEnd(cal.page, keyboard), steps);
    });
  };

async function skipped({ server, person, check }) {
  const home = await server();
  const cal = await person(home, { name: "Cal", still: true });
  const { page } = cal;
  await check("a lesson can be skipped", async () => {
    await begin(cal, keyboard, "Euchre");
    await keyboard.press(page, page.locator(".coach").getByRole("button", { name: "Skip the lesson" }));
    await keyboard.press(page, page.getByRole("dialog").getByRole("button", { name: "Skip the lesson" }));
    await page.waitForURL(`${home.url}/`);
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
    assert.equal(await page.getByText("Continue lesson").count(), 0);
  });
}

export default {
  euchre,
  "eights-by-touch": byTouch("Eights", 11, { dark: true }),
  "casino-by-touch": byTouch("Casino", 12, { dark: true }),
  "dutch-by-touch": byTouch("Dutch", 14, { note: ": the clock runs only where the lesson says so" }),
  "roost-by-touch": byTouch("Roost", 14, { dark: true }),
  "dutch-by-keyboard": byKeyboard("Dutch", 14),
  "roost-by-keyboard": byKeyboard("Roost", 14),
  "eights-by-keyboard": byKeyboard("Eights", 11),
  "casino-by-keyboard": byKeyboard("Casino", 12),
  skipped,
};
