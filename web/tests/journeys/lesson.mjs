// Somebody learns the games: does what the coach points at, errs once, comes back from elsewhere and after a crash,
// and goes on to a real table. Wherever the coach stands, it is not on what it speaks of.

import assert from "node:assert/strict";
import { PHONE } from "../kit/person.mjs";
import { finger, keyboard, mouse } from "../kit/ways.mjs";

const next = (page) => page.locator(".coach").getByRole("button", { name: "Next" });
const count = async (page) => Number(/\d+/.exec(await page.locator(".coach .count").textContent())[0]);

/** The coach is at this step. */
const at = (page, step) => page.locator(".coach .count", { hasText: `Step ${step} of` }).waitFor();

/** What the present step wants: to be read, or something that the coach points at. */
async function due(page) {
  const wanted = page.locator(".coach .turn, .coach footer .primary").first();
  await wanted.waitFor();
  if (await page.locator(".coach .count", { hasText: "Well done!" }).isVisible()) return "done";
  return (await page.locator(".coach .turn").isVisible()) ? "try" : "read";
}

/** The coach has come to rest, and nothing of what it speaks of lies under it. */
const standsOff = (page) =>
  page.waitForFunction(() => {
    const [note, ring] = [".coach", ".coach-ring"].map((name) => document.querySelector(name)?.getBoundingClientRect());
    const now = JSON.stringify([note, ring]);
    const still = now === globalThis.coachWas;
    globalThis.coachWas = now;
    if (!still || !note || !ring) return false;
    const width = Math.min(note.right, ring.right) - Math.max(note.left, ring.left);
    const height = Math.min(note.bottom, ring.bottom) - Math.max(note.top, ring.top);
    return width <= 0 || height <= 0;
  }, null, { polling: 250 });

/** What the ring is round, at a table on which several things can be pressed at any time. */
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
  if (at === '[data-at="1:2"]') await way.play(page, page.locator('[data-card="3"]'));
  return page.locator(at);
}

/** The card or button in the middle of the ring. */
async function pointedAt(page, way) {
  if (await page.locator(".dutch").isVisible()) return atDutch(page, way);
  const call = page.locator(".actions .call");
  if (await call.first().isVisible()) return call.first();
  const mark = await page.evaluate(() => {
    const ring = document.querySelector(".coach-ring").getBoundingClientRect();
    const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
    const found = document.elementsFromPoint(x, y).map((element) => element.closest("[data-card], .draw")).find(Boolean);
    return found?.dataset.card ?? null;
  });
  return mark === null ? page.locator(".draw") : page.locator(`[data-card="${mark}"]`);
}

/** What is laid together in the lesson of Casino, by step, and what it is to become. A build is "b". */
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

/** What is done in the lesson of Roost, by step. */
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
  const touch = async (target) => {
    // What is low on a small screen may lie under the coach: people scroll it up.
    if (step === 2) await target.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await atRest(page);
    await way.play(page, target);
  };
  for (const selector of ROOST[step]) {
    const target = page.locator(selector).first();
    await target.waitFor();
    await touch(target);
  }
  // The coach may have come in between a finger and its button: who sees nothing happen taps again.
  if (step === 2 && !(await goesOn(page, step, 5_000).then(() => true, () => false))) {
    await touch(page.locator(ROOST[step].at(-1)).first());
  }
}

/** The coach and the choices have made way for each other. */
const atRest = (page) =>
  page.waitForFunction(() => {
    const now = JSON.stringify([".coach", ".picker", "[data-stack]"].map((name) => document.querySelector(name)?.getBoundingClientRect()));
    const still = now === globalThis.restWas;
    globalThis.restWas = now;
    return still;
  }, null, { polling: 500 });

/** The ring comes to rest round this card: what lies about it may change until then, and the ring follows a frame later. */
const isPointedAt = (page, card) =>
  page.waitForFunction((card) => {
    const ring = document.querySelector(".coach-ring")?.getBoundingClientRect();
    if (!ring) return false;
    const under = document.elementsFromPoint(ring.left + ring.width / 2, ring.top + ring.height / 2);
    return under.map((element) => element.closest("[data-card]")).find(Boolean)?.dataset.card === card;
  }, card);

/** The hand card is the one that the coach points at. */
async function layTogether(page, way, step) {
  const [card, ...rest] = LAID[step];
  const choice = rest.pop();
  await isPointedAt(page, card);
  await way.play(page, page.locator(`[data-card="${card}"]`));
  for (const [i, thing] of rest.entries()) {
    await page.locator(`[data-stack] .piece >> nth=${i}`).waitFor();
    await atRest(page);
    await way.play(page, page.locator(thing === "b" ? ".built [data-thing]" : `[data-thing="${thing}"]`).first());
  }
  const button = page.locator(".picker .options").getByRole("button", { name: choice });
  await button.waitFor();
  await atRest(page);
  await way.play(page, button);
}

/** What is pointed at is pressed, and if that asks for a colour, blue it is. */
async function pressIt(page, way) {
  await way.play(page, await pointedAt(page, way));
  const blue = page.locator(".picker").getByRole("button", { name: /blue/ });
  if (await blue.waitFor({ timeout: 300 }).then(() => true, () => false)) await way.play(page, blue);
}

/** One step, as the coach wants it. Returns its number. */
async function follow(page, way) {
  const what = await due(page);
  if (what === "done") return null;
  const step = await count(page);
  await standsOff(page);
  if (what === "read") await way.press(page, next(page));
  else if (await page.locator(".casino").isVisible()) await layTogether(page, way, step);
  else if (await page.locator(".roost").isVisible()) await atRoost(page, way, step);
  else {
    await pressIt(page, way);
    // A finger may have met something that moved: who sees nothing happen taps again.
    const stays = !(await goesOn(page, step, 5_000).then(() => true, () => false));
    if (stays && (await page.locator(".coach-ring").isVisible())) await pressIt(page, way);
  }
  await goesOn(page, step, 20_000);
  return step;
}

