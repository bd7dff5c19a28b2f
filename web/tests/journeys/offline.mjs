// In an aeroplane: the page was opened before, and now there is no network. Everything but playing with people works.

import assert from "node:assert/strict";
import { finger, mouse } from "../kit/input.mjs";
import { openDoor } from "../kit/home.mjs";
import { goHome, hurryBots, install, loseServer, takeOff } from "../kit/offline.mjs";
import { PHONE } from "../kit/person.mjs";
import { hand, play, playToTheEnd } from "../kit/play.mjs";
import { verifyWithWitness, waitForBest } from "../kit/proof.mjs";
import { HAS_RULES } from "../kit/rules.mjs";
import { TABLES } from "../kit/stranger.mjs";
import { createTable, dealt, openTable, startWithBots } from "../kit/table.mjs";
import { timeout } from "../kit/timeouts.mjs";

const onDevice = (page) => page.getByText("On this device", { exact: true }).first();

/** Somebody who has been here before and is in the air now. Nobody without the rules: then the page says what it cannot do. */
async function inTheAir({ server, person, check }, look = {}) {
  const home = await server();
  const ann = await person(home, { name: "Ann", still: true, ...look });
  await hurryBots(ann);
  let can = false;
  await check(HAS_RULES ? "without a network the page says what can be played" : "without the rules the page says so", async () => {
    await install(ann);
    await takeOff(ann, home);
    await goHome(ann);
    can = HAS_RULES;
    if (!can) return;
    await ann.page.getByRole("button", { name: /^Play now against bots/ }).waitFor();
    assert.equal(await ann.page.getByRole("button", { name: /^Quick match/ }).count(), 0);
    assert.deepEqual(await ann.axe(), []);
    await ann.picture(`offline-home${look.touch ? "-phone" : ""}`);
  });
  return can ? { ann, home } : null;
}

/** The page has checked the game, says what that means, and the program agrees. */
async function checked(person) {
  const { page } = person;
  await page.locator("header [data-proof=verified]").waitFor();
  await person.press(page.locator("header [data-proof]"));
  const dialog = page.getByRole("dialog", { name: "Checked on this device" });
  await dialog.getByText(/It does not show to others that the cards were not chosen/).waitFor();
  await dialog.getByText(/^(\d+) of \1 bot moves recomputed/).waitFor({ timeout: timeout.long });
  await person.picture("offline-evidence");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  const told = await verifyWithWitness(person);
  assert.match(told, /Verified for seat \d/);
  assert.match(told, /(\d+) of \1 bot actions/);
}

/** A whole game of each kind. `level`: how well the bots play. `more`: what else is done with a finished game. */
const game =
  (table, level, way, look, more = null) =>
  async (context) => {
    const found = await inTheAir(context, look);
    if (!found) return;
    const { ann } = found;
    const { page } = ann;
    await context.check(`${table.game}: a table with rules of one's own`, async () => {
      await createTable(page, way, { ...table, rules: { ...table.rules, "Bots you add": level } });
      await page.getByText(/^On this device, without a server/).waitFor();
      assert.equal(await page.getByLabel("Invitation link").count(), 0);
      await startWithBots(page, way);
      await onDevice(page).waitFor();
      await ann.picture(`offline-${table.game.toLowerCase()}`);
    });
    await context.check(`${table.game}: to the end`, async () => {
      context.figure("steps", JSON.stringify(await playToTheEnd(page, way)));
    });
    await context.check(`${table.game}: checked by the page and by the program`, () => checked(ann));
    if (more) await more(context, ann);
  };

/** Why everybody did what they did, the replay, and what the moves were worth. */
async function lookBack({ check }, ann) {
  await check("everybody says why", async () => {
    const { page } = ann;
    await ann.button("Log");
    await ann.press(page.getByRole("button", { name: /^Why\?/ }).first());
    const why = page.getByRole("dialog", { name: "Why?", exact: true });
    await why.getByText(/chose:/).waitFor();
    await ann.picture("offline-why");
    await page.keyboard.press("Escape");
    await why.waitFor({ state: "detached" });
  });
  await check("the replay and its analysis are made here", async () => {
    await ann.reopen(await ann.page.getByRole("link", { name: "Watch the replay" }).evaluate((link) => link.href));
    const { page } = ann;
    await page.getByRole("slider", { name: "Step" }).waitFor();
    await onDevice(page).waitFor();
    await ann.button("Analysis");
    await ann.button("Analyse this game");
    await page.getByRole("heading", { name: "Costliest moves" }).waitFor({ timeout: 2 * timeout.long });
    await ann.picture("offline-analysis");
    const [download] = await Promise.all([page.waitForEvent("download"), ann.press(page.getByRole("button", { name: /proof/i }))]);
    assert.match(download.suggestedFilename(), /^aboveboard-[0-9a-f]{16}-1\.json$/);
  });
  await check("it is among the own games, and labelled", async () => {
    await ann.go("/history");
    const { page } = ann;
    await page.getByRole("heading", { name: "Played on this device" }).waitFor();
    await page.getByRole("link", { name: /^Replay of Euchre/ }).waitFor();
    await ann.atRest();
    await ann.picture("offline-history");
  });
}

