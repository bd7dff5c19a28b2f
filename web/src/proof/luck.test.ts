import { createHash, createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import source from "../../../docs/fairness-vectors.json?raw";
import { answer, type Drawn, keyOf, type Luck, promise } from "./luck";
import { hex, hmac, sha256, unhex } from "./sha256";

interface Vector {
  secret: string;
  commitment: string;
  table: string;
  game: number;
  added: { seat: number; bytes: string; promise: string }[];
  key: string;
  chances: { luck: Luck; drawn: Drawn }[];
}
const vectors = JSON.parse(source) as Vector[];

describe("hashes", () => {
  it("are what Node's are, whatever the length", () => {
    for (let length = 0; length < 200; length++) {
      const [key, message] = [randomBytes(length), randomBytes(length)];
      expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
      expect(hex(hmac(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
    }
  });
  it("read hexadecimal digits and nothing else", () => {
    expect(unhex("00ff")).toEqual(Uint8Array.of(0, 255));
    for (const no of ["0", "0g", "FF", " 00"]) expect(unhex(no)).toBeNull();
  });
});

describe("the vectors of docs/fairness.md", () => {
  it.each(vectors)("key and luck of table $table, game $game", ({ secret, commitment, table, game, added, key, chances }) => {
    expect(promise(unhex(secret)!)).toBe(commitment);
    for (const { bytes, promise: promised } of added) expect(promise(unhex(bytes)!)).toBe(promised);
    const found = keyOf(
      unhex(secret)!,
      table,
      game,
      added.map(({ seat, bytes }) => ({ seat, bytes: unhex(bytes)! })),
    );
    expect(hex(found)).toBe(key);
    chances.forEach(({ luck, drawn }, counter) => expect(answer(found, counter, luck)).toEqual(drawn));
  });
});
