// A finished game once more: by keys and scrubber, from every side, and from a link to a moment.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { PHONE } from "../kit/person.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

const at = (page, n) => page.waitForFunction((n) => new URL(location.href).searchParams.get("step") === String(n), n);

const replay =
  ({ viewport, ...table }) =>
  async ({ server, person, check, figure }) => {
    const home = await server();
    const ann = await person(home, { name: "Ann", ...(viewport ? { viewport } : {}) });
    let { page } = ann;
    await openTable(ann, table);
    let steps = 0;

    await check(`${table.game}: from the result to the replay`, async () => {
      await startWithBots(page, mouse);
      await playToTheEnd(page, mouse);
      const [opened] = await Promise.all([
        ann.context.waitForEvent("page"),
        ann.press(page.getByRole("link", { name: "Watch the replay" })),
      ]);
      await opened.close();
      await ann.reopen(await page.getByRole("link", { name: "Watch the replay" }).evaluate((link) => link.href));
      page = ann.page;
      await page.getByRole("slider", { name: "Step" }).waitFor();
      await at(page, 1);
      steps = Number(await page.getByRole("slider").getAttribute("max")) + 1;
      figure("steps", steps);
      assert.ok(steps > 5);
    });

    await check(`${table.game}: step by step`, async () => {
      await page.locator("main").focus();
      for (let n = 2; n <= 4; n++) {
        await page.keyboard.press("ArrowRight");
        await at(page, n);
      }
      await page.keyboard.press("ArrowLeft");
      await at(page, 3);
      await page.keyboard.press("End");
      await at(page, steps);
      await page.locator(".ending").waitFor();
      assert.deepEqual(await ann.axe(), []);
      await ann.picture(`replay-${table.game}`);
      await page.keyboard.press("Home");
      await at(page, 1);
    });

    await check(`${table.game}: by itself, and faster`, async () => {
      await page.getByRole("combobox", { name: "Speed" }).selectOption("4×");
      await ann.button("Play");
      await at(page, 3);
      await ann.button("Pause");
      // That no step follows is a matter of timers: Controls.test.ts has them in its hand.
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    });

    await check(`${table.game}: every hand`, async () => {
      const sides = await page.getByRole("combobox", { name: "Seen by" }).locator("option").allTextContents();
      assert.deepEqual([sides[0], sides.at(-1)], ["Spectators", "All hands"]);
      for (const side of sides.slice(0, -1)) {
        await page.getByRole("combobox", { name: "Seen by" }).selectOption({ label: side });
        await page.locator("main [data-seat]").first().waitFor();
        await page.locator("main .wait").waitFor({ state: "detached" });
      }
      await page.getByRole("combobox", { name: "Seen by" }).selectOption("All hands");
      await page.getByRole("region", { name: "What Ann saw" }).waitFor();
      assert.equal(await page.getByRole("region", { name: /^What .* saw$/ }).count(), sides.length - 2);
      assert.deepEqual(await ann.axe(), []);
      await ann.picture(`replay-${table.game}-all`);
      // Where all hands are revealed, every table says the same.
      await page.getByRole("slider").focus();
      await page.keyboard.press("End");
      await at(page, steps);
      assert.deepEqual(await ann.axe(), []);
    });

    await check(`${table.game}: a link to a moment`, async () => {
      await page.getByRole("slider").fill("4");
      await at(page, 5);
      const eve = await person(home, { name: "Eve" });
      await eve.page.goto(page.url());
      await at(eve.page, 5);
      await eve.page.getByRole("region", { name: "What Ann saw" }).waitFor();
    });
  };

async function missing({ server, person, check }) {
  const home = await server();
  await check("a game that is not there, or goes on, is not shown", async () => {
    const eve = await person(home, { name: "Eve" });
    eve.excuse(/404/, /409/);
    await eve.go("/played/0000000000000000-1");
    await eve.page.getByText("This game doesn't exist here.").waitFor();
    assert.deepEqual(await eve.axe(), []);
  });
}

export default {
  casino: replay({ game: "casino" }),
  dutch: replay({ game: "dutch", preset: "speed" }),
  eights: replay({ game: "eights", preset: "base", options: { hand_size: 3 } }),
  euchre: replay({ game: "euchre", options: { target: 5 }, viewport: PHONE }),
  roost: replay({ game: "roost", options: { length: "short", setup_seconds: 0, turn_seconds: 0, step_seconds: 0 } }),
  missing,
};
