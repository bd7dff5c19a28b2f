// Three friends meet by an invitation. One closes her window and comes back to the same cards; the server is
// killed and comes back; everybody goes on.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { hand, playInTurn, playToTheEnd } from "../kit/play.mjs";
import { createTable, sitDown, start } from "../kit/table.mjs";

export default async function ({ server, person, check, figure }) {
  const home = await server();
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

  await check("people who follow it sit down, and everybody sees it", async () => {
    for (const guest of [bea, cem]) {
      await sitDown(guest, link);
    }
    for (const { page } of all) await page.getByText("3 of 4").waitFor();
    await bea.page.getByText("1 more player needed").waitFor();
    await ann.press(ann.page.getByRole("button", { name: "Add a bot" }));
    await bea.page.getByText("Ann starts the game").waitFor();
    await start(ann.page, mouse);
    for (const { page } of all) await page.locator("[data-card]").first().waitFor();
  });

  await check("everybody has cards of their own", async () => {
    const hands = await Promise.all(all.map(({ page }) => hand(page)));
    for (const cards of hands) assert.ok(cards.length >= 5, JSON.stringify(hands));
    assert.equal(new Set(hands.flat()).size, hands.flat().length, JSON.stringify(hands));
  });

  await check("what one says, all see", async () => {
    await bea.press(bea.page.getByRole("button", { name: "Say something" }));
    await bea.press(bea.page.getByRole("button", { name: "Good luck!" }));
    await ann.page.locator(".bubble", { hasText: "Good luck!" }).waitFor();
  });

  await check("one closes the window and comes back to the same cards", async () => {
    await playInTurn(all, mouse, 6);
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
    await Promise.all(
      all.map(({ page }) =>
        page
          .getByText(/Connection lost|Connecting/)
          .first()
          .waitFor(),
      ),
    );
  });

  await check("it comes back: everybody has the same cards", async () => {
    const before = await Promise.all(all.map(({ page }) => hand(page)));
    await home.restart();
    await Promise.all(all.map(({ page }) => page.locator(".banner").waitFor({ state: "detached" })));
    assert.deepEqual(await Promise.all(all.map(({ page }) => hand(page))), before);
  });

  await check("and they play to the end", async () => {
    const steps = await Promise.all(all.map(({ page }) => playToTheEnd(page, mouse)));
    figure("steps", JSON.stringify(steps));
    await bea.press(bea.page.getByRole("button", { name: "Rematch" }));
    await ann.page.getByText("1 person has not agreed yet").waitFor();
    await ann.page.getByRole("button", { name: "1 more player needed" }).waitFor();
    await cem.press(cem.page.getByRole("button", { name: "Rematch" }));
    await ann.press(ann.page.getByRole("button", { name: "Start rematch" }));
    await Promise.all([ann, bea].map(({ page }) => page.locator("[data-card]").first().waitFor()));
  });
}
