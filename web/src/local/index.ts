// Games on this device: the same rooms as at the server, in a worker, for one person and bots.

import type { Replay } from "../gen/protocol/Replay";
import type { Game } from "../lib/api";
import type { LocalTable } from "../lib/connection.svelte";
import { persisted } from "../lib/settings.svelte";
import { isSupported, source } from "../rules-module/source";
import { hex } from "./bytes";
import { DeviceClient, type Port } from "./client";
import type { Pace, Wish } from "./protocol";
import { Store, type StoredGame, type StoredRoom } from "./store";

const spawn = () => new Worker(new URL("./rooms-worker.ts", import.meta.url), { type: "module", name: "rooms" }) as Port;
/** How fast bots act. Journeys make them act at once; people have no button for it. */
const pace = persisted<Pace>("bot-pace", "human");

const client = new DeviceClient(isSupported && "indexedDB" in globalThis ? spawn : null, source, () => ({
  seed: hex(32),
  pace: pace.value,
}));

let store: Promise<Store> | null = null;
function read(): Promise<Store> {
  store ??= Store.open().catch((error: unknown) => {
    store = null;
    throw error;
  });
  return store;
}

/** Resolves once games can be played here; rejects with a `Fault` if they cannot. */
export const ready = (): Promise<void> => client.ready();
export const obstacle = () => client.obstacle;

/** Opens a room. */
export async function open(wish: Wish): Promise<StoredRoom> {
  const room = await client.ask("open", { wish, fresh: client.fresh() });
  // A browser that is short of space may delete what nobody has asked it to keep. A refusal changes nothing.
  if (!room.lesson) void navigator.storage?.persist?.().catch(() => {});
  return room;
}
export const games = async (): Promise<Game[]> => (await client.ask("games", {})) as Game[];
export const deck = async <T>(hash: string): Promise<T> => (await client.ask("deck", { hash })) as T;
/** The text of the file of a finished game. */
export const proof = (record: string): Promise<string> => client.ask("proof", { record });
export const replay = async (record: string, viewer: number | null, from: number): Promise<Replay> =>
  (await client.ask("replay", { record, viewer, from })) as Replay;
export const clear = async (): Promise<void> => void (await client.ask("clear", {}));

/** Whether a finished game was played on this device. */
export const has = async (record: string): Promise<boolean> => (await (await read()).game(record)) !== undefined;
export const playedHere = async (): Promise<StoredGame[]> => (await read()).games();
export const openRooms = async (): Promise<StoredRoom[]> => (await read()).openRooms();
export const roomOf = async (id: string): Promise<StoredRoom | undefined> => (await read()).room(id);

/** A table on this device, for its connection. */
export const tableOf = (room: string): LocalTable => ({
  dial: client.dial(room),
  leave: async () => void (await client.ask("leave", { room })),
  proof,
});
