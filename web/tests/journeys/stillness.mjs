// Cards move for those who like it, and stay still for those who ask for stillness. What moves for nobody: layout.mjs.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { hand, play } from "../kit/play.mjs";
import { openTable, start, startWithBots } from "../kit/table.mjs";

/** Notes everything that is animated from now on, by a hook: looking at running animations could miss short ones. */
const watch = (page) =>
  page.evaluate(() => {
    globalThis.moved = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how);
      globalThis.moved.push(`${this.className} ${animation.effect.getComputedTiming().duration}`);
      return animation;
    };
    // Animations of style sheets do not pass there.
    const note = ({ target, animationName, propertyName }) => {
      const { length } = target.getAnimations().filter(({ effect }) => Number(effect.getComputedTiming().duration) > 10);
      if (length > 0) globalThis.moved.push(`${target.className} ${animationName ?? propertyName}`);
    };
    for (const kind of ["animationstart", "transitionstart"]) addEventListener(kind, note, true);
  });
const moved = (page) => page.evaluate(() => globalThis.moved);

/** `steps`: enough for something to move. */
const stillness =
  (game, steps) =>
  async ({ server, person, check, figure }) => {
    const home = await server();
    await check(`${game}: stillness for those who ask for it`, async () => {
      const ann = await person(home, { name: "Ann", still: true });
      await openTable(ann, { game });
      await startWithBots(ann.page, mouse);
      await watch(ann.page);
      await play(ann.page, mouse, { stopAfter: steps });
      assert.deepEqual(await moved(ann.page), []);
      assert.ok((await hand(ann.page)).length > 0);
    });
    await check(`${game}: cards move for everybody else`, async () => {
      const bea = await person(home, { name: "Bea" });
      await openTable(bea, { game });
      await startWithBots(bea.page, mouse);
      await watch(bea.page);
      await play(bea.page, mouse, { stopAfter: steps });
      const moves = await moved(bea.page);
      figure(`moves in ${steps} steps`, moves.length);
      assert.ok(moves.length > 0, "nothing moved");
    });
  };

/** Windows in which a table must be whole, with everybody at it. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 568, height: 320 },
];

/** Where every zone and every seat is, in whole pixels. */
const zones = (page) =>
  page.evaluate(() => {
    const found = {};
    for (const element of document.querySelectorAll("[data-zone], .chair")) {
      const name = element.dataset.zone ?? `seat ${element.querySelector("[data-seat]")?.dataset.seat}`;
      const { left, top, width, height } = element.getBoundingClientRect();
      // A seat may gain a line below its name; the place it stands at is its upper edge.
      const box = element.dataset.zone ? [left, top, width, height] : [top];
      found[name] = box.map(Math.round).join(" ");
    }
    return found;
  });

/** What of the zones that people need together is outside of the window. */
const outside = (page) =>
  page.evaluate(() =>
    ["centre", "prompt", "hand"].flatMap((name) => {
      const { top, left, bottom, right } = document.querySelector(`[data-zone="${name}"]`).getBoundingClientRect();
      const isInside = bottom - top >= 24 && top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
      return isInside ? [] : [`${name}: ${top} ${left} ${bottom} ${right} in ${innerWidth} ${innerHeight}`];
    }),
  );

/** Nothing moves from the first decision to the last of `steps`, in any window. `from`: what is there once all zones are. */
const fixed =
  (game, bots, options, steps, from = null) =>
  async ({ server, person, check }) => {
    const home = await server();
    const ann = await person(home, { name: "Ann", still: true });
    const { page } = ann;
    await openTable(ann, { game, options });
    for (let seats = 2; seats <= bots + 1; seats += 1) {
      await ann.press(page.getByRole("button", { name: "Add a bot" }).first());
      await page.getByText(`${seats} of `).first().waitFor();
    }
    await start(page, mouse);
    if (from) await play(page, mouse, { until: from });
    const first = [];
    for (let step = 0; step <= steps; step += 1) {
      for (const [i, viewport] of WINDOWS.entries()) {
        const { width, height } = viewport;
        await ann.resize({ viewport, touch: false });
        await ann.atRest();
        const now = await zones(page);
        first[i] ??= now;
        await check(`${game} with ${bots + 1}, step ${step}, ${width}x${height}: nothing has moved`, () => assert.deepEqual(now, first[i]));
        await check(`${game} with ${bots + 1}, step ${step}, ${width}x${height}: centre, prompt and hand are on screen`, async () =>
          assert.deepEqual(await outside(page), []),
        );
      }
      await ann.resize({ viewport: WINDOWS[0], touch: false });
      if (step < steps) await play(page, mouse, { stopAfter: 1 });
    }
  };

export default {
  casino: stillness("casino", 4),
  eights: stillness("eights", 4),
  roost: stillness("roost", 10),
  "zones-roost": fixed("roost", 4, { setup_seconds: 0, turn_seconds: 0, step_seconds: 0, react_seconds: 30 }, 6, ".acts .act"),
};
