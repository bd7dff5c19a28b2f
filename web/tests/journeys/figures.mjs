// How long people wait, and how smoothly cards move. Figures are printed, not judged: machines differ.

import assert from "node:assert/strict";
import { hand, playWhile } from "../kit/play.mjs";
import { openTable, start, startWithBots } from "../kit/table.mjs";
import { mouse } from "../kit/ways.mjs";

export default async function ({ house, person, check, figure }) {
  await check("from Play now to the own hand", async () => {
    const home = await house({ pace: "human" });
    for (const game of ["Casino", "Dutch", "Eights", "Euchre", "Roost"]) {
      const ann = await person(home, { name: "Ann" });
      await ann.go("/");
      const button = ann.page.getByRole("button", { name: `Play now against bots: ${game}` });
      await button.waitFor();
      const took = await button.evaluate(
        (button) =>
          new Promise((done) => {
            const began = performance.now();
            button.click();
            const look = () => {
              const card = document.querySelector("[data-card]");
              if (card?.checkVisibility()) done(performance.now() - began);
              else requestAnimationFrame(look);
            };
            look();
          }),
      );
      figure(`Play now, ${game}`, `${Math.round(took)} ms`);
      await ann.page.close();
    }
  });

  await check("a hundred cards move", async () => {
    const home = await house();
    const ann = await person(home, { name: "Ann" });
    // Cards of one face lie on one pile, so many faces are needed: every kind that leaves hands where they are.
    const weights = { number: 40, plus2: 6, plus4: 2, plus20: 8, wild: 4, skip: 8, reverse: 8, plus20color: 10 };
    Object.assign(weights, { nope: 6, luckyhand: 4, godmode: 4 });
    const { page } = ann;
    const cards = page.locator("[data-card]");
    const draw = page.locator(".draw:not([aria-disabled])");
    const take = { play: () => draw.click({ timeout: 300 }).catch(() => {}) };
    // A number that is there once, and fits: when it goes, all cards behind it close ranks.
    const single = page.locator("[data-card].lit:not(:has(.count))").and(page.getByLabel(/^[0-3], (red|blue)/)).first();
    const ready = async () => (await cards.count()) >= 55 && (await single.isVisible());
    // A bot may win before.
    for (let i = 0; i < 6 && !(await ready()); i += 1) {
      await openTable(ann, { game: "eights", options: { tier: "chaos", weights, turn_seconds: 0 }, settings: { bot_level: "easy" } });
      await startWithBots(page, mouse);
      const over = page.locator("#result-title");
      await playWhile(page, take, async () => !(await ready()) && !(await over.isVisible()), { seconds: 60 });
    }
    const card = await single.getAttribute("data-card");
    // One step at a time, as at a table of people.
    ann.excuse(/WebSocket connection to/, /ERR_CONNECTION_REFUSED/);
    await home.kill();
    await home.restart({ pace: "human" });
    await page.locator(".banner").waitFor({ state: "detached" });
    await draw.waitFor();
    await page.waitForTimeout(500);
    const moved = await page.evaluate(async (card) => {
      const frames = [];
      let last = 0;
      const tick = (now) => {
        if (last > 0) frames.push(now - last);
        last = now;
        if (frames.length < 90) requestAnimationFrame(tick);
      };
      // Counted by a hook, for asking what moves makes the browser work.
      let moves = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        moves += 1;
        return animate.apply(this, how);
      };
      requestAnimationFrame(tick);
      document.querySelector(`[data-card="${card}"]`).click();
      await new Promise((done) => setTimeout(done, 1500));
      return { moves, longest: Math.max(...frames) };
    }, card);
    assert.ok(moved.moves > 20, `${moved.moves} moves`);
    figure("piles of cards in hand", await cards.count());
    figure("moves", moved.moves);
    figure("longest frame", `${moved.longest.toFixed(1)} ms`);
  });

  await check("forty-five birds change places", async () => {
    const home = await house();
    const ann = await person(home, { name: "Ann" });
    const { page } = ann;
    let full = false;
    let turned = 0;
    let hash = "";
    let birds = [];
    // Mats as full as they hardly ever are. With every word from the server all birds have other eggs, and two of each
    // mat have changed places.
    const fill = (mat, seat) => {
      const order = Array.from({ length: 15 }, (_, i) => i);
      const [a, b] = [turned % 15, (turned + 7) % 15];
      [order[a], order[b]] = [order[b], order[a]];
      const perches = order.map((i) => {
        const bird = birds[15 * seat + i];
        return { card: bird.id, eggs: (turned + i) % (bird.egg_limit + 1), cached: { seed: turned % 3 }, tucked: [], spent: false };
      });
      mat.rows = [0, 5, 10].map((from) => perches.slice(from, from + 5));
    };
    await page.routeWebSocket(/./, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((text) => {
        const message = JSON.parse(String(text));
        hash ||= /"hash":"(\w+)"/.exec(String(text))?.[1] ?? "";
        const mats = message.update?.view?.open?.mats;
        if (full && mats) {
          turned += 1;
          mats.forEach(fill);
        }
        socket.send(full && mats ? JSON.stringify(message) : text);
      });
    });
    await openTable(ann, { game: "roost", options: { setup_seconds: 0, turn_seconds: 0, step_seconds: 0, first_seat: "host" } });
    for (let seats = 2; seats <= 3; seats += 1) {
      await page.getByRole("button", { name: "Add a bot" }).click();
      await page.getByText(`${seats} of 5`).waitFor();
    }
    birds = (await (await page.request.get(`${home.url}/api/decks/${hash}`)).json()).cards;
    await start(page, mouse);
    await playWhile(page, mouse, async () => !(await page.locator(".acts").isVisible()));
    // One step at a time, as at a table of people.
    full = true;
    ann.excuse(/WebSocket connection to/, /ERR_CONNECTION_REFUSED/);
    await home.kill();
    await home.restart({ pace: "human" });
    await page.locator(".banner").waitFor({ state: "detached" });
    await page.locator('[data-at="W5"]').waitFor();
    await page.locator(".acts").waitFor();
    await page.locator(".players .open").first().click();
    await page.locator("dialog[open] .board").nth(2).waitFor();
    await page.waitForTimeout(500);
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => {
      const { metrics } = await client.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
    };
    const before = await busy();
    const seen = await page.evaluate(async () => {
      const frames = [];
      let last = 0;
      const tick = (now) => {
        if (last > 0) frames.push(now - last);
        last = now;
        if (frames.length < 90) requestAnimationFrame(tick);
      };
      let moves = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        moves += 1;
        return animate.apply(this, how);
      };
      requestAnimationFrame(tick);
      document.querySelector(".act").click();
      await new Promise((done) => setTimeout(done, 1500));
      const birds = document.querySelectorAll("dialog[open] [data-at]").length;
      return { moves, birds, longest: Math.max(...frames) };
    });
    assert.equal(seen.birds, 45);
    assert.ok(seen.moves >= 2, `${seen.moves} moves`);
    figure("birds on all mats, besides the own in front", seen.birds);
    figure("moves", seen.moves);
    figure("longest frame", `${seen.longest.toFixed(1)} ms`);
    // Without what other programs take away, unlike a frame.
    figure("work of the page in that second and a half", `${((await busy()) - before).toFixed(1)} ms`);
  });

  for (const game of ["casino", "eights", "roost"]) await check(`who asks for stillness gets it: ${game}`, async () => {
    const home = await house();
    const ann = await person(home, { name: "Ann", still: true });
    await openTable(ann, { game });
    await startWithBots(ann.page, mouse);
    await ann.page.evaluate(() => {
      globalThis.moved = [];
      const watch = () => {
        for (const animation of document.getAnimations()) {
          const { duration } = animation.effect.getComputedTiming();
          if (Number(duration) > 10) globalThis.moved.push(`${animation.effect.target?.className} ${duration}`);
        }
        requestAnimationFrame(watch);
      };
      watch();
    });
    await playWhile(ann.page, mouse, (made) => Object.values(made).reduce((a, b) => a + b, 0) < 4, { seconds: 30 });
    assert.deepEqual(await ann.page.evaluate(() => globalThis.moved), []);
    assert.ok((await hand(ann.page)).length > 0);
  });
}
