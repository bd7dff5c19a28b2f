// A name is a name, whatever is in it.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { createTable, startWithBots } from "../kit/table.mjs";

const NAME = "<b>x</b>";

export default async function ({ server, person, check }) {
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
