// Cards are dragged with a finger: from the hand to the table, onto each other, and back.

import assert from "node:assert/strict";
import { drag, finger } from "../kit/input.mjs";
import { PHONE } from "../kit/person.mjs";
import { play } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

/** With these seeds a bird that was kept can be paid for with the food that was kept, in the first turn. */
const BIRDS = [3, 4];

async function cards({ server, person, check }) {
  const ann = await person(await server(), { viewport: PHONE, touch: true, name: "Ann" });
  const { page } = ann;
  const felt = page.locator(".felt");
  const hand = page.locator(".hand");
  const pieces = page.locator("[data-stack] .piece");
  const laid = (n) => page.waitForFunction((n) => document.querySelectorAll("[data-stack] .piece").length === n, n);
  const mine = () => page.locator("[data-card].lit").first().waitFor();

  await openTable(ann, { game: "casino", options: { turn_seconds: 0 }, settings: { bot_level: "easy" } });
  await startWithBots(page, finger);

  await check("a card goes to the table, and back to the hand", async () => {
    await mine();
    const before = await page.locator("[data-card]").count();
    await drag(page, page.locator("[data-card].lit").first(), felt, { corner: true });
    await laid(1);
    assert.equal(await page.locator("[data-card]").count(), before - 1);
    await drag(page, pieces.first(), hand);
    await laid(0);
    assert.equal(await page.locator("[data-card]").count(), before);
    assert.equal(await page.locator(".picker").count(), 0);
  });

  await check("a card is left on the table", async () => {
    const card = page.locator("[data-card].lit").first();
    const name = await card.getAttribute("data-card");
    await drag(page, card, felt, { corner: true });
    await ann.press(page.locator(".picker").getByRole("button", { name: "Trail" }));
    await page.locator(`[data-card="${name}"]`).waitFor({ state: "detached" });
    await mine();
  });

  await check("a card of the hand is laid on one of the table, and both come apart again", async () => {
    await play(page, finger, { until: ".casino:has([data-card].lit) .felt .loose" });
    const loose = page.locator(".felt .loose").first();
    const name = await loose.getAttribute("data-thing");
    await drag(page, page.locator("[data-card].lit").first(), loose);
    await laid(2);
    await drag(page, pieces.first(), hand);
    await laid(1);
    assert.equal(await page.locator(`[data-stack] [data-flip="${name}"]`).count(), 0);
    await ann.press(page.locator(".picker").getByRole("button", { name: "Cancel" }));
    await laid(0);
  });
}

async function birds({ server, person, check }) {
  await check("a bird goes to its habitat", async () => {
    const options = { length: "short", setup_seconds: 0, turn_seconds: 0, step_seconds: 0, first_seat: "host" };
    for (const seed of BIRDS) {
      const ann = await person(await server({ seed }), { viewport: PHONE, touch: true, name: "Ann" });
      const { page } = ann;
      await openTable(ann, { game: "roost", options, settings: { bot_level: "easy" } });
      await startWithBots(page, finger);
      await play(page, finger, { until: ".acts .act" });
      const card = page.locator(".hand [data-card].lit").first();
      assert.ok(await card.isVisible(), `with seed ${seed} no bird can be paid for`);
      const close = page.locator(".picker").getByRole("button", { name: "Close" });
      if (await close.isVisible()) await ann.press(close);
      const [name, label] = await Promise.all([card.getAttribute("data-card"), card.innerText()]);
      await drag(page, card, page.locator(`.row[data-habitat="${/lives in the (\w+)/.exec(label)[1]}"]`));
      // The announced card has left the hand.
      await page.locator(`[data-card="${name}"]`).waitFor({ state: "detached" });
    }
  });
}

export default { cards, birds };