/** Somebody closes the tab in the middle of a game, and opens another. */
async function closedTab(context) {
  const found = await inTheAir(context);
  if (!found) return;
  const { ann } = found;
  let before = [];
  await context.check("a game is begun with one press", async () => {
    await openDoor(ann.page, mouse, "Casino");
    await ann.press(ann.page.getByRole("button", { name: "Play now against bots: Casino" }));
    await dealt(ann.page);
    await play(ann.page, mouse, { stopAfter: 3 });
    // A move that is not made yet is the page's own, and goes with it.
    const cancel = ann.page.getByRole("button", { name: "Cancel", exact: true });
    if (await cancel.isVisible()) await ann.press(cancel);
    await ann.page.locator(".prompt.mine").waitFor();
    before = await hand(ann.page);
  });
  await context.check("the tab is closed, and the game goes on in another", async () => {
    await ann.page.close();
    await ann.reopen(`${ann.server.url}/`);
    const { page } = ann;
    await page.getByText("You are in the middle of a game on this device: Casino").waitFor();
    await ann.press(page.getByRole("link", { name: "Continue the game" }));
    await page.locator(".prompt.mine").waitFor();
    assert.deepEqual(await hand(page), before);
    await playToTheEnd(page, mouse);
    await page.locator("header [data-proof=verified]").waitFor();
  });
  await context.check("a second window takes the table, and the first says so", async () => {
    const first = ann.page;
    await ann.press(first.getByRole("button", { name: "Start rematch" }));
    await dealt(first);
    await ann.reopen(first.url());
    await dealt(ann.page);
    await first.getByRole("button", { name: "Play here" }).waitFor();
    await first.close();
  });
  await context.check("a table that was left is gone, and its finished game stays", async () => {
    const { page } = ann;
    await ann.button("Menu");
    await ann.press(page.getByRole("button", { name: "Leave the table" }));
    await ann.press(page.getByRole("dialog").getByRole("button", { name: /^Leave/ }));
    await page.waitForURL(`${ann.server.url}/`);
    await page.getByRole("button", { name: /^Play now against bots/ }).waitFor();
    assert.equal(await page.getByRole("link", { name: "Continue the game" }).count(), 0);
    await ann.go("/history");
    // The one that was played to its end, and the one that was given up.
    await page.getByText("Given up").first().waitFor();
    assert.equal(await page.getByRole("link", { name: /^Replay of Casino/ }).count(), 2);
  });
}

