// Three friends meet by an invitation. One closes her window and comes back to the same cards; the server is
// killed and comes back; everybody goes on.

import assert from "node:assert/strict";
import { hand, playToTheEnd, playWhile } from "../kit/play.mjs";
import { createTable, start } from "../kit/table.mjs";
import { mouse } from "../kit/ways.mjs";

export default async function ({ house, person, check, figure }) {
  const home = await house();
  const ann = await person(home, { name: "Ann", still: true });
  const bea = await person(home, { name: "Bea", still: true });
  const cem = await person(home, { name: "Cem", still: true });
  const all = [ann, bea, cem];
  let link = "";

  await check("the invitation is a link", async () => {
    await ann.go("/");
    await createTable(ann.page, mouse, { game: "Euchre", rules: { "Points to win": "5" } });
    link = await ann.page.getByLabel("Invitation link").inputValue();
    assert.equal(link, ann.page.url());
  });

  await check("who follows it sits down, and everybody sees it", async () => {
    for (const guest of [bea, cem]) {
      await guest.page.goto(link);
      await guest.page.getByRole("button", { name: "Take a seat" }).click();
      await guest.page.getByRole("heading", { name: "At the table" }).waitFor();
    }
    for (const { page } of all) await page.getByText("3 of 4").waitFor();
    await bea.page.getByText("1 more player needed").waitFor();
    await ann.page.getByRole("button", { name: "Add a bot" }).click();
    await bea.page.getByText("Ann starts the game").waitFor();
    await start(ann.page, mouse);
    for (const { page } of all) await page.locator("[data-card]").first().waitFor();
  });

  await check("everybody has cards of their own", async () => {
    const hands = await Promise.all(all.map(({ page }) => hand(page)));
    assert.equal(new Set(hands.flat()).size, 15, JSON.stringify(hands));
  });

  await check("what one says, all see", async () => {
    await bea.page.getByRole("button", { name: "Say something" }).click();
    await bea.page.getByRole("button", { name: "Good luck!" }).click();
    await ann.page.locator(".bubble", { hasText: "Good luck!" }).waitFor();
  });

  await check("one closes the window and comes back to the same cards", async () => {
    const made = all.map(() => 0);
    const going = (i) => (steps) => {
      made[i] = Object.values(steps).reduce((sum, n) => sum + n, 0);
      return made.reduce((sum, n) => sum + n, 0) < 6;
    };
    await Promise.all(all.map(({ page }, i) => playWhile(page, mouse, going(i), { seconds: 30 })));
    // Nobody's click is still on its way.
    await bea.page.waitForTimeout(500);
    const before = await hand(bea.page);
    await bea.page.close();
    await ann.page.locator("[data-seat='1']", { hasText: "offline" }).first().waitFor();
    await bea.reopen(link);
    await bea.page.locator("[data-card]").first().waitFor();
    assert.deepEqual(await hand(bea.page), before);
    await ann.page.locator("[data-seat='1']", { hasText: "offline" }).first().waitFor({ state: "detached" });
  });

  await check("the server is killed: everybody is told, with the seconds to wait", async () => {
    for (const one of all) one.excuse(/WebSocket connection to/, /ERR_CONNECTION_REFUSED/);
    await home.kill();
    await Promise.all(all.map(({ page }) => page.getByText(/Connection lost|Connecting/).first().waitFor()));
  });

  await check("it comes back: everybody has the same cards", async () => {
    const before = await Promise.all(all.map(({ page }) => hand(page)));
    await home.restart();
    await Promise.all(all.map(({ page }) => page.locator(".banner").waitFor({ state: "detached", timeout: 20_000 })));
    assert.deepEqual(await Promise.all(all.map(({ page }) => hand(page))), before);
  });

  await check("and they play to the end", async () => {
    const steps = await Promise.all(all.map(({ page }) => playToTheEnd(page, mouse)));
    figure("steps", JSON.stringify(steps));
    await bea.page.getByRole("button", { name: "Rematch" }).click();
    await ann.page.getByText("1 person has not agreed yet").waitFor();
    await ann.page.getByRole("button", { name: "Start rematch" }).click();
    await Promise.all([ann, bea].map(({ page }) => page.locator("[data-card]").first().waitFor()));
  });
}
