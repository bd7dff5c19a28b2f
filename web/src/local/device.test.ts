import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerMsg } from "../gen/protocol/ServerMsg";
import { Connection, type LocalTable } from "../lib/connection.svelte";
import { Fault } from "../lib/api";
import { describeWithModule, startModule } from "../rules-module/testing/module";
import { DeviceClient } from "./client";
import { historyGame } from "./history";
import { isAgainstBots, openLike } from "./meanwhile";
import type { Wish } from "./protocol";
import { Store, type StoredRoom } from "./store";
import { RoomWorker, type TestParts } from "./testing";

let count = 0;
let seeds = 0;
let name = "";
const workers: RoomWorker[] = [];
const seed = () => (seeds += 1).toString(16).padStart(64, "0");

function start(parts: Partial<TestParts> = {}): DeviceClient {
  const spawn = () => {
    workers.push(new RoomWorker({ rules: startModule, store: name, ...parts }));
    return workers.at(-1)!;
  };
  return new DeviceClient(spawn, "/aboveboard.wasm", () => ({ seed: seed(), pace: "at_once" }));
}
beforeEach(() => void (name = `device-${(count += 1)}`));
afterEach(() => {
  for (const worker of workers.splice(0)) worker.terminate();
});

const person = { name: "Ann", avatar: "🦊" };
const playNow = (device: DeviceClient, game: string) =>
  device.ask("open", { wish: { play: { game, player: person, level: "easy", seals: false } }, fresh: device.fresh() });
const tableOf = (device: DeviceClient, { id }: StoredRoom): LocalTable => ({
  dial: device.dial(id),
  leave: async () => void (await device.ask("leave", { room: id })),
  proof: (record) => device.ask("proof", { record }),
});
const sit = (device: DeviceClient, room: StoredRoom) => new Connection({ kind: "seat", seated: room.seated, local: tableOf(device, room) });
const openIn = async (device: DeviceClient): Promise<[DeviceClient, StoredRoom]> => [device, await playNow(device, "casino")];
vi.setConfig({ testTimeout: 120_000 });
const LIMIT = { timeout: 60_000, interval: 1 };

/** Plays the first listed action until the game is over, or for `moves` moves. */
async function playOn(conn: Connection, moves = Infinity): Promise<void> {
  for (let made = 0; made < moves; made += 1) {
    await vi.waitFor(() => expect(conn.room?.state === "finished" || conn.legal.length > 0).toBe(true), LIMIT);
    if (conn.room?.state === "finished") return;
    const before = conn.seq;
    // Somebody else may have been faster.
    await conn.act(conn.legal[0]).catch((fault: unknown) => expect(Fault.of(fault).code).toMatch(/stale|version/));
    await vi.waitFor(() => expect(conn.seq).toBeGreaterThan(before), LIMIT);
  }
}

describeWithModule("a table on this device", () => {
  it("is played to its end over the usual connection, and kept", async () => {
    const device = start();
    const room = await playNow(device, "casino");
    const conn = sit(device, room);
    await playOn(conn);
    const record = `${room.id}-1`;
    const store = await Store.open(name);
    const [game] = await store.games();
    expect(game).toMatchObject({ record, row: { game: "casino" } });
    expect(await store.room(room.id)).toMatchObject({ state: "finished", over: false });
    expect(historyGame(game!)).toMatchObject({ seat: 0, rating: null, change: null });
    expect(historyGame(game!).result).toMatch(/won|lost/);
    conn.close();
    // The file is made from what is stored, by a worker that never had the room.
    workers.at(-1)!.terminate();
    const later = start();
    const file = await later.ask("proof", { record });
    const report = startModule().ask({ cmd: "verify", file });
    expect(report).toMatchObject({ ok: { verdict: "consistent" } });
    expect(await later.ask("replay", { record, viewer: 0, from: 0 })).toMatchObject({ game: "casino", from: 0 });
  });

  it("goes on in another worker from what is stored", async () => {
    const device = start();
    const room = await playNow(device, "casino");
    const first = sit(device, room);
    await playOn(first, 3);
    await vi.waitFor(() => expect(first.legal.length).toBeGreaterThan(0), LIMIT);
    const { seq, view } = first;
    workers.at(-1)!.terminate();
    const second = sit(start(), room);
    await vi.waitFor(() => expect(second.view).not.toBeNull(), LIMIT);
    expect(second.seq).toBeGreaterThanOrEqual(seq);
    expect(second.view).toEqual(view);
    expect(await (await Store.open(name)).room(room.id)).toMatchObject({ state: "playing" });
    await playOn(second, 2);
    second.close();
    first.close();
  });

  it("goes on in another worker after the module has trapped", async () => {
    let traps = false;
    const rules = () => {
      const module = startModule();
      const ask: typeof module.ask = (request) => {
        if (!traps) return module.ask(request);
        traps = false;
        throw new WebAssembly.RuntimeError("unreachable");
      };
      return { ask };
    };
    const conn = sit(...(await openIn(start({ rules }))));
    await playOn(conn, 2);
    const { seq } = conn;
    traps = true;
    await conn.act(conn.legal[0]).catch(() => {});
    await vi.waitFor(() => expect(workers.length).toBe(2), LIMIT);
    await vi.waitFor(() => expect(conn.seq).toBeGreaterThanOrEqual(seq), LIMIT);
    await playOn(conn, 2);
    conn.close();
  });

  it("is played in one window: the newest", async () => {
    const [one, two] = [start(), start()];
    const room = await playNow(one, "casino");
    const first = sit(one, room);
    await vi.waitFor(() => expect(first.legal.length).toBeGreaterThan(0), LIMIT);
    const second = sit(two, room);
    await vi.waitFor(() => expect(first.status).toBe("replaced"), LIMIT);
    await playOn(second, 1);
    first.connect();
    await vi.waitFor(() => expect(second.status).toBe("replaced"), LIMIT);
    await playOn(first, 1);
    first.close();
    second.close();
  });

  it("shows nothing that could not be stored", async () => {
    let full = false;
    const openStore = async (name: string) => {
      const store = await Store.open(name);
      const append = store.append.bind(store);
      store.append = (...args) => (full ? Promise.reject(new Error("quota")) : append(...args));
      return store;
    };
    const device = start({ openStore });
    const room = await playNow(device, "casino");
    const conn = sit(device, room);
    await vi.waitFor(() => expect(conn.legal.length).toBeGreaterThan(0), LIMIT);
    const { seq } = conn;
    full = true;
    const moved = conn.act(conn.legal[0]);
    await vi.waitFor(() => expect(conn.status).toBe("waiting"), LIMIT);
    expect(conn.seq).toBe(seq);
    // When there is room again, the same message is carried out once.
    full = false;
    conn.connect();
    await moved;
    expect(conn.seq).toBeGreaterThan(seq);
    conn.close();
  });

  it("that was left is gone, and says so", async () => {
    const device = start();
    const room = await playNow(device, "casino");
    await device.ask("leave", { room: room.id });
    const conn = sit(device, room);
    await vi.waitFor(() => expect(conn.status).toBe("refused"), LIMIT);
    expect(conn.reason).toBe("room_not_found");
    conn.close();
  });

  it("can be a lesson, or one with rules of one's own", async () => {
    const device = start();
    const lesson = await device.ask("open", { wish: { lesson: { game: "euchre", player: person } }, fresh: device.fresh() });
    expect(lesson).toMatchObject({ lesson: true, game: "euchre" });
    const table = await device.ask("open", {
      wish: { table: { game: "euchre", host: person, options: { target: 7 } } },
      fresh: device.fresh(),
    });
    const conn = sit(device, table);
    await vi.waitFor(() => expect(conn.room?.options).toMatchObject({ target: 7 }), LIMIT);
    conn.close();
    const wrong = device.ask("open", { wish: { lesson: { game: "poker", player: person } }, fresh: device.fresh() });
    await expect(wrong).rejects.toMatchObject({ code: "unknown_game" });
  });

  it("has the games of the module, and their decks", async () => {
    const games = (await start().ask("games", {})) as { name: string }[];
    expect(games.map(({ name }) => name)).toEqual(expect.arrayContaining(["casino", "dutch", "eights", "euchre", "roost"]));
    await expect(start().ask("deck", { hash: "0" })).rejects.toMatchObject({ code: "deck_missing" });
  });
});

