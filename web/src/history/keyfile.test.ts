import { describe, expect, it } from "vitest";
import { read, write } from "./keyfile";

const KEY = "00112233445566778899aabbccddeeff";

describe("the key as a file", () => {
  it("has one form and comes back", () => {
    const text = write({ key: KEY, name: "Ann 🦊" });
    expect(text).toBe(`{\n  "aboveboard": "profile",\n  "version": 1,\n  "key": "${KEY}",\n  "name": "Ann 🦊"\n}\n`);
    expect(read(text)).toEqual({ key: KEY, name: "Ann 🦊" });
  });

  it("says what is wrong with anything else", () => {
    const file = { aboveboard: "profile", version: 1, key: KEY, name: "Ann" };
    const text = (other: object) => JSON.stringify({ ...file, ...other });
    for (const rubbish of ["", "{", "Ann", "\u0000"]) expect(read(rubbish)).toBe("not_json");
    for (const other of [
      "null",
      "1",
      "[]",
      "{}",
      '"profile"',
      text({ aboveboard: "proof" }),
      text({ version: 0 }),
      text({ version: "1" }),
      text({ name: "" }),
      text({ name: 7 }),
      text({ more: 1 }),
    ]) {
      expect(read(other), other).toBe("not_profile");
    }
    expect(read(text({ version: 2, key: { much: "newer" } }))).toBe("newer");
    for (const key of ["", KEY.slice(1), KEY.toUpperCase(), `${KEY}0`, 7, null]) expect(read(text({ key }))).toBe("bad_key");
    expect(read(text({ name: "x".repeat(5000) }))).toBe("too_large");
  });
});
