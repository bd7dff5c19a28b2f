// Cards move for those who like it, and stay still for those who ask for stillness. What moves for nobody: layout.mjs.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { hand, play } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

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

export default {
  casino: stillness("casino", 4),
  eights: stillness("eights", 4),
  roost: stillness("roost", 10),
};