describeWithModule("a game at the server that has lost its connection", () => {
  it("is played here with the same rules and bots", async () => {
    const device = start();
    const opener = {
      open: (wish: Wish) => device.ask("open", { wish, fresh: device.fresh() }),
      tableOf: (id: string): LocalTable => tableOf(device, { id } as StoredRoom),
    };
    const like = await opener.open({ table: { game: "euchre", host: person, options: { target: 7 } } });
    const first = sit(device, like);
    for (const level of ["easy", "hard", "medium"] as const) await first.command({ add_bot: { level } });
    await first.command({ move: { from: 0, to: 2 } });
    await first.command("start");
    await vi.waitFor(() => expect(first.room?.state).toBe("playing"), LIMIT);
    const { room: lost, you } = first;
    expect(you).toBe(2);
    expect(isAgainstBots(lost!, you)).toBe(true);
    expect(isAgainstBots(lost!, null)).toBe(false);
    expect(isAgainstBots({ ...lost!, state: "lobby" }, you)).toBe(false);
    const people = lost!.seats.map((seat) => ({ ...seat, player_id: "p" }));
    expect(isAgainstBots({ ...lost!, seats: people }, you)).toBe(false);
    first.close();

    const opened = await openLike(lost!, you!, person, opener);
    expect(opened.id).not.toBe(like.id);
    const second = sit(device, opened);
    await vi.waitFor(() => expect(second.room?.state).toBe("playing"), LIMIT);
    expect(second.room).toMatchObject({ game: "euchre", options: lost!.options });
    const bots = lost!.seats.filter((_, seat) => seat !== you).map(({ level }) => level);
    expect(bots.toSorted()).toEqual(["easy", "hard", "medium"]);
    expect(second.room?.seats.map(({ level }) => level)).toEqual([undefined, ...bots]);
    second.close();
  });
});

describe("without the module", () => {
  it("nothing can be played, and the reason is said", async () => {
    const none = new DeviceClient(
      () => new RoomWorker({ rules: startModule, store: name }),
      null,
      () => ({ seed: "", pace: "human" }),
    );
    await expect(none.ready()).rejects.toMatchObject({ code: "no_rules_missing" });
    const old = new DeviceClient(null, "/aboveboard.wasm", () => ({ seed: "", pace: "human" }));
    await expect(old.ask("games", {})).rejects.toMatchObject({ code: "no_rules_unsupported" });
    const broken = start({
      rules: () => {
        throw new Error("not a module");
      },
    });
    await expect(broken.ready()).rejects.toMatchObject({ code: "no_rules_unloadable" });
  });
  it("a line is lost, as one to a server that is away", async () => {
    const heard: ServerMsg[] = [];
    const lost = vi.fn();
    const device = new DeviceClient(null, null, () => ({ seed: "", pace: "human" }));
    device.dial("0")({ opened: () => {}, heard: (text) => heard.push(JSON.parse(text) as ServerMsg), lost });
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
    expect(heard).toEqual([]);
  });
});
