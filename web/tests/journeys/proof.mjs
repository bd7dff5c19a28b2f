// Nobody has to believe us: the deal is sealed before the first card, and proved after the last.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mouse } from "../kit/input.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

const evidence = (page) => page.getByRole("dialog", { name: /deal/ });

export default async function ({ server, person, check, figure }) {
  const home = await server();
  const ann = await person(home, { name: "Ann" });
  const eve = await person(home, { name: "Eve" });
  const { page } = ann;
  const code = await openTable(ann, { game: "euchre", options: { target: 5 } });
  await eve.go(`/t/${code}?watch`);
  await eve.page.getByRole("heading", { name: "At the table" }).waitFor();

  let fingerprint = "";
  await check("sealed before the first card", async () => {
    await startWithBots(page, mouse);
    await ann.press(page.getByRole("button", { name: "Deal sealed" }));
    const dialog = evidence(page);
    await dialog.getByText("Ann has added random bytes").waitFor();
    fingerprint = (await dialog.locator(".print").textContent()).replaceAll(/\s/g, "");
    assert.match(fingerprint, /^[0-9a-f]{64}$/);
    assert.deepEqual(await ann.axe(), []);
    await ann.picture("proof-sealed");
    await page.keyboard.press("Escape");
    // The promise came before the first card did.
    const updates = ann.frames.map((frame) => JSON.parse(frame).update).filter(Boolean);
    const promised = updates.findIndex(({ room }) => room?.sealing?.commitment === fingerprint);
    const dealt = updates.findIndex(({ view }) => view !== undefined);
    assert.ok(promised >= 0 && promised < dealt, `promised in ${promised}, dealt in ${dealt}`);
    assert.equal(updates.filter(({ room }) => room?.seal?.secret).length, 0);
  });

  await check("proved after the last", async () => {
    await playToTheEnd(page, mouse);
    await ann.press(page.getByRole("button", { name: "Deal proved" }).last());
    const dialog = evidence(page);
    for (const text of [/shuffles and rolls recomputed: all are the same/, /Your own random bytes are part of it/, /pictures compared/]) {
      await dialog.getByText(text).waitFor();
    }
    assert.deepEqual(await ann.axe(), []);
    await ann.picture("proof-proved");
  });

  await check("downloaded, and verified by the program", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      ann.press(page.getByRole("link", { name: "Download the proof" })),
    ]);
    assert.equal(download.suggestedFilename(), `aboveboard-${code}-1.json`);
    const place = mkdtempSync(join(tmpdir(), "aboveboard-proof-"));
    const file = join(place, "game.json");
    await download.saveAs(file);
    const told = execFileSync(process.env.ABOVEBOARD, ["verify", file], { encoding: "utf8" });
    assert.match(told, /proved: nobody chose these cards/);
    assert.equal(JSON.parse(readFileSync(file, "utf8")).seal.commitment, fingerprint);
    figure("bytes of the proof", readFileSync(file).length);
    rmSync(place, { recursive: true });
  });

  await check("a spectator has checked it too", async () => {
    await eve.page.locator("header [data-proof=proved]").waitFor();
    await eve.press(eve.page.locator("header [data-proof]"));
    await evidence(eve.page).getByText("This browser has added nothing to the deal.").waitFor();
    await evidence(eve.page)
      .getByText(/pictures compared/)
      .waitFor();
  });

  await check("another deal than the one that was played is found out", async () => {
    // A server that hands out somebody else's proof, in perfect order in itself.
    const place = mkdtempSync(join(tmpdir(), "aboveboard-proof-"));
    const file = join(place, "game.json");
    execFileSync(process.env.ABOVEBOARD, ["sim", "euchre", "--games", "1", "--proof", file]);
    await page.route("**/api/played/*/proof", (route) => route.fulfill({ path: file, contentType: "application/json" }));
    const dialog = evidence(page);
    await ann.press(dialog.getByRole("button", { name: "Check again" }));
    await dialog.getByText("This deal does not fit").waitFor();
    await dialog.getByText(/are not those this browser was shown during the game/).waitFor();
    await ann.picture("proof-broken");
    rmSync(place, { recursive: true });
  });
}
