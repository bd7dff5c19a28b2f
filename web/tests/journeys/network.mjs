// A network that drops every packet, without a word to either end. The page notices and comes back without help, and the turn is
// still hers; a move on its way counts once.

import assert from "node:assert/strict";
import { events } from "../kit/frames.mjs";
import { pressNow } from "../kit/input.mjs";
import { play } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

/** No decision runs out while the machine is busy with something else. */
const OPTIONS = { bid_seconds: 0, discard_seconds: 0, choice_seconds: 0, play_seconds: 0, ready_seconds: 0 };

export default async function ({ server, wire: wireTo, person, check, figure }) {
  const wire = await wireTo(await server());
  const ann = await person(wire, { name: "Ann", still: true });
  const { page } = ann;
  const banner = page.locator(".banner");
  const ownMoves = () => events(ann.frames).filter(({ played }) => played?.seat === 0).length;
  const connected = () => page.waitForEvent("websocket");

  /** To a card of her own: the trick waits for her. */
  const toHerTurn = async () => {
    await play(page, ann.way, { until: "[data-card].lit" });
    await page.locator(".prompt.mine").waitFor();
  };

  await check("a dead connection is replaced, and the turn is still hers", async () => {
    await openTable(ann, { game: "euchre", options: OPTIONS });
    await startWithBots(page, ann.way);
    await toHerTurn();
    const [again, began] = [connected(), Date.now()];
    wire.cut();
    await again;
    await banner.waitFor({ state: "hidden" });
    figure("back on another connection after", `${((Date.now() - began) / 1000).toFixed(1)} s`);
    await page.locator(".prompt.mine").waitFor();
    const before = ownMoves();
    await play(page, ann.way, { stopAfter: 1 });
    await ann.atRest();
    assert.equal(ownMoves(), before + 1);
  });

  await check("a card that is played into a dead connection is shown as on its way, and counts once", async () => {
    await toHerTurn();
    const before = ownMoves();
    const again = connected();
    // Aimed before and pressed at once: the page notices a dead connection after some seconds.
    const { strike, finish } = await pressNow(page, page.locator("[data-card].lit").last());
    wire.cut();
    await strike();
    await page.getByText("Sending your move").waitFor();
    await finish();
    await again;
    await page.getByText("Sending your move").waitFor({ state: "hidden" });
    await banner.waitFor({ state: "hidden" });
    await toHerTurn();
    assert.equal(ownMoves(), before + 1);
  });

  await check("attempts go on for as long as nothing gets through", async () => {
    // The browser says so when an attempt is given up.
    ann.excuse(/WebSocket is closed before the connection is established/);
    wire.block();
    await banner.waitFor();
    await ann.picture("network-banner");
    while (wire.attempts < 2) await connected();
    wire.unblock();
    await banner.waitFor({ state: "hidden" });
    await toHerTurn();
    const before = ownMoves();
    await play(page, ann.way, { stopAfter: 1 });
    await ann.atRest();
    assert.equal(ownMoves(), before + 1);
  });
}
