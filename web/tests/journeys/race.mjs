// Three friends play Dutch. In a race all press at once, and everybody sees the same order; a claim counts while somebody
// else's card is still on its way.

import assert from "node:assert/strict";
import { events, views } from "../kit/frames.mjs";
import { mouse, pressNow } from "../kit/input.mjs";
import { playToTheEnd, sameVersion } from "../kit/play.mjs";
import { openTable, sitDown } from "../kit/table.mjs";
import { timeout } from "../kit/timeouts.mjs";

/** As much time as the game allows: a busy machine is slow. */
const OPTIONS = { peek_seconds: 60, draw_seconds: 60, play_seconds: 90, window_seconds: 10, turn_end_seconds: 1 };

/** The claims in the races so far, in the order in which this browser received them. */
const claims = ({ frames }) =>
  events(frames).flatMap((event) => {
    const claim = event.matched ?? event.match_failed;
    return claim ? [`${claim.seat} ${claim.card}`] : [];
  });
/** The public state that this browser received last. */
const open = ({ frames }) => views(frames).at(-1)?.open;

/** Resolves once `is()` is true; looks again whenever the page of `one` has news. */
async function until(one, what, is) {
  const began = Date.now();
  while (!is()) {
    if (Date.now() - began > timeout.long) throw new Error(`it never came to this: ${what}`);
    await one.page.evaluate(() => globalThis.journey.news());
  }
}

export default async function ({ server, person, check, figure }) {
  const home = await server();
  const ann = await person(home, { name: "Ann" });
  const bea = await person(home, { name: "Bea" });
  const cem = await person(home, { name: "Cem" });
  const all = [ann, bea, cem];
  const everybody = (work) => Promise.all(all.map(work));

  /** The player whose turn it is draws and plays the card: a race is on for all. */
  const openRace = async () => {
    await until(ann, "somebody is to draw", () => open(ann)?.phase === "drawing_card");
    const player = all[open(ann).current];
    await player.press(player.page.locator(".draw.lit"));
    await player.press(player.page.locator(".held .call"));
    await everybody(({ page }) => page.locator(".race").waitFor());
  };
  /** Waits until everybody has seen `count` claims. */
  const told = async (count) => {
    for (const one of all) await until(one, `${count} claims`, () => claims(one).length >= count);
    return all.map(claims);
  };

  await check("they sit down and look at two cards each, which nobody else sees", async () => {
    const code = await openTable(ann, { game: "dutch", options: OPTIONS });
    for (const guest of [bea, cem]) await sitDown(guest, `${home.url}/t/${code}`);
    await ann.button("Start the game");
    await everybody(async (one) => {
      const { page } = one;
      await one.press(page.locator('[data-card="0"]'));
      await one.press(page.locator('[data-card="1"]'));
      await page.locator(".foot .call").waitFor();
      assert.equal(await page.locator("[data-card].open").count(), 2);
      assert.equal(await page.locator(".ring .open").count(), 0);
      await one.picture("race-look");
    });
    await everybody((one) => one.press(one.page.locator(".foot .call")));
    await everybody(({ page }) => page.locator(".tag.gold, .now").first().waitFor());
  });

  await check("all press at once: every claim counts once, in one order for all", async () => {
    await openRace();
    const before = claims(ann).length;
    const presses = await everybody(({ page }) => pressNow(page, page.locator("[data-card].lit").last()));
    await Promise.all(presses.map(({ strike }) => strike()));
    await Promise.all(presses.map(({ finish }) => finish()));
    const [hers, ...others] = await told(before + 3);
    for (const other of others) assert.deepEqual(other, hers);
    const seats = hers.slice(before).map((claim) => claim[0]);
    assert.deepEqual([...seats].sort(), ["0", "1", "2"]);
    figure("order", hers.join(", "));
    await ann.picture("race-all");
  });

  await check("a wrong card is seen by all until the race is over, and its owner is locked out", async () => {
    await sameVersion(all);
    const wrong = await ann.page.locator(".wrong").count();
    await everybody(async ({ page }) => assert.equal(await page.locator(".wrong").count(), wrong));
    await everybody(({ page }) => page.locator(".race").waitFor({ state: "detached", timeout: timeout.long }));
    await everybody(async ({ page }) => assert.equal(await page.locator(".wrong").count(), 0));
  });

  await check("a claim during somebody else's animation is not lost", async () => {
    await everybody(({ page }) =>
      page.evaluate(() => {
        // What moves is stopped half-way, so that it is still on its way whenever somebody presses.
        const { animate } = Element.prototype;
        globalThis.flights = [];
        Element.prototype.animate = function (...how) {
          const flight = animate.apply(this, how);
          globalThis.flights.push(flight);
          flight.pause();
          return flight;
        };
      }),
    );
    await openRace();
    const before = claims(ann).length;
    await bea.press(bea.page.locator("[data-card].lit").first());
    await told(before + 1);
    await cem.page.waitForFunction(() => globalThis.flights.some((flight) => flight.playState === "paused"));
    await cem.press(cem.page.locator("[data-card].lit").first());
    const lists = await told(before + 2);
    assert.deepEqual(
      lists[2].slice(before).map((claim) => claim[0]),
      ["1", "2"],
    );
    assert.ok(await cem.page.evaluate(() => globalThis.flights.some((flight) => flight.playState === "paused")));
  });

  await check("and they play to the end", async () => {
    await everybody(({ page }) => page.reload());
    await everybody(({ page }) => page.locator("[data-card]").first().waitFor());
    const steps = await everybody(({ page }) => playToTheEnd(page, mouse));
    figure("steps", JSON.stringify(steps));
    const titles = await everybody(({ page }) => page.locator("#result-title").textContent());
    assert.ok(
      titles.some((title) => /won|win/i.test(title)),
      titles.join(", "),
    );
    await ann.button("View the table");
    await ann.page.locator(".over ol").waitFor();
    await ann.picture("race-end");
  });
}
