// What each move of a finished game was worth: asked for in the replay, on a desktop and on a phone, in light and dark.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { PHONE } from "../kit/person.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";
import { analyseByModule, HAS_RULES } from "../kit/rules.mjs";
import { timeout } from "../kit/timeouts.mjs";

const at = (page, n) => page.waitForFunction((n) => new URL(location.href).searchParams.get("step") === String(n), n);
const shown = (page) => page.getByRole("heading", { name: "Costliest moves" });

/**
 * Resolves once the page has told its progress, and stops the work at that moment. An analysis of a second can be over before
 * anybody outside the page has read a word of it.
 */
const stopAtProgress = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          if (!/Decision \d+ of \d+/.test(document.body.textContent)) return;
          observer.disconnect();
          [...document.querySelectorAll("button")].find(({ textContent }) => textContent.trim() === "Stop").click();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );

const analysis =
  ({ viewport, ...table }) =>
  async ({ server, person, check, figure }) => {
    const home = await server();
    const ann = await person(home, { name: "Ann", ...(viewport ? { viewport } : {}) });
    let { page } = ann;
    await openTable(ann, table);

    await check(`${table.game}: asked for, with progress`, async () => {
      await startWithBots(page, mouse);
      await playToTheEnd(page, mouse);
      await ann.reopen(await page.getByRole("link", { name: "Watch the replay" }).evaluate((link) => link.href));
      page = ann.page;
      await page.getByRole("slider", { name: "Step" }).waitFor();
      await ann.button("Analysis");
      await page.getByRole("button", { name: "Analyse this game" }).waitFor();
      assert.deepEqual(await ann.axe(), []);
      const began = Date.now();
      await Promise.all([page.getByRole("progressbar", { name: "Analysis" }).waitFor(), ann.button("Analyse this game")]);
      await shown(page).waitFor({ timeout: 2 * timeout.long });
      figure(`${table.game} analysed, ms`, Date.now() - began);
      await page.getByText(HAS_RULES ? "This browser made the analysis." : "The server made the analysis.").waitFor();
    });

    if (HAS_RULES) {
      await check(`${table.game}: the server would have said the same, byte for byte`, async () => {
        const record = new URL(page.url()).pathname.split("/").at(-1);
        const get = async (what) =>
          (await page.request.get(`${home.url}/api/played/${record}/${what}`, { timeout: 2 * timeout.long })).text();
        const [file, lines] = [await get("proof"), await get("analysis")];
        assert.equal(`{"analysis":${await analyseByModule(file)}}`, lines.trimEnd().split("\n").at(-1));
      });
    }

    await check(`${table.game}: the chart leads to a moment, and the moment is explained`, async () => {
      const chart = page.getByRole("img", { name: /^Chance to win over the game/ });
      await ann.press(chart);
      await page.waitForFunction(() => Number(new URL(location.href).searchParams.get("step")) > 1);
      await page.getByRole("row").filter({ hasText: "Played" }).first().waitFor();
      await page.getByRole("heading", { name: "Hidden information" }).first().waitFor();
      // Every move has its words, as soon as what that seat saw has come.
      await page.waitForFunction(() =>
        [...document.querySelectorAll(".reviews tbody th")].every((move) => !/^\s*…/.test(move.textContent)),
      );
      assert.deepEqual(await ann.axe(), []);
      await ann.picture(`analysis-${table.game}`);
    });

    await check(`${table.game}: costliest moves are links to their moments`, async () => {
      const moves = page.getByRole("region", { name: "Costliest moves" }).getByRole("link");
      if ((await moves.count()) === 0) {
        // Everybody may have played well.
        await page.getByText("No clear mistakes.").waitFor();
        return;
      }
      const step = Number(new URL(await moves.first().evaluate((link) => link.href)).searchParams.get("step"));
      await moves.first().focus();
      await page.keyboard.press("Enter");
      await at(page, step);
      await page
        .getByText(/gave away .* of the chance to win/)
        .first()
        .waitFor();
      await ann.picture(`analysis-${table.game}-costliest`);
      const whose = page.getByRole("combobox", { name: "Moves of" });
      for (const name of (await whose.locator("option").allTextContents()).slice(1)) {
        await whose.selectOption(name);
        for (const text of await moves.allTextContents()) assert.match(text, new RegExp(name));
      }
      await whose.selectOption("Everyone");
      // By arrow keys the decisions go along.
      await page.getByRole("slider").focus();
      await page.keyboard.press("ArrowLeft");
      await at(page, step - 1);
    });

    await check(`${table.game}: in the dark, stopped and asked for again`, async () => {
      const eve = await person(home, { name: "Eve", dark: true, ...(viewport ? { viewport } : {}) });
      await eve.page.goto(page.url());
      await eve.button("Analysis");
      if (HAS_RULES) {
        // A page that has been idle for long enough has its worker before it is asked.
        const started = eve.page.workers()[0] ?? eve.page.waitForEvent("worker", { timeout: timeout.long });
        await Promise.all([stopAtProgress(eve.page), eve.button("Analyse this game")]);
        // The work ends with its worker.
        const worker = await started;
        if (eve.page.workers().includes(worker)) await worker.waitForEvent("close", { timeout: timeout.long });
        await eve.page.getByRole("button", { name: "Analyse this game" }).waitFor();
        assert.equal(eve.page.workers().length, 0);
      }
      await eve.button("Analyse this game");
      await shown(eve.page).waitFor({ timeout: 2 * timeout.long });
      assert.deepEqual(await eve.axe(), []);
      await eve.picture(`analysis-${table.game}-dark`);
      await eve.press(eve.page.getByRole("button", { name: "Events" }));
      await eve.page.getByRole("region", { name: "Log up to here" }).waitFor();
    });
  };

export default {
  euchre: analysis({ game: "euchre", options: { target: 5 } }),
  dutch: analysis({ game: "dutch", preset: "speed", viewport: PHONE }),
};
