import { describe, expect, it } from "vitest";
import source from "../../../docs/fairness-vectors.json?raw";
import type { Occupant } from "../gen/protocol/Occupant";
import type { RoomView } from "../gen/protocol/RoomView";
import { Ceremony, openingOf } from "./ceremony";
import { hashText, promiseOf } from "./keys";
import { Memory } from "./memory";
import { commitmentIn, openingText, readTranscript, transcriptText } from "./opening";
import { FakeStorage, SigningKey } from "./testing/table";
import { Broken } from "./verdict";

const { ceremonies: vectors } = JSON.parse(source) as { ceremonies: { opening: string; transcript: string }[] };
const first = vectors.find(({ opening }) => opening.includes("\nattempt 1\n"))!;

/** A room whose next game would have the opening of a vector, with its players on other seats now. */
function roomOf({ opening: text, transcript }: { opening: string; transcript: string }): RoomView {
  const { opening } = readTranscript(transcript)!;
  const count = opening.seats.length;
  const seats: Occupant[] = Array.from({ length: count + 1 }, (_, now) => {
    const sitter = opening.seats[count - now];
    const id = sitter && "person" in sitter ? sitter.person : null;
    const level = sitter && "bot" in sitter ? (sitter.bot as "hard") : undefined;
    const name = sitter ? "Ann" : "Gone";
    return { player_id: sitter ? id : "00000000000000ee", name, level, controller: "human", online: true } as Occupant;
  });
  const host = opening.seats[opening.host]!;
  return {
    code: opening.table,
    id: opening.room,
    server: opening.server,
    game: opening.rules,
    rules: opening.version,
    state: "finished",
    host: "person" in host ? host.person : "",
    seats,
    options: opening.options,
    settings: opening.settings,
    ...(opening.deck ? { deck: { ...opening.deck, title: "Meadow", warnings: [] } } : {}),
    games: opening.game - 1,
    next: { seats: opening.seats.map((_, seat) => count - seat), host: opening.host, first: opening.first },
    opening: { opening: text, discarded: [], asked: opening.seats.map((_, seat) => seat), promised: [], transcript: null, signature: null },
  } as unknown as RoomView;
}

describe("the opening that a page writes", () => {
  it("is the server's, byte for byte, wherever the players sit now", () => {
    const room = roomOf(first);
    expect(openingText(openingOf(room, commitmentIn(first.opening)!)!)).toBe(first.opening);
  });
  it("names the deal that was thrown away last", () => {
    const room = roomOf(first);
    room.opening!.discarded = [{ transcript: "x", signature: "", secret: "", bytes: [] }];
    expect(openingOf(room, "00")).toMatchObject({ attempt: 2, before: hashText("x") });
  });
  it("is not written where the next game is not known", () => {
    expect(openingOf({ ...roomOf(first), next: undefined }, "00")).toBeNull();
    const room = roomOf(first);
    room.next!.seats[0] = 9;
    expect(openingOf(room, "00")).toBeNull();
  });
});

describe("a page in a ceremony", () => {
  const key = new SigningKey();
  /** The vector with a key that the test has. */
  const own = { ...first, opening: first.opening.replace(/^server .*$/m, `server ${key.public}`) };
  own.transcript = own.opening;
  const you = 4;
  const promised = (command: unknown) => (command as { promise: { opening: string; promise: string } }).promise;

  it("promises fresh bytes to the opening, for its seat in the coming game", () => {
    const command = new Ceremony(new Memory(new FakeStorage())).answer(roomOf(own), you);
    expect(promised(command)).toMatchObject({ opening: hashText(own.opening), promise: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const other = new Ceremony(new Memory(new FakeStorage())).answer(roomOf(own), you);
    expect(promised(other).promise).not.toBe(promised(command).promise);
  });
  it("keeps its bytes in its own memory until it shows them", () => {
    const storage = new FakeStorage();
    const ceremony = new Ceremony(new Memory(storage));
    const room = roomOf(own);
    const { promise } = promised(ceremony.answer(room, you));
    expect(ceremony.answer(room, you), "once").toBeNull();
    expect(Array.from({ length: storage.length }, (_, i) => storage.getItem(storage.key(i)!)).join()).not.toContain("bytes");
    const transcript = transcriptText(own.opening, [{ seat: 0, promise }]);
    room.opening = { ...room.opening!, promised: [0], transcript, signature: key.sign("transcript", hashText(transcript)) };
    const { reveal } = ceremony.answer(room, you) as { reveal: { transcript: string; bytes: string } };
    expect(reveal.transcript).toBe(hashText(transcript));
    expect(promiseOf(hashText(own.opening), 0, reveal.bytes)).toBe(promise);
    expect(storage.getItem(`aboveboard.proof.deal.${reveal.transcript}`)).toContain(reveal.bytes);
  });
  it.each([
    ["another opening", (text: string) => text.replace("KXMT", "ZZZZ")],
    ["promises in another order", (text: string) => text.replace(/(promise 0 .*\n)(promise 1 .*\n)/, "$2$1")],
    ["a promise of a bot", (text: string) => text.replace("promise 1 ", "promise 2 ")],
    ["another promise on its seat", (text: string) => text.replace(/promise 0 \w+/, `promise 0 ${"0".repeat(64)}`)],
    ["a line more", (text: string) => `${text}\n`],
  ])("shows nothing to a transcript with %s", (_, change) => {
    const memory = new Memory(new FakeStorage());
    const ceremony = new Ceremony(memory);
    const room = roomOf(own);
    const { promise } = promised(ceremony.answer(room, you));
    const both = [
      { seat: 0, promise },
      { seat: 1, promise: "1".repeat(64) },
    ];
    const transcript = change(transcriptText(own.opening, both));
    room.opening = { ...room.opening!, promised: [0, 1], transcript, signature: key.sign("transcript", hashText(transcript)) };
    expect(() => ceremony.answer(room, you)).toThrow(Broken);
    expect(memory.deal(hashText(transcript))).toBeNull();
  });
});
