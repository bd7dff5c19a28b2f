// Three friends play Dutch. In a race all press at once, and everybody sees the same order; a claim counts while
// somebody else's card is still on its way.

import assert from "node:assert/strict";
import { playToTheEnd } from "../kit/play.mjs";
import { openTable } from "../kit/table.mjs";
import { mouse } from "../kit/ways.mjs";

const OPTIONS = { peek_seconds: 60, draw_seconds: 60, play_seconds: 90, window_seconds: 8, turn_end_seconds: 1 };

/** Who claimed a card in the races so far, in the order in which this browser was told. */
const claims = ({ frames }) =>
  frames.flatMap((frame) =>
    (JSON.parse(frame).update?.events ?? []).flatMap((event) => {
      const claim = event.matched ?? event.match_failed;
      return claim ? [`${claim.seat} ${claim.card}`] : [];
    }),
  );

/** Presses a card where it lies, without waiting for anything to come to rest. */
async function press(page, locator) {
  const box = await locator.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export default async function ({ house, person, check, figure, folder }) {
  const home = await house();
  const ann = await person(home, { name: "Ann" });
  const bea = await person(home, { name: "Bea" });
  const cem = await person(home, { name: "Cem" });
  const all = [ann, bea, cem];
  const everybody = (work) => Promise.all(all.map(work));

  /** Whoever's turn it is draws and plays the card: a race is on for all. */
  const openRace = async () => {
    const turns = all.map(({ page }, seat) => page.locator(".draw.lit").waitFor({ timeout: 30_000 }).then(() => seat));
    const seat = await Promise.any(turns);
    for (const turn of turns) turn.catch(() => {});
    const { page } = all[seat];
    await page.locator(".draw.lit").click();
    await page.locator(".held .call").click();
    await everybody(({ page }) => page.locator(".race").waitFor());
  };
  /** Everybody has been told of so many claims. */
  const told = async (count) => {
    for (let i = 0; i < 100 && !all.every((one) => claims(one).length >= count); i += 1) await ann.page.waitForTimeout(50);
    return all.map(claims);
  };

  await check("they sit down and look at two cards each, which nobody else sees", async () => {
    const code = await openTable(ann, { game: "dutch", options: OPTIONS });
    for (const guest of [bea, cem]) {
      await guest.go(`/t/${code}`);
      await guest.page.getByRole("button", { name: "Take a seat" }).click();
      await guest.page.getByRole("heading", { name: "At the table" }).waitFor();
    }
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await everybody(async ({ page }) => {
      await page.locator('[data-card="0"]').click();
      await page.locator('[data-card="1"]').click();
      await page.locator(".foot .call").waitFor();
      assert.equal(await page.locator("[data-card].open").count(), 2);
      assert.equal(await page.locator(".others .open").count(), 0);
      await page.screenshot({ path: `${folder}race-look.png` });
    });
    await everybody(({ page }) => page.locator(".foot .call").click());
    await everybody(({ page }) => page.locator(".tag.gold, .now").first().waitFor());
  });

  await check("all press at once: every claim counts once, in one order for all", async () => {
    await openRace();
    const before = claims(ann).length;
    await everybody(({ page }) => press(page, page.locator("[data-card].lit").last()));
    const [hers, ...others] = await told(before + 3);
    for (const other of others) assert.deepEqual(other, hers);
    const seats = hers.slice(before).map((claim) => claim[0]);
    assert.deepEqual([...seats].sort(), ["0", "1", "2"]);
    figure("order", hers.join(", "));
    await ann.page.screenshot({ path: `${folder}race-all.png` });
  });

  await check("a wrong card is seen by all until the race is over, and its owner is locked out", async () => {
    const wrong = await ann.page.locator(".wrong").count();
    await everybody(async ({ page }) => assert.equal(await page.locator(".wrong").count(), wrong));
    await everybody(({ page }) => page.locator(".race").waitFor({ state: "detached", timeout: 20_000 }));
    await everybody(async ({ page }) => assert.equal(await page.locator(".wrong").count(), 0));
  });

  await check("a claim during somebody else's animation is not lost", async () => {
    await everybody(({ page }) => page.evaluate(() => {
      // What moves is stopped half-way, so that it is still on its way whenever somebody presses.
      const { animate } = Element.prototype;
      globalThis.flights = [];
      Element.prototype.animate = function (...how) {
        const flight = animate.apply(this, how);
        globalThis.flights.push(flight);
        flight.pause();
        return flight;
      };
    }));
    await openRace();
    const before = claims(ann).length;
    await press(bea.page, bea.page.locator("[data-card].lit").first());
    await told(before + 1);
    await cem.page.waitForFunction(() => globalThis.flights.some((flight) => flight.playState === "paused"));
    await press(cem.page, cem.page.locator("[data-card].lit").first());
    const lists = await told(before + 2);
    assert.deepEqual(lists[2].slice(before).map((claim) => claim[0]), ["1", "2"]);
    assert.ok(await cem.page.evaluate(() => globalThis.flights.some((flight) => flight.playState === "paused")));
  });

  await check("and they play to the end", async () => {
    await everybody(({ page }) => page.reload());
    await everybody(({ page }) => page.locator("[data-card]").first().waitFor());
    const steps = await everybody(({ page }) => playToTheEnd(page, mouse, { seconds: 150 }));
    figure("steps", JSON.stringify(steps));
    const titles = await everybody(({ page }) => page.locator("#result-title").textContent());
    assert.ok(titles.some((title) => /won|win/i.test(title)), titles.join(", "));
    await ann.page.getByRole("button", { name: "Look at the table" }).click();
    await ann.page.locator(".over ol").waitFor();
    await ann.page.screenshot({ path: `${folder}race-end.png` });
  });
}
