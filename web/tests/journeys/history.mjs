// Two people play; each finds the games again, takes them to another browser, and can be forgotten.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDoor } from "../kit/home.mjs";
import { mouse } from "../kit/input.mjs";
import { DESKTOP, NARROW, PHONE } from "../kit/person.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { createTable, dealt, sitDown, start } from "../kit/table.mjs";

const key = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("aboveboard.profile") ?? '""'));
const row = (page) => page.locator("section li.panel:has(ol)");
const toast = (page, text) => page.getByText(text, { exact: true }).first().waitFor();

/** Sees the page as it is on all kinds of screens. */
async function looks(person, name) {
  const { page } = person;
  for (const [size, viewport] of [
    ["desktop", DESKTOP],
    ["phone", PHONE],
    ["narrow", NARROW],
  ]) {
    await page.setViewportSize(viewport);
    for (const theme of ["light", "dark"]) {
      await person.prefer(theme);
      await person.picture(`${name}-${size}-${theme}`, { fullPage: true });
      assert.deepEqual(await person.axe(), [], `${name}, ${size}, ${theme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}, ${size}: ${wide} pixels too wide`);
    }
  }
  await page.setViewportSize(DESKTOP);
  await person.prefer("light");
}

export default async function ({ server, person, check }) {
  const home = await server({ more: ["--leaderboard"] });
  const ann = await person(home, { name: "Ann", still: true });
  const bea = await person(home, { name: "Bea", still: true });
  const { page } = ann;

  await check("somebody without games is told what to do", async () => {
    await ann.go("/");
    await ann.press(page.getByRole("link", { name: "My games" }));
    await page.getByRole("heading", { name: "No games yet" }).waitFor();
    assert.equal(await key(page), "", "looking makes no key");
    await looks(ann, "history-empty");
    await ann.press(page.getByRole("link", { name: "Play a game" }));
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
  });

  await check("a game against a bot, from one click to the history", async () => {
    await openDoor(page, ann.way, "Casino");
    await ann.press(page.getByRole("button", { name: "Play now against bots: Casino" }));
    await page.waitForURL("**/t/*");
    await dealt(page);
    await playToTheEnd(page, mouse);
    assert.match(await key(page), /^[0-9a-f]{32}$/);
    const [opened] = await Promise.all([ann.context.waitForEvent("page"), ann.press(page.getByRole("link", { name: "My games" }))]);
    await row(opened).first().waitFor();
    assert.equal(await row(opened).count(), 1);
    await opened.close();
    await ann.button("Leave");
    await ann.press(page.getByRole("dialog", { name: "Leave this table?" }).getByRole("button", { name: "Leave the table" }));
    await page.waitForURL(`${home.url}/`);
  });

  await check("a game with a friend is in the history of both", async () => {
    await ann.go("/");
    await createTable(page, mouse, { game: "Euchre", rules: { "Points to win": "5" } });
    await sitDown(bea, page.url());
    await ann.press(page.getByRole("button", { name: "Fill with bots" }));
    await start(page, mouse);
    await Promise.all([ann, bea].map((one) => playToTheEnd(one.page, mouse)));
    const secrets = await Promise.all([ann, bea].map((one) => key(one.page)));
    assert.notEqual(secrets[0], secrets[1]);
    for (const one of [ann, bea]) {
      for (const secret of secrets) assert.ok(!one.frames.some((frame) => frame.includes(secret)), "a key is told to nobody");
      await one.go("/history");
      await row(one.page).first().waitFor();
    }
    assert.equal(await row(page).count(), 2);
    assert.equal(await row(bea.page).count(), 1);
    await row(bea.page).first().getByText("Ann", { exact: true }).waitFor();
    await page
      .getByText(/^15\d\d ± \d+$|^14\d\d ± \d+$/)
      .first()
      .waitFor();
    await looks(ann, "history");
  });

  await check("the list is filtered", async () => {
    const shows = async (n) => {
      await page.getByText(`${n} game${n === 1 ? "" : "s"} shown`).waitFor({ state: "attached" });
      assert.equal(await row(page).count(), n);
    };
    await page.getByRole("combobox", { name: "Game" }).selectOption("Casino");
    await shows(1);
    await ann.press(page.getByRole("button", { name: "Show all" }));
    await shows(2);
    await page.getByRole("searchbox", { name: "With" }).fill("bea");
    await shows(1);
    await page.getByRole("searchbox", { name: "With" }).fill("nobody of that name");
    await page.getByText("No matching games.").waitFor();
    await page.getByRole("searchbox", { name: "With" }).fill("");
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("No matching games.").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");
    await shows(2);
    const won = await row(page).getByText("Won", { exact: true }).count();
    await page.getByRole("combobox", { name: "Result" }).selectOption("Won");
    if (won > 0) await shows(won);
    else await page.getByText("No matching games.").waitFor();
    await ann.press(page.getByRole("button", { name: "Show all" }));
    await shows(2);
  });

  await check("by keyboard to the replay, and back", async () => {
    await page.getByRole("heading", { name: "My games" }).waitFor();
    await row(page)
      .first()
      .getByRole("link", { name: /^Replay of Euchre/ })
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("slider", { name: "Step" }).waitFor();
    assert.match(page.url(), /\/played\/[0-9a-f]{16}-1\?seat=0/);
    await page.goBack();
    await row(page).first().waitFor();
  });

  await check("the leaderboard has the bots, and people when they say so", async () => {
    await ann.press(page.getByRole("link", { name: "Leaderboard" }));
    await page
      .getByRole("rowheader", { name: /^Bot, / })
      .first()
      .waitFor();
    assert.equal(await page.getByRole("rowheader", { name: "Ann" }).count(), 0);
    await page.goBack();
    await page.getByRole("textbox", { name: "Name on the leaderboard" }).fill("Queen Ann");
    await ann.press(page.getByRole("button", { name: "Show me" }));
    await toast(page, "Saved");
    await bea.go("/leaderboard");
    await bea.page.getByRole("rowheader", { name: "Queen Ann" }).waitFor();
    await ann.go("/leaderboard");
    await page.getByRole("rowheader", { name: "Queen Ann you" }).waitFor();
    await looks(ann, "leaderboard");
  });

  const file = join(tmpdir(), `aboveboard-profile-${process.pid}.json`);
  await check("the key goes to another browser, and rubbish does not", async () => {
    await ann.go("/history");
    const [download] = await Promise.all([page.waitForEvent("download"), ann.press(page.getByRole("button", { name: "Export the key" }))]);
    assert.equal(download.suggestedFilename(), "aboveboard-profile.json");
    await download.saveAs(file);
    const saved = JSON.parse(readFileSync(file, "utf8"));
    assert.deepEqual(saved, { aboveboard: "profile", version: 1, key: await key(page), name: "Ann" });

    const other = await person(home, { name: "Somebody", still: true });
    await other.go("/history");
    await other.page.getByRole("heading", { name: "No games yet" }).waitFor();
    const bring = (path) => other.page.locator("input[type=file]").setInputFiles(path);
    for (const [text, says] of [
      ["rubbish", "This file can't be read: it is not an exported key."],
      ["{}", "This file is not an exported key."],
      [JSON.stringify({ ...saved, version: 2 }), "This file is from a newer release of Aboveboard."],
      [JSON.stringify({ ...saved, key: "1234" }), "The key in this file is damaged."],
    ]) {
      const wrong = `${file}.wrong`;
      writeFileSync(wrong, text);
      await bring(wrong);
      await other.page.getByRole("alert").getByText(says).waitFor();
    }
    await bring(file);
    await row(other.page).first().waitFor();
    assert.equal(await row(other.page).count(), 2);
    await other.page.getByRole("button", { name: "Ann: change name and picture" }).waitFor();
    await other.leave();
  });

  await check("somebody with games is asked before they are replaced", async () => {
    await bea.go("/history");
    await row(bea.page).first().waitFor();
    const before = await key(bea.page);
    await bea.page.locator("input[type=file]").setInputFiles(file);
    const dialog = bea.page.getByRole("dialog", { name: "Replace the key?" });
    await dialog.waitFor();
    assert.deepEqual(await bea.axe(), []);
    await bea.press(dialog.getByRole("button", { name: "Cancel" }));
    assert.equal(await key(bea.page), before);
  });

  await check("after a power cut everything is still there", async () => {
    for (const one of [ann, bea]) one.excuse(/ERR_CONNECTION_REFUSED/, /WebSocket connection to/);
    await home.kill();
    await home.restart();
    await ann.go("/history");
    await row(page).first().waitFor();
    assert.equal(await row(page).count(), 2);
  });

  await check("somebody who deletes is gone, and the others keep the game", async () => {
    await bea.go("/history");
    await bea.press(bea.page.getByRole("button", { name: "Delete", exact: true }));
    const dialog = bea.page.getByRole("dialog", { name: "Delete your games?" });
    await dialog.waitFor();
    assert.deepEqual(await bea.axe(), []);
    await bea.picture("history-delete");
    await bea.press(dialog.getByRole("button", { name: "Delete here and on the server" }));
    await bea.page.getByRole("heading", { name: "No games yet" }).waitFor();
    assert.equal(await key(bea.page), "");
    await ann.go("/history");
    await row(page).first().getByText("Anonymous").waitFor();
    assert.equal(await row(page).getByText("Bea", { exact: true }).count(), 0);
  });

  await check("nothing is kept for somebody who does not want it", async () => {
    await bea.press(bea.page.getByRole("switch", { name: "Keep my games" }));
    await bea.go("/");
    await openDoor(bea.page, bea.way, "Casino");
    await bea.press(bea.page.getByRole("button", { name: "Play now against bots: Casino" }));
    await bea.page.waitForURL("**/t/*");
    await dealt(bea.page);
    assert.equal(await key(bea.page), "");
  });

  await check("privacy in two sentences, from the settings and from the history", async () => {
    await ann.go("/");
    await ann.press(page.getByRole("button", { name: "Settings" }));
    await ann.press(page.getByRole("link", { name: "Privacy" }));
    await page.getByRole("heading", { name: "Privacy" }).waitFor();
    const text = await page.locator("main .panel").innerText();
    assert.equal(text.match(/[.!?](\s|$)/g).length, 2, text);
    await looks(ann, "privacy");
    await ann.press(page.getByRole("link", { name: "To my games" }));
    await row(page).first().waitFor();
    await ann.press(page.getByRole("link", { name: "Privacy" }));
    await page.getByRole("heading", { name: "Privacy" }).waitFor();
  });

  await check("in German, too", async () => {
    await page.evaluate(() => localStorage.setItem("aboveboard.language", JSON.stringify("de")));
    await ann.go("/history");
    await page.getByRole("heading", { name: "Meine Spiele" }).waitFor();
    await row(page).first().getByText("Anonym").waitFor();
    await looks(ann, "history-german");
  });

  await check("a host who shows no leaderboard has none", async () => {
    const quiet = await server();
    const eve = await person(quiet, { name: "Eve" });
    eve.excuse(/409/);
    await eve.go("/leaderboard");
    await eve.page.getByText("This card room has no leaderboard.").waitFor();
    assert.deepEqual(await eve.axe(), []);
    await eve.go("/history");
    await eve.page.getByRole("heading", { name: "No games yet" }).waitFor();
    assert.equal(await eve.page.getByRole("link", { name: "Leaderboard" }).count(), 0);
  });
}
