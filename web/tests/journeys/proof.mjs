// Nobody has to believe us: the deal is sealed before the first card, and checked after the last.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rooms, tables } from "../kit/frames.mjs";
import { mouse } from "../kit/input.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { BEST_STANDING } from "../kit/proof.mjs";
import { HAS_RULES } from "../kit/rules.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

const evidence = (page, name) => page.getByRole("dialog", { name });

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
    const dialog = evidence(page, "How this deal was made");
    await dialog.getByText("Ann added random bytes").waitFor();
    await dialog.getByText("Everyone should see the same.").waitFor();
    assert.match(await dialog.locator("strong.print").textContent(), /^\d{5} \d{5}$/);
    fingerprint = (await dialog.locator("p.print").textContent()).replaceAll(/\s/g, "");
    assert.match(fingerprint, /^[0-9a-f]{64}$/);
    assert.deepEqual(await ann.axe(), []);
    await ann.picture("proof-sealed");
    await page.keyboard.press("Escape");
    // The deal was frozen before the first card came.
    const updates = ann.frames.map((frame) => JSON.parse(frame).update).filter(Boolean);
    const hash = (text) => createHash("sha256").update(text).digest("hex");
    const frozen = updates.findIndex(({ room }) => room?.opening?.transcript && hash(room.opening.transcript) === fingerprint);
    const dealt = updates.findIndex(({ table }) => table !== undefined);
    assert.ok(frozen >= 0 && frozen < dealt, `frozen in ${frozen}, dealt in ${dealt}`);
    assert.equal(rooms(ann.frames).filter(({ deal }) => deal?.secret).length, 0);
  });

  await check("checked after the last", async () => {
    await playToTheEnd(page, mouse);
    await ann.press(page.getByRole("button", { name: `Deal ${BEST_STANDING}` }).last());
    const dialog = evidence(page, HAS_RULES ? "Verified" : "Consistent: rules not checked here");
    for (const text of [
      "Your own random bytes are part of this deal.",
      /shuffles and rolls recomputed: all are the same/,
      /entries of the log recomputed/,
      /screens compared: the file has what you saw/,
      /of your moves (is|are) in the file/,
      ...(HAS_RULES
        ? [/replayed by its rules: every move was legal/, /(\d+) of \1 bot moves recomputed: all are the same/]
        : ["This browser did not check whether every move was legal. This page was built without the rules."]),
    ]) {
      await dialog.getByText(text).waitFor();
    }
    figure("tables that were compared", tables(ann.frames).length);
    assert.deepEqual(await ann.axe(), []);
    await ann.picture(`proof-${BEST_STANDING}`);
  });

  await check("downloaded, and verified by the program", async () => {
    const place = mkdtempSync(join(tmpdir(), "aboveboard-proof-"));
    const save = async (link, name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), ann.press(page.getByRole("link", { name: link }))]);
      assert.equal(download.suggestedFilename(), name);
      const file = join(place, name);
      await download.saveAs(file);
      return file;
    };
    const file = await save("Download the proof", `aboveboard-${code}-1.json`);
    const witness = await save("Download the witness", `aboveboard-${code}-1-witness.json`);
    const verify = (...more) => execFileSync(process.env.ABOVEBOARD, ["verify", file, ...more], { encoding: "utf8" });
    assert.match(verify(), /consistent/i);
    assert.match(verify("--witness", witness), /verified for seat/i);
    const { transcript } = JSON.parse(readFileSync(file, "utf8"));
    assert.equal(createHash("sha256").update(transcript).digest("hex"), fingerprint);
    figure("bytes of the proof", readFileSync(file).length);
    figure("bytes of the witness", readFileSync(witness).length);
    rmSync(place, { recursive: true });
  });

  await check("a spectator has checked it too", async () => {
    await eve.page.locator("header [data-proof=consistent]").waitFor();
    await eve.press(eve.page.locator("header [data-proof]"));
    const dialog = evidence(eve.page, "Consistent, not witnessed");
    await dialog.getByText("This browser only watched, so it cannot vouch for the deal.").waitFor();
    await dialog.getByText(/screens compared/).waitFor();
    if (HAS_RULES) await dialog.getByText(/replayed by its rules/).waitFor();
  });

  await check("another deal than the one that was played is found out", async () => {
    // A server that hands out somebody else's proof, in perfect order in itself.
    const place = mkdtempSync(join(tmpdir(), "aboveboard-proof-"));
    const file = join(place, "game.json");
    execFileSync(process.env.ABOVEBOARD, ["sim", "euchre", "--games", "1", "--proof", file]);
    await page.route("**/api/played/*/proof", (route) => route.fulfill({ path: file, contentType: "application/json" }));
    // A page checks one file, so another page asks.
    await page.reload();
    await ann.press(page.locator(".result [data-proof=broken]"));
    const dialog = evidence(page, "Broken");
    await dialog.getByText(/The deal names another server key/).waitFor();
    await ann.picture("proof-broken");
    rmSync(place, { recursive: true });
  });
}
