import { describe, expect, it } from "vitest";
import type { SealingView } from "../gen/protocol/SealingView";
import { answer, type Drawer } from "./ceremony";
import { promise } from "./luck";
import { unhex } from "./sha256";

const none = { promise: "", bytes: null };
const sealing = (parts: SealingView["parts"], opens = false, commitment = "c1", attempt = 1): SealingView => ({
  attempt,
  commitment,
  parts,
  opens,
});
const told = (drawer: Drawer, view: SealingView, you = 0) => answer(view, 1, "p", you, drawer);

/** After the first round: what was promised, and the bytes behind it. */
function promised(drawer: Drawer): { hash: string; bytes: string } {
  const said = told(
    drawer,
    sealing([
      { seat: 0, ...none },
      { seat: 1, ...none },
    ]),
  );
  const hash = (said as { promise: { promise: string } }).promise.promise;
  return { hash, bytes: drawer.value[0]!.bytes };
}

describe("a browser in the ceremony", () => {
  it("promises the hash of 32 random bytes, and the same again after a reload", () => {
    const drawer: Drawer = { value: [] };
    const { hash, bytes } = promised(drawer);
    expect(bytes).toMatch(/^[0-9a-f]{64}$/);
    expect(promise(unhex(bytes)!)).toBe(hash);
    expect(promised(drawer)).toEqual({ hash, bytes });
    expect(promised({ value: [] }).bytes).not.toBe(bytes);
  });

  it("shows them when every promise is there, and not before", () => {
    const drawer: Drawer = { value: [] };
    const { hash, bytes } = promised(drawer);
    const mine = { seat: 0, promise: hash, bytes: null };
    expect(told(drawer, sealing([mine, { seat: 1, ...none }]))).toBeNull();
    expect(told(drawer, sealing([mine, { seat: 1, ...none }], true)), "whatever the server says").toBeNull();
    const other = { seat: 1, promise: "22", bytes: null };
    expect(told(drawer, sealing([mine, other], true))).toEqual({ add: { attempt: 1, bytes } });
    expect(drawer.value[0]!.promises).toEqual([hash, "22"]);
    expect(told(drawer, sealing([{ ...mine, bytes }, other], true)), "once is enough").toBeNull();
  });

  it("never shows them to another secret, nor instead of a promise that is not its own", () => {
    const drawer: Drawer = { value: [] };
    const { hash } = promised(drawer);
    expect(told(drawer, sealing([{ seat: 0, promise: hash, bytes: null }], true, "c2"))).toBeNull();
    expect(told(drawer, sealing([{ seat: 0, promise: "33", bytes: null }], true))).toBeNull();
    expect(told({ value: [] }, sealing([{ seat: 0, promise: hash, bytes: null }], true)), "bytes are lost").toBeNull();
  });

  it("draws anew for every attempt, every game and every secret", () => {
    const drawer: Drawer = { value: [] };
    const { hash } = promised(drawer);
    const parts = [{ seat: 0, ...none }];
    const again = [
      told(drawer, sealing(parts, false, "c2")),
      told(drawer, sealing(parts, false, "c1", 2)),
      answer(sealing(parts), 2, "p", 0, drawer),
    ];
    const hashes = again.map((said) => (said as { promise: { promise: string } }).promise.promise);
    expect(new Set([hash, ...hashes]).size).toBe(4);
  });

  it("says nothing where its seat takes no part", () => {
    expect(told({ value: [] }, sealing([{ seat: 1, ...none }]))).toBeNull();
  });

  it("keeps the newest few", () => {
    const drawer: Drawer = { value: [] };
    for (let game = 1; game < 20; game++) answer(sealing([{ seat: 0, ...none }]), game, "p", 0, drawer);
    expect(drawer.value).toHaveLength(8);
    expect(drawer.value[0]!.game).toBe(19);
  });
});
