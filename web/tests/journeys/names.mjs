// A name is a name, whatever is in it, and however much room it takes.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { NARROW } from "../kit/person.mjs";
import { createTable, sitDown, startWithBots } from "../kit/table.mjs";

const NAME = "<b>x</b>";
/** As long as names may be: from right to left, in wide letters, in pictures. */
const LONG = ["עשרים אותיות בשם אר", "W".repeat(20), "🦊🚀🎲🔥🌵".repeat(4)];

async function markup({ server, person, check }) {
  const home = await server();
  const odd = await person(home);
  const bea = await person(home, { name: "Bea" });
  const { page } = odd;

  const literal = async (where, page) => {
    await page.getByText(NAME).first().waitFor();
    assert.equal(await page.locator("b", { hasText: /^x$/ }).count(), 0, where);
  };

  await check("it can be chosen and stays", async () => {
    await odd.go("/");
    await odd.press(page.getByRole("button", { name: /change name and picture/ }));
    await page.getByLabel("Name", { exact: true }).fill(NAME);
    await odd.press(page.getByRole("button", { name: "Save" }));
    await page.reload();
    await literal("home", page);
  });

  await check("in the lobby, at the table and in the log it is shown as it is", async () => {
    await createTable(page, mouse, { game: "Eights" });
    await literal("lobby", page);
    await bea.page.goto(page.url());
    await bea.press(bea.page.getByRole("button", { name: "Take a seat" }));
    await literal("a guest's lobby", bea.page);
    await startWithBots(page, mouse);
    await literal("the table", page);
    await bea.page.locator("[data-card]").first().waitFor();
    await literal("a guest's table", bea.page);
  });
}

/** How many pixels a page is wider than its window. A phone makes the window wider for a page that is too wide. */
const over = (page) => page.evaluate((width) => document.scrollingElement.scrollWidth - width, NARROW.width);

async function long({ server, person, check }) {
  const home = await server();
  const people = [];
  for (const name of LONG) people.push(await person(home, { name, viewport: NARROW, touch: true, still: true }));
  const [host, ...guests] = people;

  await check("the code of a table can be entered without scrolling", async () => {
    for (const { page } of people) {
      await page.goto(home.url);
      const { y, height } = await page.getByRole("textbox", { name: /Table code/ }).boundingBox();
      assert.ok(y >= 0 && y + height <= NARROW.height, `${y} ${height}`);
      assert.equal(await over(page), 0, "home");
    }
  });
  await check("names of all scripts and widths fit in the lobby", async () => {
    await createTable(host.page, host.way, { game: "Eights" });
    for (const guest of guests) await sitDown(guest, host.page.url());
    for (const name of LONG) await host.page.getByText(name, { exact: true }).first().waitFor();
    assert.equal(await over(host.page), 0, "lobby");
    await host.picture("names-lobby");
  });
  await check("and at the table", async () => {
    await startWithBots(host.page, host.way);
    for (const { page } of people) {
      await page.locator("[data-card]").first().waitFor();
      assert.equal(await over(page), 0, "table");
    }
    await host.picture("names-table");
  });
  await check("what they say stays on the screen", async () => {
    for (const speaker of people) {
      await speaker.press(speaker.page.getByRole("button", { name: "Say something" }));
      await speaker.press(speaker.page.getByRole("button", { name: "Let me think …" }));
      for (const { page } of people) {
        const bubble = page.locator(".bubble", { hasText: "Let me think" }).last();
        const { x, y, width, height } = await bubble.boundingBox();
        assert.ok(x >= 0 && x + width <= NARROW.width && y >= 0 && y + height <= NARROW.height, `${x} ${y} ${width} ${height}`);
      }
    }
  });
}

export default { markup, long };
