// The page without a server, in a folder of a host that knows nothing but files: everything but playing with people works.

import assert from "node:assert/strict";
import { openDoor } from "../kit/home.mjs";
import { finger, mouse } from "../kit/input.mjs";
import { hurryBots, install } from "../kit/offline.mjs";
import { PHONE } from "../kit/person.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { verifyWithWitness } from "../kit/proof.mjs";
import { TABLES } from "../kit/stranger.mjs";
import { createTable, dealt, startWithBots } from "../kit/table.mjs";
import { timeout } from "../kit/timeouts.mjs";

/** Where the folder was built; nothing without the rules. */
const FOLDER = process.env.OFFLINE_PAGE;
const PATH = "/~ann/cards/";
const ALONE = /^This page needs no server/;

/** Somebody on the page, or nobody if it was not built. */
async function arrive({ files, person, check }, look = {}, open = (somebody) => somebody.go(PATH)) {
  let found = null;
  await check(FOLDER ? "the page opens below a path" : "NOT TESTED: the page without a server, which needs the rules", async () => {
    if (!FOLDER) return;
    const host = await files(FOLDER, PATH);
    const ann = await person(host, { name: "Ann", still: true, ...look });
    await hurryBots(ann);
    await open(ann);
    await ann.page.getByText(ALONE).waitFor();
    found = { ann, host };
  });
  return found;
}

/** Nothing was asked for that a host of files does not have. */
const nothingMissing = (host) => assert.deepEqual(host.missing, []);

async function everything(context) {
  const found = await arrive(context);
  if (!found) return;
  const { ann, host } = found;
  const { check } = context;
  await check("it offers what works, and nothing else", async () => {
    const { page } = ann;
    await page.getByRole("button", { name: /^Play now against bots/ }).waitFor();
    assert.equal(await page.getByRole("radio").count(), 5);
    for (const gone of [page.getByRole("button", { name: /^Quick match/ }), page.getByText("Open tables"), page.getByLabel(/Table code/)])
      assert.equal(await gone.count(), 0);
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
    assert.deepEqual(await ann.axe(), []);
    await ann.picture("offline-page");
  });
  await check("a game, to the end", async () => {
    const { page } = ann;
    await createTable(
      page,
      mouse,
      TABLES.find(({ game }) => game === "Euchre"),
    );
    await startWithBots(page, mouse);
    // An address that is loaded again leads to the same table.
    await page.reload();
    await dealt(page);
    await playToTheEnd(page, mouse);
  });
  await check("the proof is verified, here and by the program", async () => {
    await ann.page.locator("header [data-proof=verified]").waitFor();
    assert.match(await verifyWithWitness(ann), /Verified for seat \d/);
  });
  await check("the replay and the analysis", async () => {
    await ann.reopen(await ann.page.getByRole("link", { name: "Watch the replay" }).evaluate((link) => link.href));
    const { page } = ann;
    assert.match(page.url(), /\/~ann\/cards\/#\/played\//);
    await page.getByRole("slider", { name: "Step" }).waitFor();
    await page.reload();
    await page.getByRole("slider", { name: "Step" }).waitFor();
    await ann.button("Analysis");
    await ann.button("Analyse this game");
    await page.getByRole("heading", { name: "Costliest moves" }).waitFor({ timeout: 2 * timeout.long });
  });
  await check("the own games, the rules and privacy", async () => {
    const { page } = ann;
    await ann.press(page.getByRole("link", { name: "All games" }));
    await page.getByText(ALONE).waitFor();
    await ann.press(page.getByRole("link", { name: "My games" }));
    await page.getByRole("link", { name: /^Replay of Euchre/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 0);
    await ann.picture("offline-page-history");
    await ann.press(page.getByRole("link", { name: "Privacy" }));
    await page.getByText(/^This page has no server/).waitFor();
    await ann.go(`${PATH}#/rules/euchre`);
    await page.getByRole("heading", { name: "Example: the left bower follows" }).waitFor();
    // Players read a guide and not the specification.
    assert.doesNotMatch(await page.locator("article").innerText(), /\w_\w|\d\.\d/);
    const before = page.url();
    // A link within the page goes there, and the address stays.
    const chapter = page.locator("nav a").last();
    const id = (await chapter.getAttribute("href")).slice(1);
    await chapter.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((id) => document.getElementById(id).getBoundingClientRect().top < innerHeight, id);
    assert.equal(page.url(), before);
  });
  await check("an address of a card room leads home with a note", async () => {
    await ann.go(`${PATH}#/t/ABCD`);
    await ann.page.getByText(/There is no page “\/t\/ABCD” here/).waitFor();
  });
  await check("nothing was asked for that a host of files does not have", () => nothingMissing(host));
}

/** Somebody begins a lesson, and the host is gone. */
async function lesson(context) {
  const found = await arrive(context, { viewport: PHONE, touch: true }, (somebody) => install(somebody, PATH));
  if (!found) return;
  const { ann, host } = found;
  const { page } = ann;
  await context.check("a lesson begins, and goes on without the host", async () => {
    nothingMissing(host);
    ann.excuse(/ERR_INTERNET_DISCONNECTED/, /net::ERR_FAILED/, /Failed to fetch/, /FetchEvent/);
    await ann.context.setOffline(true);
    await page.reload();
    await openDoor(page, finger, "Casino");
    await ann.press(page.getByRole("button", { name: "Learn to play: Casino" }));
    await page.locator(".coach.placed").waitFor();
    await ann.press(page.locator(".coach").getByRole("button", { name: "Next" }));
    const second = page.locator(".coach .count", { hasText: "Step 2 of" });
    await second.waitFor();
    await ann.go(PATH);
    await ann.press(page.getByRole("link", { name: "Continue lesson" }));
    await second.waitFor();
  });
}

/** The other games begin, too, and give hints. */
async function hints(context) {
  const found = await arrive(context);
  if (!found) return;
  const { ann, host } = found;
  const { page } = ann;
  for (const { game } of TABLES.filter(({ game }) => game !== "Euchre")) {
    await context.check(`${game}: a hint`, async () => {
      await ann.go(PATH);
      await openDoor(page, mouse, game);
      await ann.press(page.getByRole("button", { name: `Play now against bots: ${game}` }));
      await dealt(page);
      // Roost begins with a choice that fills the screen.
      await page
        .locator(".prompt.mine")
        .or(page.getByRole("heading", { name: "What do you keep?" }))
        .first()
        .waitFor();
      await ann.button("Hint");
      await page.getByRole("dialog", { name: "Hint", exact: true }).getByRole("button", { name: "Do it" }).waitFor();
      await page.keyboard.press("Escape");
    });
  }
  await context.check("all of them wait at home", async () => {
    await ann.go(PATH);
    await page.getByRole("link", { name: "Continue the game" }).nth(3).waitFor();
    nothingMissing(host);
  });
}

export default { everything, lesson, hints };
