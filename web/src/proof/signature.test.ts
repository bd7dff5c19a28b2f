import { Point, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { describe, expect, it } from "vitest";
import source from "../../../docs/fairness-vectors.json?raw";
import { joinBytes } from "./bytes";
import { hex, unhex } from "./sha256";
import { hasSigned, signedBytes, warmUp } from "./signature";
import { SigningKey, turned } from "./testing/table";

interface Vector {
  opening: string;
  transcript_hash: string;
  signature: string;
}
interface SignatureVector {
  about: string;
  server: string;
  transcript_hash: string;
  signature: string;
  fits: boolean;
}
const { ceremonies: vectors, signatures } = JSON.parse(source) as { ceremonies: Vector[]; signatures: SignatureVector[] };
const serverOf = ({ opening }: Vector) => /^server (\w+)$/m.exec(opening)![1]!;

/** Points of small order, as RFC 8032 writes them, and one that is not on the curve. */
const SMALL = [
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "0000000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
];
const ZERO = "0".repeat(64);

describe("a signature", () => {
  it.each(vectors)("of the server's program fits $transcript_hash", (vector) => {
    warmUp();
    expect(hasSigned(serverOf(vector), "transcript", vector.transcript_hash, vector.signature)).toBe(true);
  });
  it.each(signatures)("is judged as the program judges it: $about", ({ server, transcript_hash: hash, signature, fits }) => {
    expect(hasSigned(server, "transcript", hash, signature)).toBe(fits);
  });
  it("fits nothing else", () => {
    const [vector] = vectors as [Vector];
    const server = serverOf(vector);
    const { transcript_hash: hash, signature } = vector;
    expect(hasSigned(server, "file", hash, signature), "another purpose").toBe(false);
    expect(hasSigned(server, "transcript", turned(hash), signature)).toBe(false);
    expect(hasSigned(new SigningKey().public, "transcript", hash, signature)).toBe(false);
    for (let at = 0; at < 128; at += 9) {
      const changed = signature.slice(0, at) + (signature[at] === "0" ? "1" : "0") + signature.slice(at + 1);
      expect(hasSigned(server, "transcript", hash, changed), `digit ${at}`).toBe(false);
    }
    for (const text of ["", "00", "zz".repeat(64), signature.toUpperCase(), `${signature}00`]) {
      expect(hasSigned(server, "transcript", hash, text)).toBe(false);
    }
  });
  it("is not one with a key or a nonce of small order, which fits every message", () => {
    for (const small of SMALL) {
      expect(hasSigned(small, "transcript", ZERO, small + ZERO), "key").toBe(false);
      expect(hasSigned(new SigningKey().public, "transcript", ZERO, small + ZERO), "nonce").toBe(false);
    }
  });
  it("is not one with a key that has a small part, which some programs accept and others refuse", () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const little = (bytes: Uint8Array) => BigInt(`0x${hex(Uint8Array.from(bytes).reverse())}`);
    const write = (number: bigint) => unhex(number.toString(16).padStart(64, "0"))!.reverse();
    const [secret, nonce] = [12345678901234567890n, 98765432109876543210n];
    const message = signedBytes("file", ZERO);
    for (const small of [Point.ZERO, Point.fromHex(SMALL[3]!)]) {
      const key = Point.BASE.multiply(secret).add(small).toBytes();
      const point = Point.BASE.multiply(nonce).toBytes();
      const challenge = little(sha512(joinBytes(point, key, message))) % order;
      const signature = joinBytes(point, write((nonce + challenge * secret) % order));
      expect(verify(signature, message, key), "for a lax program").toBe(true);
      expect(hasSigned(hex(key), "file", ZERO, hex(signature))).toBe(small === Point.ZERO);
    }
  });
  it("is not one with a number that was not reduced", () => {
    const key = new SigningKey();
    const signature = key.sign("file", ZERO);
    expect(hasSigned(key.public, "file", ZERO, signature)).toBe(true);
    // The same with the order of the group added: lax programs accept it.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const little = (digits: string) => BigInt(`0x${hex(unhex(digits)!.reverse())}`);
    const more = little(signature.slice(64)) + order;
    const digits = hex(unhex(more.toString(16).padStart(64, "0"))!.reverse());
    expect(hasSigned(key.public, "file", ZERO, signature.slice(0, 64) + digits)).toBe(false);
  });
});
