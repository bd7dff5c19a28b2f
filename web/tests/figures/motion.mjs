// How smoothly cards move. Figures are printed, not judged: machines differ.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { play } from "../kit/play.mjs";
import { openTable, start, startWithBots } from "../kit/table.mjs";

/** How many frames are timed after a click. */
const FRAMES = 90;

/** Clicks an element and times the next frames; also counts the moves that begin meanwhile. */
const timeFrames = (page, selector) =>
  page.evaluate(
    async ({ selector, count }) => {
      // Counted by a hook, because asking for running animations makes the browser work.
      let moves = 0;
      const { animate } = Element.prototype;
      Element.prototype.animate = function (...how) {
        moves += 1;
        return animate.apply(this, how);
      };
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      let last = await frame();
      document.querySelector(selector).click();
      const frames = [];
      while (frames.length < count) {
        const now = await frame();
        frames.push(now - last);
        last = now;
      }
      Element.prototype.animate = animate;
      frames.sort((a, b) => a - b);
      return { moves, longest: frames.at(-1), median: frames[Math.floor(count / 2)] };
    },
    { selector, count: FRAMES },
  );

/** Bots take their time from now on: one step at a time, as at a table of people. */
async function slowDown(ann, home) {
  ann.excuse(/WebSocket connection to/, /ERR_CONNECTION_REFUSED/);
  await home.kill();
  await ann.page.locator(".banner").waitFor();
  await home.restart({ pace: "human" });
  await ann.page.locator(".banner").waitFor({ state: "detached" });
}

const frames = (figure, { moves, longest, median }) => {
  figure("moves", moves);
  figure(`longest of ${FRAMES} frames`, `${longest.toFixed(1)} ms`);
  figure(`median of ${FRAMES} frames`, `${median.toFixed(1)} ms`);
};

/** With this seed Ann draws 55 piles of cards before a bot wins. */
const EIGHTS_SEED = 1;

async function cards({ server, person, check, figure }) {
  await check("a hundred cards move", async () => {
    const home = await server({ seed: EIGHTS_SEED });
    const ann = await person(home, { name: "Ann" });
    // Cards of one face share a pile. For many piles the deck has every kind of card that leaves hands where they are.
    const weights = { number: 40, plus2: 6, plus4: 2, plus20: 8, wild: 4, skip: 8, reverse: 8, plus20color: 10 };
    Object.assign(weights, { nope: 6, luckyhand: 4, godmode: 4 });
    const { page } = ann;
    await openTable(ann, { game: "eights", options: { tier: "chaos", weights, turn_seconds: 0 }, settings: { bot_level: "easy" } });
    await startWithBots(page, mouse);
    await play(page, mouse, { until: "[data-card]", count: 55, only: ["draw"] });
    // A number that is there once, and fits: when it goes, all cards behind it close ranks.
    const single = [0, 1, 2, 3].flatMap((n) =>
      ["red", "blue"].map((colour) => `[data-card].lit:not(:has(.count))[aria-label^="${n}, ${colour}"]`),
    );
    await play(page, mouse, { until: single.join(), only: ["draw"] });
    const card = await page.locator(single.join()).first().getAttribute("data-card");
    await slowDown(ann, home);
    await page.locator(".draw:not([aria-disabled])").waitFor();
    await ann.atRest();
    const seen = await timeFrames(page, `[data-card="${card}"]`);
    assert.ok(seen.moves > 20, `${seen.moves} moves`);
    figure("piles of cards in hand", await page.locator("[data-card]").count());
    frames(figure, seen);
  });
}

async function birds({ server, person, check, figure }) {
  await check("forty-five birds change places", async () => {
    const home = await server();
    const ann = await person(home, { name: "Ann" });
    const { page } = ann;
    let full = false;
    let turned = 0;
    let hash = "";
    let birds = [];
    // Mats as full as they hardly ever are. With every message from the server all birds have other eggs, and two of each
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
      const upstream = socket.connectToServer();
      upstream.onMessage((text) => {
        const message = JSON.parse(String(text));
        hash ||= /"hash":"(\w+)"/.exec(String(text))?.[1] ?? "";
        const mats = message.update?.table?.view?.open?.mats;
        if (full && mats) {
          turned += 1;
          mats.forEach(fill);
        }
        socket.send(full && mats ? JSON.stringify(message) : text);
      });
    });
    await openTable(ann, { game: "roost", options: { setup_seconds: 0, turn_seconds: 0, step_seconds: 0, first_seat: "host" } });
    for (let seats = 2; seats <= 3; seats += 1) {
      await ann.button("Add a bot");
      await page.getByText(`${seats} of 5`).waitFor();
    }
    birds = (await (await page.request.get(`${home.url}/api/decks/${hash}`)).json()).cards;
    await start(page, mouse);
    await play(page, mouse, { until: ".acts" });
    full = true;
    await slowDown(ann, home);
    await page.locator('[data-at="W5"]').waitFor();
    await page.locator(".acts").waitFor();
    await ann.press(page.locator(".players .open").first());
    await page.locator("dialog[open] .board").nth(2).waitFor();
    await ann.atRest();
    const client = await page.context().newCDPSession(page);
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => {
      const { metrics } = await client.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
    };
    const before = await busy();
    const seen = await timeFrames(page, ".act");
    const work = (await busy()) - before;
    const count = await page.locator("dialog[open] [data-at]").count();
    assert.equal(count, 45);
    assert.ok(seen.moves >= 2, `${seen.moves} moves`);
    figure("birds on all mats, besides the mat in front", count);
    frames(figure, seen);
    // Without what other programs take away, unlike a frame.
    figure(`work of the page in those ${FRAMES} frames`, `${work.toFixed(1)} ms`);
  });
}

export default { cards, birds };
