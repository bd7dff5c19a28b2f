// How to play, on the page of each game and beside its table.

import assert from "node:assert/strict";
import { NARROW } from "../kit/person.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

const GAMES = ["casino", "dutch", "eights", "euchre", "roost"];
/** What a specification has and a page for players does not: names of options, and numbers of rules. */
const SPECIFICATION = /\b[a-z]+_[a-z_]+\b|\b\d+\.\d+\b/;

async function page({ server, person, check }) {
  const ann = await person(await server(), { name: "Ann", viewport: NARROW, still: true });
  for (const game of GAMES) {
    await check(`${game}: pictures and plain words, in both languages`, async () => {
      for (const language of ["en", "de"]) {
        await ann.go(`/rules/${game}`);
        await ann.page.evaluate((language) => localStorage.setItem("aboveboard.language", JSON.stringify(language)), language);
        await ann.page.reload();
        const article = ann.page.locator(`html[lang=${language}] article`);
        await article.locator("#variants ~ dl dt").first().waitFor();
        await article.locator("#scoring").waitFor();
        await ann.picture(`rules-${game}-${language}`, { fullPage: true });
        assert.doesNotMatch(await article.innerText(), SPECIFICATION);
        assert.ok((await article.locator(".picture svg").count()) > 20);
        assert.equal(await ann.page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth), 0);
        assert.deepEqual(await ann.axe(), []);
      }
    });
  }
}

async function drawer({ server, person, check }) {
  const ann = await person(await server(), { name: "Ann", still: true });
  await check("beside the table they open at what is going on", async () => {
    await openTable(ann, { game: "dutch", options: { peek_seconds: 60 } });
    await startWithBots(ann.page, ann.way);
    await ann.button("Rules");
    const dialog = ann.page.getByRole("dialog", { name: "Rules of Dutch" });
    const look = dialog.getByRole("heading", { name: "The first look" });
    await look.waitFor();
    await ann.page.waitForFunction(() => document.activeElement?.id === "drawer-look");
    assert.doesNotMatch(await dialog.innerText(), SPECIFICATION);
    await ann.picture("rules-drawer");
    assert.deepEqual(await ann.axe(), []);
  });
}

export default { page, drawer };
