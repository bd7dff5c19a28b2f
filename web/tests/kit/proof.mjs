// What a page hands out of a finished game, and what the program makes of it.

import { execFileSync } from "node:child_process";
import { createHash, createPrivateKey, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HAS_RULES } from "./rules.mjs";

/** How the page stands with an honest game that it took part in. */
export const BEST_STANDING = HAS_RULES ? "verified" : "consistent";

/** Resolves when the page has found an honest game as sound as it can. */
export const waitForBest = (page) => page.locator(`header [data-proof=${BEST_STANDING}]`).waitFor();

/** Opens the evidence, downloads file and witness, and hands their paths to `use`. */
export async function withEvidence(person, use) {
  const { page } = person;
  const place = mkdtempSync(join(tmpdir(), "aboveboard-proof-"));
  try {
    await person.press(page.locator("header [data-proof]"));
    const save = async (link, name) => {
      const [download] = await Promise.all([page.waitForEvent("download"), person.press(page.getByRole("link", { name: link }))]);
      const file = join(place, name);
      await download.saveAs(file);
      return file;
    };
    const file = await save("Download the proof", "game.json");
    const witness = await save("Download the witness", "witness.json");
    await page.keyboard.press("Escape");
    return use(file, witness);
  } finally {
    rmSync(place, { recursive: true });
  }
}

/** Lets the program check file and witness, bots included. Returns what it says. */
export const verifyWithWitness = (person) =>
  withEvidence(person, (file, witness) =>
    execFileSync(process.env.ABOVEBOARD, ["verify", file, "--witness", witness, "--bots"], { encoding: "utf8" }),
  );

const hash = (text) => createHash("sha256").update(text).digest("hex");

/** The first 32 digits of the hash of a table object, as a file has them. */
export const fingerprint = (table) => hash(JSON.stringify(table)).slice(0, 32);

/** Changes a file as its host can: digest and signature are made again. `key`: the server's secret key, 64 digits. */
export function forge(text, key, change) {
  const file = JSON.parse(text);
  change(file);
  const { log, outcome } = file;
  const names = ["aboveboard", "transcript", "signature", "secret", "bytes", "discarded", "players"];
  const head = names.map((name) => `"${name}":${JSON.stringify(file[name])},\n`);
  const entries = log.map((entry) => JSON.stringify(entry)).join(",\n");
  const body = `{${head.join("")}"log":[\n${entries}\n],\n"outcome":${JSON.stringify(outcome)},\n`;
  const digest = hash(body);
  // PKCS #8 around the 32 bytes of an Ed25519 key.
  const der = Buffer.from(`302e020100300506032b657004220420${key}`, "hex");
  const signer = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const signed = sign(null, Buffer.concat([Buffer.from("aboveboard file 2\n"), Buffer.from(digest, "hex")]), signer).toString("hex");
  return `${body}"digest":"${digest}",\n"signed":"${signed}"}\n`;
}
