import { createHash, createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import source from "../../../docs/fairness-vectors.json?raw";
import { answer, type Drawn, type Luck } from "./luck";
import { hex, hmac, sha256, unhex } from "./sha256";

interface Vector {
  luck_key: string;
  luck: { luck: Luck; drawn: Drawn }[];
}
const { ceremonies } = JSON.parse(source) as { ceremonies: Vector[] };

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
  it.each(ceremonies)("luck of $luck_key", ({ luck_key: key, luck: chances }) => {
    expect(chances).not.toHaveLength(0);
    chances.forEach(({ luck, drawn }, counter) => expect(answer(unhex(key)!, counter, luck)).toEqual(drawn));
  });
});
