// This browser's part in the ceremony before a deal: it promises random bytes by their hash, and shows them only when
// every promise is on the table. What it has promised is kept, so that a page that is loaded anew keeps its word.

import type { Command } from "../gen/protocol/Command";
import type { SealingView } from "../gen/protocol/SealingView";
import { promise } from "./luck";
import { hex, unhex } from "./sha256";

/** What this browser has promised, and what it saw of the others when it kept the promise. */
export interface Contribution {
  player: string;
  game: number;
  attempt: number;
  commitment: string;
  bytes: string;
  /** Everybody's, as they were when the bytes followed; empty before. */
  promises: string[];
}

/** Where contributions are kept, newest first. */
export interface Drawer {
  value: Contribution[];
}
const KEPT = 8;

/** Good randomness, also where the page comes by plain http. */
const draw = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** What `player` on seat `you` has to say now; `null` for nothing. `game` is the number of the game to come. */
export function answer(sealing: SealingView, game: number, player: string, you: number, drawer: Drawer): Command | null {
  const { attempt, commitment, parts, opens } = sealing;
  const part = parts.find(({ seat }) => seat === you);
  if (!part || part.bytes !== null) return null;
  const isThis = (one: Contribution) => one.player === player && one.game === game && one.attempt === attempt;
  let own = drawer.value.find(isThis);
  if (part.promise === "") {
    // Bytes that were promised to one secret are never shown to another.
    if (own?.commitment !== commitment) {
      own = { player, game, attempt, commitment, bytes: draw(), promises: [] };
      drawer.value = [own, ...drawer.value.filter((one) => !isThis(one))].slice(0, KEPT);
    }
    return { promise: { attempt, promise: promise(unhex(own.bytes)!) } };
  }
  if (!opens || !own || own.commitment !== commitment || part.promise !== promise(unhex(own.bytes)!)) return null;
  // Whoever has not promised could still choose.
  if (parts.some((other) => other.promise === "")) return null;
  const kept = { ...own, promises: parts.map((other) => other.promise) };
  drawer.value = [kept, ...drawer.value.filter((one) => !isThis(one))];
  return { add: { attempt, bytes: own.bytes } };
}
