// Roost where it is narrow: no word is cut in a window of middle width, in either language, and five players are all in sight
// on a phone.

import assert from "node:assert/strict";
import { PHONE } from "../kit/person.mjs";
import { play } from "../kit/play.mjs";
import { openTable, start } from "../kit/table.mjs";

const MIDDLE = { width: 1100, height: 800 };
const OPTIONS = { setup_seconds: 0, turn_seconds: 0, step_seconds: 0 };

/** Texts that are wider or higher than the box that cuts them. */
const cut = (page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll(".roost *")].filter((element) => element.checkVisibility());
    const clips = (element) => getComputedStyle(element).overflowX === "hidden" || getComputedStyle(element).overflowX === "clip";
    const isForEars = (element) => element.closest(".sr-only") !== null;
    return shown
      .filter((element) => element.childElementCount === 0 && element.textContent.trim() !== "" && !isForEars(element))
      .flatMap((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const { left, right } = text.getBoundingClientRect();
        let box = element;
        while (box && !clips(box)) box = box.parentElement;
        if (!box) return [];
        const edge = box.getBoundingClientRect();
        return left < edge.left - 1 || right > edge.right + 1 ? [`${element.textContent} in .${box.className}`] : [];
      });
  });

async function middle({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann", viewport: MIDDLE, still: true });
  await openTable(ann, { game: "roost", options: OPTIONS });
  await ann.press(ann.page.getByRole("button", { name: "Add a bot" }));
  await start(ann.page, ann.way);
  await check("no word is cut while birds and foods are chosen", async () => {
    await ann.atRest();
    await ann.picture("roost-1100-setup");
    assert.deepEqual(await cut(ann.page), []);
    for (const language of ["de", "en"]) {
      await ann.page.evaluate((language) => localStorage.setItem("aboveboard.language", JSON.stringify(language)), language);
      await ann.page.reload();
      await ann.page.locator("[data-card]").first().waitFor();
      await ann.atRest();
      await ann.picture(`roost-1100-setup-${language}`);
      assert.deepEqual(await cut(ann.page), [], language);
    }
  });
  await check("nor on the mat", async () => {
    await play(ann.page, ann.way, { stopAfter: 12 });
    await ann.atRest();
    await ann.picture("roost-1100");
    assert.deepEqual(await cut(ann.page), []);
  });
  await check("the close look at a card under a resting mouse hides no button", async () => {
    const cards = ann.page.locator(".roost [data-bird]:visible");
    const close = ann.page.locator(".picker.passing");
    let shown = 0;
    for (let i = 0; i < (await cards.count()); i += 1) {
      await ann.page.mouse.move(1, 1);
      await close.waitFor({ state: "detached" });
      await cards.nth(i).hover();
      await close.waitFor({ state: "attached" });
      if (!(await close.isVisible())) continue;
      shown += 1;
      assert.deepEqual(await hidden(ann.page), []);
    }
    assert.ok(shown > 0, "no card was seen closely");
  });
}

/** Buttons that lie under the close look at a card. */
const hidden = (page) =>
  page.evaluate(() => {
    const close = document.querySelector(".picker.passing").getBoundingClientRect();
    const meets = ({ left, top, right, bottom }) => left < close.right && close.left < right && top < close.bottom && close.top < bottom;
    return [...document.querySelectorAll(".roost .act, .roost .actions button, .roost .status, .roost .players .open, .roost .tool")]
      .filter((button) => button.checkVisibility() && meets(button.getBoundingClientRect()))
      .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  });

async function phone({ server, person, check }) {
  const home = await server();
  const ann = await person(home, { name: "Ann", viewport: PHONE, touch: true, still: true });
  await openTable(ann, { game: "roost", options: OPTIONS });
  for (let n = 2; n <= 5; n += 1) {
    await ann.press(ann.page.getByRole("button", { name: "Add a bot" }));
    await ann.page.getByText(`${n} of 5`).waitFor();
  }
  await start(ann.page, ann.way);
  await check("five players: all others are in sight, and whose turn it is", async () => {
    await play(ann.page, ann.way, { stopAfter: 10 });
    await ann.atRest();
    await ann.picture("roost-five-phone");
    const faces = await ann.page
      .locator(".players [data-seat] .face")
      .evaluateAll((all) => all.map((face) => face.getBoundingClientRect().toJSON()));
    assert.equal(faces.length, 4);
    for (const { left, right, top, bottom } of faces) assert.ok(left >= 0 && right <= PHONE.width && top >= 0 && bottom <= PHONE.height);
  });
}

export default { middle, phone };