/** The coach has come to a later step. */
const goesOn = (page, step, timeout) =>
  page.waitForFunction(
    (step) => {
      const text = document.querySelector(".coach .count")?.textContent ?? "";
      return text === "Well done!" || Number(/\d+/.exec(text)?.[0]) > step;
    },
    step,
    { timeout },
  );

async function toTheEnd(page, way) {
  let steps = 0;
  while ((await follow(page, way)) !== null) steps += 1;
  return steps;
}

async function begin(person, way, game) {
  await person.go("/");
  await way.press(person.page, person.page.getByRole("button", { name: `Learn to play: ${game}` }));
  await person.page.locator(".coach.placed").waitFor();
}

async function looksRight(person) {
  assert.deepEqual(await person.axe(), []);
}

export default async function ({ house, person, check, folder }) {
  const home = await house();

  const ann = await person(home, { name: "Ann" });
  const { page } = ann;
  await check("Euchre, by mouse: read, look back, err, and be told what to try", async () => {
    await begin(ann, mouse, "Euchre");
    await looksRight(ann);
    for (let step = 1; step < 4; step += 1) assert.equal(await follow(page, mouse), step);
    await page.getByRole("button", { name: "Back" }).click();
    await at(page, 3);
    await next(page).click();
    await at(page, 4);
    await page.getByRole("button", { name: "Pass" }).click();
    await page.getByText(/too good to pass/).first().waitFor();
    await page.screenshot({ path: `${folder}lesson-hint.png` });
    await looksRight(ann);
    assert.equal(await follow(page, mouse), 4);
  });
  await check("the lesson waits while one is elsewhere", async () => {
    await ann.go("/");
    await page.getByRole("link", { name: "Go on with the lesson" }).click();
    await at(page, 5);
    assert.equal(await follow(page, mouse), 5);
  });
  await check("and goes on when the server was killed", async () => {
    await at(page, 6);
    ann.excuse(/WebSocket|ERR_CONNECTION/);
    await home.kill();
    await home.restart();
    await page.getByRole("button", { name: "Try now" }).click().catch(() => {});
    await toTheEnd(page, mouse);
    await page.screenshot({ path: `${folder}lesson-done.png` });
    await looksRight(ann);
  });
  await check("after it comes a real table", async () => {
    const before = page.url();
    await page.getByRole("button", { name: "Play now", exact: true }).click();
    await page.waitForURL((url) => url.href !== before && url.pathname.startsWith("/t/"));
    await page.locator(".coach").waitFor({ state: "detached" });
    await ann.go("/");
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
    assert.equal(await page.getByText("Go on with the lesson").count(), 0);
  });

  const bea = await person(home, { viewport: PHONE, touch: true, dark: true, name: "Bea" });
  await check("Eights, by touch, on a phone", async () => {
    await begin(bea, finger, "Eights");
    await looksRight(bea);
    assert.equal(await toTheEnd(bea.page, finger), 11);
    await looksRight(bea);
  });

  await check("Casino, by touch, on a phone", async () => {
    await begin(bea, finger, "Casino");
    await looksRight(bea);
    assert.equal(await toTheEnd(bea.page, finger), 12);
    await looksRight(bea);
  });

  const dot = await person(home, { viewport: PHONE, touch: true, name: "Dot" });
  await check("Dutch, by touch, on a phone: the clock runs only where the lesson says so", async () => {
    await begin(dot, finger, "Dutch");
    await looksRight(dot);
    assert.equal(await toTheEnd(dot.page, finger), 14);
    await dot.page.screenshot({ path: `${folder}lesson-dutch-done.png` });
    await looksRight(dot);
  });

  await check("Roost, by touch, on a phone", async () => {
    await begin(bea, finger, "Roost");
    await looksRight(bea);
    assert.equal(await toTheEnd(bea.page, finger), 14);
    await bea.page.screenshot({ path: `${folder}lesson-roost-done.png` });
    await looksRight(bea);
  });

  const cal = await person(home, { name: "Cal", still: true });
  await check("Dutch, by keyboard, without motion", async () => {
    await begin(cal, keyboard, "Dutch");
    assert.equal(await toTheEnd(cal.page, keyboard), 14);
  });
  await check("Roost, by keyboard, without motion", async () => {
    await begin(cal, keyboard, "Roost");
    assert.equal(await toTheEnd(cal.page, keyboard), 14);
  });
  await check("Eights, by keyboard, without motion", async () => {
    await begin(cal, keyboard, "Eights");
    assert.equal(await toTheEnd(cal.page, keyboard), 11);
  });
  await check("Casino, by keyboard, without motion", async () => {
    await begin(cal, keyboard, "Casino");
    assert.equal(await toTheEnd(cal.page, keyboard), 12);
  });
  await check("a lesson can be skipped", async () => {
    await begin(cal, keyboard, "Euchre");
    await keyboard.press(cal.page, cal.page.locator(".coach").getByRole("button", { name: "Skip the lesson" }));
    await keyboard.press(cal.page, cal.page.getByRole("dialog").getByRole("button", { name: "Skip the lesson" }));
    await cal.page.waitForURL(`${home.url}/`);
    await cal.page.getByRole("heading", { name: "Euchre" }).waitFor();
    assert.equal(await cal.page.getByText("Go on with the lesson").count(), 0);
  });
}
