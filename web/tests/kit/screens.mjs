// Every screen, in light and dark, on a phone and on a desktop: axe finds nothing wrong with any of them, and
// pictures of them are written to tests/screens for people to look at.

import { playToTheEnd, playWhile } from "./play.mjs";
import { openTable, start, startWithBots } from "./table.mjs";
import { finger, mouse } from "./ways.mjs";

/** Options that bring a kind of card into every hand. */
const mostly = (weights) => ({ tier: "chaos", weights: { number: 100 - sum(weights), ...weights }, turn_seconds: 0 });
const sum = (weights) => Object.values(weights).reduce((all, one) => all + one, 0);

/** `how`: the browser; `pictureOnly`: axe has seen the same colours elsewhere. */
export async function screens({ house, person, check, folder }, look, { pictureOnly = false, ...how }) {
  const home = await house();
  const ann = await person(home, { ...how, still: true, name: "Ann" });
  const { page } = ann;
  const way = how.touch ? finger : mouse;
  const shot = (name) =>
    check(`${name}, ${look}`, async () => {
      await page.waitForTimeout(100);
      await page.screenshot({ path: `${folder}${name}-${look}.png` });
      const found = pictureOnly ? [] : await ann.axe();
      if (found.length > 0) throw new Error(found.join("\n"));
    });
  const button = (name) => page.getByRole("button", { name, exact: true }).first();
  const shown = async (name, what, there = "dialog[open] h2") => {
    await button(what).click();
    await page.locator(there).first().waitFor();
    await shot(name);
    await page.keyboard.press("Escape");
  };
  /** Plays until something is there. */
  const until = (selector, seconds = 40) => {
    const there = page.locator(selector).first();
    return playWhile(page, way, async () => !(await there.isVisible()), { seconds, stop: there });
  };
  /** A new table with these rules, begun. */
  const table = async (game, options = {}) => {
    await openTable(ann, { game, options, settings: { bot_level: "easy" } });
    await startWithBots(page, way);
  };
  /** A card that is asked about when it is played: tapped, it asks. */
  const asks = async (name, kind) => {
    const words = { wild: /^8, wild/, pickswap: /^Pick-swap/, godmode: /^God mode/ }[kind];
    const card = page.locator("[data-card].lit").and(page.getByLabel(words)).first();
    const over = page.locator("#result-title");
    // A game may be over before such a card has come.
    for (let i = 0; i < 5 && !(await card.isVisible()); i += 1) {
      await table("eights", mostly({ [kind]: 60 }));
      await playWhile(page, way, async () => !(await card.isVisible()) && !(await over.isVisible()), { seconds: 40 });
    }
    // A hand that just came may still be on its way: who misses a card tries again.
    const picker = page.locator(".picker");
    for (let i = 0; i < 5 && !(await picker.isVisible()); i += 1) {
      await way.play(page, card);
      await picker.waitFor({ timeout: 2000 }).catch(() => {});
    }
    await picker.waitFor();
    await shot(name);
  };

  await ann.go("/");
  await page.getByRole("heading", { name: "Euchre" }).waitFor();
  await shot("home");
  await shown("settings", "Settings");
  await shown("profile", "Ann: change name and picture");
  // No table has that code, and the browser says so too.
  ann.excuse(/404/);
  await ann.go("/no/such/page");
  await page.getByLabel("Table code").fill("QQQQ");
  await button("Join").click();
  await page.getByRole("alert").waitFor();
  await shot("lost");
  await ann.go("/rules/euchre");
  await page.getByRole("heading", { name: "Euchre" }).first().waitFor();
  await shot("rules");

  for (const game of ["Casino", "Dutch", "Eights", "Euchre", "Roost"]) {
    await ann.go("/");
    await button(`Create table: ${game}`).click();
    await shot(`create-${game}`);
    await page.locator("dialog[open] summary").click();
    await shot(`create-rules-${game}`);
  }

  const code = await openTable(ann, { game: "eights", preset: "chaos" });
  await shot("lobby");
  const bea = await person(home, { ...how, still: true, name: "Bea" });
  await bea.go(`/t/${code}`);
  await bea.page.getByRole("button", { name: "Take a seat" }).waitFor();
  await bea.page.screenshot({ path: `${folder}door-${look}.png` });
  await bea.page.getByRole("button", { name: "Take a seat" }).click();
  await page.getByText("2 of 6").waitFor();
  await button("Fill with bots").click();
  await page.getByText("4 of 6").waitFor();
  await shot("lobby-full");
  await bea.page.screenshot({ path: `${folder}lobby-guest-${look}.png` });
  await start(page, way);
  await shot("eights-7");
  await shown("phrases", "Say something");
  await shown("rules-drawer", "Rules", "#in-force");
  await shown("menu", "Menu");
  if (how.touch) await shown("log", "What happened");
  await bea.page.getByRole("button", { name: "Say something" }).click();
  await bea.page.getByRole("button", { name: "Good luck!" }).click();
  await page.locator(".bubble").waitFor();
  await page.screenshot({ path: `${folder}bubble-${look}.png` });
  await bea.leave();
  await page.getByText(/not connected|offline/i).first().waitFor();
  await shot("somebody-away");
  await button("Menu").click();
  await button("Leave the table").click();
  await shot("leave");
  await page.getByRole("dialog").last().getByRole("button", { name: "Leave the table" }).click();
  await page.waitForURL(`${home.url}/`);

  await table("eights", { hand_size: 3, tier: "base" });
  await shot("eights-3");
  await playToTheEnd(page, way);
  await shot("eights-result");
  await button("Look at the table").click();
  await shot("eights-end");
  await table("eights", mostly({ plus20: 30, plus20color: 20, skip: 10, reverse: 10 }));
  const take = { play: () => page.locator(".draw:not([aria-disabled])").click({ timeout: 300 }).catch(() => {}) };
  await playWhile(page, take, async () => (await page.locator("[data-card]").count()) < 24, { seconds: 40 });
  await page.locator(".draw:not([aria-disabled])").waitFor();
  await shot("eights-many");
  await table("eights", mostly({ plus2: 40, plus20color: 30, reverse: 10 }));
  await playWhile(page, take, async () => !(await page.locator(".stack.mine").isVisible()), { seconds: 40 });
  await shot("eights-stack");
  await asks("eights-pick-colour", "wild");
  await asks("eights-pick-player", "pickswap");
  await asks("eights-pick-power", "godmode");

  const casino = { turn_seconds: 0, round_over_seconds: 120 };
  await table("casino", casino);
  await until("[data-card].lit");
  await shot("casino-first");
  // Two things to choose from come soon, in one game or another.
  for (let i = 0; i < 6 && !(await page.locator(".picker.wide").isVisible()); i += 1) {
    await until(".picker.wide, #result-title");
    if (await page.locator("#result-title").isVisible()) await table("casino", casino);
  }
  await shot("casino-choice");
  await button("Cancel").click();
  await page.locator(".news .last").click();
  await shot("casino-last-moves");
  await page.keyboard.press("Escape");
  const heard = ann.frames.length;
  await table("casino", { ...casino, teams: "on", match: "points", match_target: 50, open_piles: "on" });
  await until(".built");
  await shot("casino-teams");
  await until(".over footer button");
  await page.locator(".over summary").click();
  await shot("casino-over");
  await check(`casino: the totals are those of all games so far, ${look}`, async () => {
    const totals = await page.getByRole("row", { name: /^Total/ }).getByRole("cell").allTextContents();
    const events = ann.frames.slice(heard).flatMap((frame) => JSON.parse(frame).update?.events ?? []);
    const counted = events.flatMap((event) => (event.counted ? [event.counted.tally.scores] : []));
    const sums = [0, 1].map((side) => sum(counted.map((scores) => scores.find(({ seats }) => seats.includes(side)).points)));
    const shown = totals.map(Number).sort();
    if (counted.length === 0 || shown.join() !== sums.sort().join()) throw new Error(`${totals} shown, ${sums} scored`);
  });
  await table("casino", { ...casino, deck: 52, hints: "on" });
  await until("[data-card].lit");
  await shot("casino-52");
  await playToTheEnd(page, way);
  await shot("casino-result");

  await table("euchre", { bid_seconds: 0, ready_seconds: 0, target: 15 });
  await until(".actions .pass, .lit");
  await shot("euchre-first");
  for (let i = 0; i < 12 && !(await page.locator(".actions .call").first().isVisible()); i += 1) {
    await until(".actions .call, #result-title");
    if (await page.locator("#result-title").isVisible()) await table("euchre", { bid_seconds: 0, ready_seconds: 0, target: 15 });
  }
  await page.locator(".alone").click();
  await shot("euchre-calling-alone");
  await page.locator(".actions .call").first().click();
  await until(".lit");
  await shot("euchre-trick");
  // Who deals and takes the up-card puts a card away before the first trick.
  const lastTrick = page.getByRole("button", { name: "Last trick" });
  await playWhile(page, way, async () => !(await lastTrick.isVisible()), { stop: lastTrick });
  await until(".lit");
  await lastTrick.click();
  await shot("euchre-last-trick");
  await until(".over footer button");
  await shot("euchre-deal-over");
  await table("euchre", { bid_seconds: 0, ready_seconds: 0, target: 5 });
  await playToTheEnd(page, way);
  await shot("euchre-result");

  const patient = { peek_seconds: 60, draw_seconds: 60, play_seconds: 90, turn_end_seconds: 1, window_seconds: 3 };
  const dutch = () => table("dutch", { ...patient, memory_aid: "on" });
  /** Plays until something is there; a game that was over first is followed by another. */
  const meet = async (selector) => {
    for (;;) {
      await until(`${selector}, #result-title`, 120);
      if (await page.locator(selector).first().isVisible()) return;
      await dutch();
    }
  };
  await dutch();
  await shot("dutch-first-look");
  await until(".foot .call");
  await shot("dutch-looked");
  for (const [selector, name] of [[".race", "race"], [".wrong", "locked"], [".held", "drawn"]]) {
    await meet(selector);
    await shot(`dutch-${name}`);
  }
  await playToTheEnd(page, way, { seconds: 180 });
  await shot("dutch-result");
  await button("Look at the table").click();
  await shot("dutch-over");
  await openTable(ann, { game: "dutch", options: { ...patient, max_seats: 6, hand_size: 6, peek_count: 3 } });
  for (let bots = 2; bots <= 6; bots += 1) {
    await button("Add a bot").click();
    await page.getByText(`${bots} of 6`).waitFor();
  }
  await start(page, way);
  await shot("dutch-six");

  const roost = { length: "short", setup_seconds: 0, turn_seconds: 0, step_seconds: 0, react_seconds: 30, round_seconds: 60, first_seat: "host" };
  await table("roost", roost);
  await page.locator(".setup [data-kept]").first().waitFor();
  await shot("roost-setup");
  await until(".setup .actions .call");
  await shot("roost-setup-chosen");
  await until(".acts .act");
  await shot("roost-turn");
  await until(".status");
  await page.locator(".status").click();
  await page.locator("dialog[open] table").waitFor();
  await shot("roost-score");
  await page.keyboard.press("Escape");
  await page.locator(".players .open").first().click();
  await page.locator("dialog[open] .board").first().waitFor();
  await shot("roost-mats");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  // What comes sooner or later, in one game or another.
  for (const [selector, name] of [
    [".picker .options button", "card"],
    [".actions .call:has(.sr-only)", "pay"],
    [".ask .power", "power"],
    [".scored", "round"],
  ]) {
    for (let i = 0; i < 6; i += 1) {
      await until(`${selector}, #result-title`, 120);
      if (await page.locator(selector).first().isVisible()) break;
      await table("roost", roost);
    }
    await shot(`roost-${name}`);
  }
  await playToTheEnd(page, way, { seconds: 240 });
  await shot("roost-result");
  await button("Look at the table").click();
  await page.locator(".over table").waitFor();
  await shot("roost-over");
  await page.close();
}
