import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import { Conflict, Store, type StoredGame, type StoredRoom } from "./store";

const room = (id: string, changed = 1): StoredRoom => ({
  ...{ id, game: "euchre", lesson: false, opened: 1, changed, over: false },
  seated: { code: "KXMT", player_id: "p", token: "t" },
});
const game = (room: string, number: number): StoredGame => ({
  ...{ record: `${room}-${number}`, room, player: "p" },
  row: { number, game: "euchre", options: {}, players: [], outcome: null, ended_at: number },
});

let count = 0;
let name = "";
let store: Store;
beforeEach(async () => {
  name = `test-${(count += 1)}`;
  store = await Store.open(name);
});

describe("entries", () => {
  it("are kept in order, for the next page too", async () => {
    await store.append("a", 0, ["0", "1"], { room: room("a") });
    await store.append("b", 0, ["other"], { room: room("b") });
    await store.append(
      "a",
      2,
      Array.from({ length: 12 }, (_, i) => String(i + 2)),
    );
    store.close();
    const next = await Store.open(name);
    expect(await next.entries("a")).toEqual(Array.from({ length: 14 }, (_, i) => String(i)));
    expect(await next.room("a")).toEqual(room("a"));
  });
  it("of two pages that write at once only one is kept, and all of it", async () => {
    const other = await Store.open(name);
    await store.append("a", 0, ["0"], { room: room("a") });
    await store.append("a", 1, ["1"]);
    const late = other.append("a", 1, ["x", "y"], { room: room("a", 99), game: game("a", 1) });
    await expect(late).rejects.toBeInstanceOf(Conflict);
    expect(await store.entries("a")).toEqual(["0", "1"]);
    expect(await store.room("a")).toMatchObject({ changed: 1 });
    expect(await store.games()).toEqual([]);
  });
  it("of a room that another page has deleted are not kept", async () => {
    await store.append("a", 0, ["0"], { room: room("a") });
    await store.clear();
    await expect(store.append("a", 1, ["1"], { room: room("a") })).rejects.toBeInstanceOf(Conflict);
    expect(await store.openRooms()).toEqual([]);
  });
});

describe("rooms", () => {
  it("that can be played on are found, the last one first", async () => {
    await store.append("a", 0, ["0"], { room: room("a", 5) });
    await store.append("b", 0, ["0"], { room: room("b", 9) });
    expect((await store.openRooms()).map(({ id }) => id)).toEqual(["b", "a"]);
  });
  it("without a finished game go when they are left", async () => {
    await store.append("a", 0, ["0"], { room: room("a") });
    await store.leave("a");
    expect(await store.room("a")).toBeUndefined();
    expect(await store.entries("a")).toEqual([]);
  });
  it("with a finished game stay for its replay", async () => {
    await store.append("a", 0, ["0"], { room: room("a"), game: game("a", 1) });
    await store.leave("a");
    expect(await store.openRooms()).toEqual([]);
    expect(await store.entries("a")).toEqual(["0"]);
    expect(await store.game("a-1")).toEqual(game("a", 1));
  });
});

it("games come latest first, and go when everything is deleted", async () => {
  const key = await store.key("first");
  await store.append("a", 0, ["0"], { room: room("a"), game: game("a", 1) });
  await store.append("a", 1, ["1"], { game: game("a", 2) });
  expect((await store.games()).map(({ record }) => record)).toEqual(["a-2", "a-1"]);
  await store.clear();
  expect([await store.games(), await store.openRooms(), await store.entries("a")]).toEqual([[], [], []]);
  expect(await store.key("second")).toBe(key);
});

it("a device keeps its first key", async () => {
  expect(await store.key("first")).toBe("first");
  expect(await store.key("second")).toBe("first");
});
