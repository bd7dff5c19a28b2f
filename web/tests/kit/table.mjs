// Setting up a table as people do.

import { openDoor } from "./home.mjs";

/** From the home page to the lobby of a new table. `preset`: by its words; `rules`: lists by label. */
export async function createTable(page, way, { game, preset, rules = {} }) {
  await openDoor(page, way, game);
  await way.press(page, page.getByRole("button", { name: `Create table: ${game}` }));
  const dialog = page.getByRole("dialog", { name: `New table: ${game}` });
  await dialog.waitFor();
  if (preset) await way.press(page, dialog.getByRole("radio", { name: preset }));
  await way.press(page, dialog.locator("summary"));
  for (const [label, value] of Object.entries({ "Bots you add": "Easy", ...rules })) {
    await way.pick(page, dialog.getByRole("combobox", { name: label, exact: true }), value);
  }
  await way.press(page, dialog.getByRole("button", { name: "Create table" }));
  // At the server, or on this device.
  await page.waitForURL(/\/(t|device)\/\w+$/);
  await page.getByRole("heading", { name: "At the table" }).waitFor();
}

/** From the lobby to the first cards. */
export async function startWithBots(page, way) {
  await way.press(page, page.getByRole("button", { name: "Fill with bots" }));
  await start(page, way);
}

export async function start(page, way) {
  await way.press(page, page.getByRole("button", { name: "Start the game" }));
  await dealt(page);
}

/** Cards on the table; or it is over already, where bots at once play a deal in which one sits out. */
export async function dealt(page) {
  await page
    .locator("[data-card]")
    .or(page.getByRole("button", { name: "Ready" }))
    .first()
    .waitFor();
}

/** A guest follows the link and sits down. */
export async function sitDown(guest, link) {
  await guest.page.goto(link);
  await guest.press(guest.page.getByRole("button", { name: "Take a seat" }));
  await guest.page.getByRole("heading", { name: "At the table" }).waitFor();
}

/** A table with any rules at once, over HTTP, and its host in the lobby. For screens that are hard to come by. */
export async function openTable(person, { game, options = {}, settings = {}, preset }) {
  const { page, server } = person;
  const data = { host: { name: "Ann", avatar: "🦊" }, game, options, ...(preset ? { preset } : {}) };
  if (Object.keys(settings).length > 0) data.settings = settings;
  const answer = await page.request.post(`${server.url}/api/rooms`, { data });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  const seated = await answer.json();
  if (!page.url().startsWith(server.url)) await person.go("/");
  await page.evaluate((seated) => localStorage.setItem("aboveboard.seats", JSON.stringify([seated])), seated);
  await person.go(`/t/${seated.code}`);
  await page.getByRole("heading", { name: "At the table" }).waitFor();
  return seated.code;
}
