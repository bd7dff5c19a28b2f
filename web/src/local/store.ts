// The rooms of this device, in the browser's database. It is durable: rooms are played from their entries alone.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Level } from "../gen/protocol/Level";
import type { RoomState } from "../gen/protocol/RoomState";
import type { RoomView } from "../gen/protocol/RoomView";
import type { Seated } from "../gen/protocol/Seated";

/** A room, apart from its entries. */
export interface StoredRoom {
  id: string;
  seated: Seated;
  game: string;
  lesson: boolean;
  /** Times are milliseconds of the Unix epoch. */
  opened: number;
  changed: number;
  /** Where its game is; missing where nothing has happened yet. */
  state?: RoomState;
  /** The person has left: nothing more will happen in it. */
  over: boolean;
}

/** A finished game, as the room hands it out. */
export interface StoredGame {
  /** Its name among finished games. */
  record: string;
  room: string;
  /** The person's public id. */
  player: string;
  row: GameRow;
}

/** How the archive keeps a game; see `GameRow` in `crates/room`. */
export interface GameRow {
  number: number;
  game: string;
  options: Record<string, unknown>;
  players: Party[];
  outcome: NonNullable<RoomView["outcome"]> | null;
  ended_at: number;
  /** Missing in games that were stored before it was noted. */
  hints?: boolean;
}
export interface Party {
  name: string;
  avatar: string;
  player_id: string | null;
  level: Level | null;
  side: number | null;
  away: boolean;
}

/** Another page has written to the same room, or deleted it: of two, one goes on. */
export class Conflict extends Error {}

interface Schema extends DBSchema {
  /** The key that this device signs with, in hexadecimal. */
  device: { key: "key"; value: string };
  rooms: { key: string; value: StoredRoom };
  entries: { key: [room: string, at: number]; value: string };
  games: { key: string; value: StoredGame };
}

/** What happens to a room together with its new entries. */
export interface Change {
  room?: StoredRoom;
  game?: StoredGame;
}

/** A transaction that has succeeded is on the disk, not only on its way there. */
const DURABLE = { durability: "strict" } as const;

/** All entries of a room. */
const whole = (room: string) => IDBKeyRange.bound([room, 0], [room, Infinity]);

export class Store {
  #db: IDBPDatabase<Schema>;

  private constructor(db: IDBPDatabase<Schema>) {
    this.#db = db;
  }

  static async open(name = "aboveboard"): Promise<Store> {
    const db = await openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore("device");
        db.createObjectStore("rooms", { keyPath: "id" });
        db.createObjectStore("entries");
        db.createObjectStore("games", { keyPath: "record" });
      },
      // A newer page wants to change the database: it must not wait for this one.
      blocking: () => db.close(),
    });
    return new Store(db);
  }

  close(): void {
    this.#db.close();
  }

  /** The device's key. `fresh`: the one that it gets if it has none. */
  async key(fresh: string): Promise<string> {
    const work = this.#db.transaction("device", "readwrite", DURABLE);
    const key = await work.store.get("key");
    if (key === undefined) await work.store.add(fresh, "key");
    await work.done;
    return key ?? fresh;
  }

  /** Appends entries to a room that has `from` of them, all or none. Throws `Conflict` if it has more or fewer. */
  async append(room: string, from: number, entries: string[], { room: about, game }: Change = {}): Promise<void> {
    const work = this.#db.transaction(["rooms", "entries", "games"], "readwrite", DURABLE);
    const log = work.objectStore("entries");
    const [last, next] = await Promise.all([from === 0 || log.getKey([room, from - 1]), log.getKey([room, from])]);
    if (last === undefined || next !== undefined) {
      work.abort();
      await work.done.catch(() => {});
      throw new Conflict(`room ${room} does not have ${from} entries`);
    }
    await Promise.all([
      ...entries.map((text, i) => log.add(text, [room, from + i])),
      about && work.objectStore("rooms").put(about),
      game && work.objectStore("games").put(game),
      work.done,
    ]);
  }

  entries(room: string): Promise<string[]> {
    return this.#db.getAll("entries", whole(room));
  }

  room(id: string): Promise<StoredRoom | undefined> {
    return this.#db.get("rooms", id);
  }

  /** Rooms that can be played on, the one that was played last first. */
  async openRooms(): Promise<StoredRoom[]> {
    const rooms = await this.#db.getAll("rooms");
    return rooms.filter(({ over }) => !over).sort((a, b) => b.changed - a.changed);
  }

  /** Finished games, the latest first. */
  async games(): Promise<StoredGame[]> {
    const games = await this.#db.getAll("games");
    return games.sort((a, b) => b.row.ended_at - a.row.ended_at);
  }

  game(record: string): Promise<StoredGame | undefined> {
    return this.#db.get("games", record);
  }

  /** The person has left a room. It stays for its finished games, and goes if it has none. */
  async leave(id: string): Promise<void> {
    const work = this.#db.transaction(["rooms", "entries", "games"], "readwrite", DURABLE);
    const rooms = work.objectStore("rooms");
    const [room, games] = await Promise.all([rooms.get(id), work.objectStore("games").getAll()]);
    if (games.some((game) => game.room === id)) {
      if (room) await rooms.put({ ...room, over: true });
    } else {
      await Promise.all([rooms.delete(id), work.objectStore("entries").delete(whole(id))]);
    }
    await work.done;
  }

  /** Deletes everything but the device's key. */
  async clear(): Promise<void> {
    const work = this.#db.transaction(["rooms", "entries", "games"], "readwrite", DURABLE);
    await Promise.all([work.objectStore("rooms").clear(), work.objectStore("entries").clear(), work.objectStore("games").clear()]);
    await work.done;
  }
}
