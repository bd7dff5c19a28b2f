import { describe, expect, it } from "vitest";
import { Memory, type NewDeal } from "./memory";
import { FakeStorage } from "./testing/table";

let made = 0;
function deal(more: Partial<NewDeal> = {}): NewDeal {
  const hash = (++made).toString(16).padStart(64, "0");
  const transcript = `attempt 1\ncommitment ${hash}\n`;
  return { hash, transcript, signature: "00", room: `room${made}`, game: 1, seat: 0, bytes: hash, shown: true, at: made, ...more };
}

describe("what a browser remembers", () => {
  it("outlasts the page", () => {
    const storage = new FakeStorage();
    const memory = new Memory(storage, () => 1000);
    const one = deal();
    memory.keep(one);
    memory.note(one.hash, { dealt: true, end: "result" });
    const later = new Memory(storage, () => 9000);
    expect(later.since).toBe(1000);
    expect(later.deal(one.hash)).toMatchObject({ ...one, dealt: true, end: "result", left: false });
    expect(later.withCommitment(one.hash)?.hash).toBe(one.hash);
    expect(later.shownFor(one.room, 1)).toHaveLength(1);
  });

  it("is restored by the page that lives when the storage is emptied", () => {
    const storage = new FakeStorage();
    const memory = new Memory(storage, () => 1000);
    const one = deal();
    memory.keep(one);
    memory.trace(one.hash).see(5, "a".repeat(64), "b".repeat(64));
    storage.clear();
    const late = new Memory(storage, () => 2000);
    expect(late.since, "the new page cannot know").toBe(2000);
    memory.restore();
    const again = new Memory(storage, () => 3000);
    expect(again.since).toBe(1000);
    expect(again.deal(one.hash)).not.toBeNull();
    expect(again.trace(one.hash).seen).toEqual([{ version: 5, hash: "a".repeat(32), link: "b".repeat(32) }]);
  });

  it("is not overwritten by a second tab", () => {
    const storage = new FakeStorage();
    const [first, second] = [new Memory(storage), new Memory(storage)];
    const [one, two] = [deal(), deal()];
    first.keep(one);
    second.keep(two);
    second.note(one.hash, { end: "result" });
    first.note(one.hash, { dealt: true });
    const third = new Memory(storage);
    expect(third.deal(one.hash)).toMatchObject({ dealt: true, end: "result" });
    expect(third.deal(two.hash)).not.toBeNull();
    first.trace(one.hash).see(1, "a".repeat(64), "");
    second.trace(one.hash).see(2, "b".repeat(64), "");
    expect(new Memory(storage).trace(one.hash).seen.map(({ version }) => version)).toEqual([1, 2]);
  });

  it("names a server whose key has changed", () => {
    const storage = new FakeStorage();
    expect(new Memory(storage).meetServer("aa")).toBeNull();
    expect(new Memory(storage).meetServer("aa")).toBeNull();
    expect(new Memory(storage).meetServer("bb")).toBe("aa");
    expect(new Memory(storage).meetServer("bb"), "for a while").toBe("aa");
    expect(new Memory(storage, () => Date.now() + 8 * 86_400_000).meetServer("bb")).toBeNull();
    expect(new Memory(storage).meetServer("aa"), "and when it changes back").toBe("bb");
  });

  it("keeps the newest 64 whole, and the older ones in the count", () => {
    const storage = new FakeStorage();
    const memory = new Memory(storage, () => 1_000_000);
    const all = Array.from({ length: 70 }, () => deal());
    for (const one of all) {
      memory.keep(one);
      memory.note(one.hash, { end: "given-up" });
    }
    expect(memory.deal(all[0]!.hash)).toBeNull();
    expect(memory.knows(all[0]!.hash)).toBe(true);
    const next = deal();
    memory.keep(next);
    expect(memory.thrownAway(next.hash)).toMatchObject({ count: 70 });
    expect(memory.thrownAway(next.hash).deals).toHaveLength(63);
    memory.nameThrownAway(next.hash);
    expect(new Memory(storage).thrownAway(next.hash).count, "the verdict stays").toBe(70);
    memory.note(next.hash, { end: "result" });
    const last = deal();
    memory.keep(last);
    expect(memory.thrownAway(last.hash).count).toBe(0);
  });

  it("works without a storage, and with one that is full", () => {
    const none = new Memory(null);
    const one = deal();
    none.keep(one);
    expect(none.deal(one.hash)).toMatchObject(one);
    expect(none.stored).toBe(false);
    const full = new FakeStorage();
    full.setItem = () => {
      throw new Error("full");
    };
    const memory = new Memory(full);
    memory.keep(one);
    expect(memory.deal(one.hash)).toMatchObject(one);
    expect(memory.stored).toBe(false);
    const garbled = new FakeStorage();
    garbled.setItem("aboveboard.proof", "{");
    expect(() => new Memory(garbled)).not.toThrow();
  });
});

describe("deals that were thrown away", () => {
  const now = 1_000_000;
  const after = (change: Parameters<Memory["note"]>[1], more: Partial<NewDeal> = {}): number => {
    const memory = new Memory(new FakeStorage(), () => now);
    const old = deal({ at: now, ...more });
    memory.keep(old);
    memory.note(old.hash, change);
    const next = deal({ at: now + 1 });
    memory.keep(next);
    return memory.thrownAway(next.hash).count;
  };
  it("were never played, or ended without a result", () => {
    expect(after({ end: "discarded" })).toBe(1);
    expect(after({ end: "given-up" })).toBe(1);
    expect(after({ end: "result" })).toBe(0);
  });
  it("are not those that their player left", () => {
    expect(after({ end: "given-up", left: true })).toBe(0);
  });
  it("are not those of a game that another tab plays, while its table is heard of", () => {
    expect(after({ dealt: true })).toBe(0);
    expect(after({ dealt: true, heard: now - 130_000 })).toBe(1);
    expect(after({ heard: now - 20_000 }), "a ceremony does not last that long").toBe(1);
  });
});