/** The server dies while somebody looks at the home page; then it comes back. */
async function lostServer({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann", still: true });
  const { page } = ann;
  await hurryBots(ann);
  await check(
    HAS_RULES ? "the server is killed: Play now plays on this device" : "the server is killed: Play now says what is missing",
    async () => {
      await install(ann);
      await page.getByRole("button", { name: /^Play now against bots/ }).waitFor();
      await loseServer(ann, home);
      await openDoor(page, mouse, "Euchre");
      await ann.press(page.getByRole("button", { name: "Play now against bots: Euchre" }));
      if (!HAS_RULES) return page.getByText(/^No connection\. This page was built without the rules/).waitFor();
      await dealt(page);
      await onDevice(page).waitFor();
    },
  );
  if (!HAS_RULES) return;
  await check("a hint", async () => {
    await page.locator(".prompt.mine").waitFor();
    await ann.button("Hint");
    const dialog = page.getByRole("dialog", { name: "Hint", exact: true });
    await ann.press(dialog.getByRole("button", { name: "Do it" }));
  });
  await check("the server is back: the game stays here", async () => {
    await home.restart();
    await ann.go("/");
    await page.getByRole("link", { name: "Continue the game" }).waitFor();
    await page.getByRole("button", { name: /^Quick match/ }).waitFor();
    assert.equal(await page.getByText(/^No connection/).count(), 0);
    await ann.press(page.getByRole("link", { name: "Continue the game" }));
    await onDevice(page).waitFor();
    await page.reload();
    await dealt(page);
    await onDevice(page).waitFor();
  });
}

/** The server takes connections and answers nothing, while somebody looks at the home page. */
async function silentServer({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann", still: true });
  const { page } = ann;
  await hurryBots(ann);
  if (!HAS_RULES) return;
  await check("the server falls silent: Play now plays on this device", async () => {
    await install(ann);
    await openDoor(page, mouse, "Dutch");
    await page.getByRole("button", { name: /^Quick match/ }).waitFor();
    ann.excuse(/net::ERR_ABORTED/, /Failed to fetch/);
    home.freeze();
    await ann.press(page.getByRole("button", { name: "Play now against bots: Dutch" }));
    await dealt(page);
    await onDevice(page).waitFor();
  });
  await check("it answers again: there is no second table", async () => {
    home.thaw();
    await ann.go("/");
    await page.getByRole("link", { name: "Continue the game" }).waitFor();
    await page.getByRole("button", { name: /^Quick match/ }).waitFor();
    assert.equal(await page.getByRole("link", { name: /^Back to table/ }).count(), 0);
  });
}

/** The server dies in the middle of a game against bots: the same game is played here, and the old one later. */
async function killedInGame({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann", still: true });
  const { page } = ann;
  await hurryBots(ann);
  let [code, before] = ["", []];
  const meanwhile = page.getByRole("button", { name: "Play on this device meanwhile" });
  await check("the server is killed in mid-game", async () => {
    await install(ann);
    code = await openTable(ann, { game: "casino", settings: { bot_level: "medium" } });
    await startWithBots(page, mouse);
    await play(page, mouse, { stopAfter: 2 });
    const cancel = page.getByRole("button", { name: "Cancel", exact: true });
    if (await cancel.isVisible()) await ann.press(cancel);
    await page.locator(".prompt.mine").waitFor();
    before = await hand(page);
    await loseServer(ann, home);
    await page.getByRole("region", { name: "No connection." }).waitFor();
    if (HAS_RULES) await meanwhile.waitFor();
    await ann.picture("offline-meanwhile");
    assert.deepEqual(await ann.axe(), []);
  });
  if (HAS_RULES) {
    await check("the same game, on this device, to the end", async () => {
      await ann.press(meanwhile);
      await page.waitForURL(/\/device\/\w+$/);
      await dealt(page);
      await onDevice(page).waitFor();
      await playToTheEnd(page, mouse);
      await page.locator("header [data-proof=verified]").waitFor();
    });
  }
  await check("the server is back: the old table goes on where it was", async () => {
    await home.restart();
    await ann.go("/");
    await ann.press(page.getByRole("link", { name: `Back to table ${code}` }));
    await page.locator(".prompt.mine").waitFor();
    assert.deepEqual(await hand(page), before);
    await playToTheEnd(page, mouse);
    await waitForBest(page);
  });
}

/** A lesson, begun, left alone, and gone on with. */
async function lesson(context) {
  const found = await inTheAir(context, { viewport: PHONE, touch: true });
  if (!found) return;
  const { ann } = found;
  const { page } = ann;
  await context.check("a lesson begins, waits, and goes on", async () => {
    await openDoor(page, finger, "Euchre");
    await ann.press(page.getByRole("button", { name: "Learn to play: Euchre" }));
    await page.locator(".coach.placed").waitFor();
    await ann.press(page.locator(".coach").getByRole("button", { name: "Next" }));
    const second = page.locator(".coach .count", { hasText: "Step 2 of" });
    await second.waitFor();
    await goHome(ann);
    await ann.press(page.getByRole("link", { name: "Continue lesson" }));
    await second.waitFor();
    await ann.picture("offline-lesson");
  });
}

const [casino, dutch, eights, euchre, roost] = TABLES;
export default {
  casino: game(casino, "Hard", mouse, {}),
  dutch: game(dutch, "Medium", finger, { viewport: PHONE, touch: true }),
  eights: game(eights, "Medium", mouse, {}),
  euchre: game(euchre, "Expert", mouse, {}, lookBack),
  roost: game(roost, "Easy", finger, { viewport: PHONE, touch: true }),
  "closed-tab": closedTab,
  "lost-server": lostServer,
  "silent-server": silentServer,
  "killed-in-game": killedInGame,
  lesson,
};
