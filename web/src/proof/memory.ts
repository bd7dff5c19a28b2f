// What this browser keeps of deals on its own account (docs/fairness.md): every transcript to which it showed bytes, and of
// each game what was on its screen. It is written before the message that depends on it. While the page lives, its memory is
// what counts, and it restores what disappears from the storage: a server can empty that.

import { commitmentIn } from "./opening";
import { Trace, type TraceParts } from "./trace";
import type { Fault } from "./verdict";

/** How a deal ended: with a result, without one, or before its first card. */
export type DealEnd = "result" | "given-up" | "discarded";

/** A deal to which this browser showed bytes. */
export interface KeptDeal {
  /** The hash of the transcript. */
  hash: string;
  transcript: string;
  signature: string;
  room: string;
  game: number;
  seat: number;
  bytes: string;
  shown: boolean;
  /** When it was frozen. */
  at: number;
  /** Whether cards were dealt from it, and when the table last sent something. */
  dealt: boolean;
  heard: number;
  end: DealEnd | null;
  /** Whether its player left; a player who comes back has not. */
  left: boolean;
  /** The hash of the later deal whose verdict has counted this one. */
  named: string | null;
  /** The faults found in it. */
  fault: Fault | null;
}
type Fate = "dealt" | "heard" | "end" | "left" | "named" | "fault";
export type NewDeal = Omit<KeptDeal, Fate>;

/** A deal of which only this is kept. */
interface OldDeal {
  hash: string;
  thrownAway: boolean;
  named: string | null;
}
interface Head {
  /** When this memory began. */
  since: number;
  /** The server's public keys, and when each was met first; the latest last. */
  keys: { key: string; at: number }[];
  older: OldDeal[];
}

const PREFIX = "aboveboard.proof";
const WHOLE = 64;
/** Traces are large. After the verdict they serve downloads of the witness alone. */
const TRACES = 16;
/** A game of another tab is under way as long as its table sends updates; a ceremony is over sooner. In milliseconds. */
const QUIET_GAME = 120_000;
const QUIET_CEREMONY = 15_000;

/** A change of the server's key is named for a week. */
const NEW_KEY = 7 * 86_400_000;

const dealKey = (hash: string) => `${PREFIX}.deal.${hash}`;
const traceKey = (hash: string, part: string) => `${PREFIX}.trace.${hash}.${part}`;

/** The browser's storage; `null` where it is forbidden. */
function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** What two tabs know of one deal. Facts that have happened stay; of values that can change back, the second counts. */
function mergeDeals(one: KeptDeal, two: KeptDeal): KeptDeal {
  return {
    ...one,
    ...two,
    shown: one.shown || two.shown,
    dealt: one.dealt || two.dealt,
    heard: Math.max(one.heard, two.heard),
    end: two.end ?? one.end,
    named: two.named ?? one.named,
    fault: one.fault ?? two.fault,
  };
}

/** What two tabs know of the server's keys. */
function mergeKeys(one: Head["keys"], two: Head["keys"]): Head["keys"] {
  const all = [...one, ...two].sort((a, b) => a.at - b.at);
  return all.filter(({ key }, i) => key !== all[i - 1]?.key);
}

export class Memory {
  /** Whether everything is in the storage, so that it outlasts the page. */
  stored = true;
  #storage: Storage | null;
  #now: () => number;
  #head: Head;
  #deals = new Map<string, KeptDeal>();
  #traces = new Map<string, Trace>();

  constructor(storage: Storage | null = browserStorage(), now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
    this.#head = { since: now(), keys: [], older: [] };
    this.refresh();
    this.#writeHead();
  }

  get since(): number {
    return this.#head.since;
  }

  /** Takes in what other tabs have written, and restores what has disappeared. */
  refresh(): void {
    const head = this.#read<Head>(PREFIX);
    if (head) {
      const older = new Map<string, OldDeal>();
      for (const old of [...head.older, ...this.#head.older])
        older.set(old.hash, { ...old, named: old.named ?? older.get(old.hash)?.named ?? null });
      this.#head = {
        since: Math.min(head.since, this.#head.since),
        keys: mergeKeys(head.keys, this.#head.keys),
        older: [...older.values()],
      };
    }
    for (const key of this.#keys(`${PREFIX}.deal.`)) {
      const deal = this.#read<KeptDeal>(key);
      if (deal) this.#deals.set(deal.hash, mergeDeals(deal, this.#deals.get(deal.hash) ?? deal));
    }
    this.restore();
  }

  /** The server's key. Returns the one that it had before, if it has changed lately. */
  meetServer(key: string): string | null {
    const { keys } = this.#head;
    if (keys.at(-1)?.key !== key) {
      keys.push({ key, at: this.#now() });
      this.#writeHead();
    }
    const [before, last] = [keys.at(-2), keys.at(-1)!];
    return before && this.#now() - last.at < NEW_KEY ? before.key : null;
  }

  /** The deal with this transcript. */
  deal(hash: string): KeptDeal | null {
    const kept = this.#deals.get(hash) ?? null;
    const stored = this.#read<KeptDeal>(dealKey(hash));
    if (!stored) return kept;
    const merged = kept ? mergeDeals(stored, kept) : stored;
    this.#deals.set(hash, merged);
    return merged;
  }
  /** Whether a transcript is known, if only by its hash. */
  knows(hash: string): boolean {
    return this.deal(hash) !== null || this.#head.older.some((old) => old.hash === hash);
  }
  /** The deal that was made with the secret behind this commitment. */
  withCommitment(commitment: string): KeptDeal | null {
    return [...this.#deals.values()].find(({ transcript }) => commitmentIn(transcript) === commitment) ?? null;
  }
  /** The deals of one game to which bytes were shown. */
  shownFor(room: string, game: number): KeptDeal[] {
    return this.#sorted().filter((deal) => deal.shown && deal.room === room && deal.game === game);
  }

  /** Keeps a deal. */
  keep(deal: NewDeal): void {
    const fresh: KeptDeal = { dealt: false, heard: deal.at, end: null, left: false, named: null, fault: null, ...deal };
    const known = this.deal(deal.hash);
    this.#write(known ? { ...known, ...deal } : fresh);
    this.#compact();
  }
  /** Notes what has become of a deal. */
  note(hash: string, change: Partial<Pick<KeptDeal, Fate>>): void {
    const known = this.deal(hash);
    const changed = known && Object.entries(change).some(([name, value]) => known[name as keyof KeptDeal] !== value);
    if (changed) this.#write({ ...known, ...change });
  }

  /**
   * The deals that were thrown away before this one, for whatever reason: this browser showed bytes to them, and they were
   * never played or ended without a result. Those of the same game count, and any others that no later game has named.
   */
  thrownAway(hash: string): { deals: KeptDeal[]; count: number } {
    this.refresh();
    const played = this.#deals.get(hash);
    const deals = this.#sorted().filter((deal) => {
      if (deal.hash === hash || !this.#isThrownAway(deal, played)) return false;
      const sameGame = played?.room === deal.room && played.game === deal.game;
      return sameGame || deal.named === null || deal.named === hash;
    });
    const older = this.#head.older.filter((old) => old.thrownAway && (old.named === null || old.named === hash));
    return { deals, count: deals.length + older.length };
  }
  /** A verdict has named what was thrown away before this deal. */
  nameThrownAway(hash: string): void {
    for (const deal of this.thrownAway(hash).deals) if (deal.named === null) this.note(deal.hash, { named: hash });
    if (this.#head.older.some(({ named }) => named === null)) {
      this.#head.older = this.#head.older.map((old) => ({ ...old, named: old.named ?? hash }));
      this.#writeHead();
    }
  }

  #isThrownAway(deal: KeptDeal, played: KeptDeal | undefined): boolean {
    if (!deal.shown || deal.left || deal.end === "result") return false;
    if (deal.end !== null) return true;
    // Not over, as far as this browser knows. Another tab may be playing it; a host that has let it go has thrown it away.
    const laterInRoom = played !== undefined && played.room === deal.room && played.at > deal.at;
    return laterInRoom || this.#now() - deal.heard > (deal.dealt ? QUIET_GAME : QUIET_CEREMONY);
  }

  /** The record of the game that was dealt from a transcript. */
  trace(hash: string): Trace {
    let trace = this.#traces.get(hash);
    if (!trace) {
      trace = new Trace((part, parts) => this.#writeTrace(hash, part, parts));
      this.#traces.set(hash, trace);
    }
    for (const key of this.#keys(traceKey(hash, ""))) {
      const parts = this.#read<TraceParts>(key);
      if (parts) trace.take(parts);
    }
    return trace;
  }

  #sorted(): KeptDeal[] {
    return [...this.#deals.values()].sort((a, b) => a.at - b.at);
  }

  /** The newest are kept whole; of the older ones that they were, and whether they still count. */
  #compact(): void {
    const all = this.#sorted();
    for (const { hash } of all.slice(0, -TRACES)) {
      this.#traces.delete(hash);
      for (const key of this.#keys(traceKey(hash, ""))) this.#remove(key);
    }
    const old = all.slice(0, -WHOLE);
    if (old.length === 0) return;
    for (const deal of old) {
      this.#head.older.push({ hash: deal.hash, thrownAway: this.#isThrownAway(deal, undefined), named: deal.named });
      this.#deals.delete(deal.hash);
      this.#remove(dealKey(deal.hash));
    }
    this.#writeHead();
  }

  #write(deal: KeptDeal): void {
    this.#deals.set(deal.hash, deal);
    this.#put(dealKey(deal.hash), deal);
    this.restore();
  }
  #writeHead(): void {
    this.#put(PREFIX, this.#head);
  }
  #writeTrace(hash: string, part: string, parts: TraceParts): void {
    const key = traceKey(hash, part);
    const before = this.#read<TraceParts>(key);
    this.#put(key, before ? Trace.merge(before, parts) : parts);
    this.restore();
  }

  /** Writes everything again where the storage was emptied under the page. Another tab may have begun a new one since. */
  restore(): void {
    if (this.#storage === null || (this.#read<Head>(PREFIX)?.since ?? Infinity) <= this.#head.since) return;
    this.#writeHead();
    for (const [hash, deal] of this.#deals) this.#put(dealKey(hash), deal);
    for (const [hash, trace] of this.#traces) {
      for (const [part, parts] of trace.parts()) this.#put(traceKey(hash, part), parts);
    }
  }

  #keys(prefix: string): string[] {
    try {
      const storage = this.#storage;
      if (!storage) return [];
      const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
      return keys.filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  }
  #read<T>(key: string): T | null {
    try {
      const text = this.#storage?.getItem(key) ?? null;
      return text === null ? null : (JSON.parse(text) as T);
    } catch {
      return null;
    }
  }
  #put(key: string, value: unknown): void {
    try {
      this.#storage?.setItem(key, JSON.stringify(value));
      this.stored = this.#storage !== null;
    } catch {
      this.stored = false;
    }
  }
  #remove(key: string): void {
    try {
      this.#storage?.removeItem(key);
    } catch {
      this.stored = false;
    }
  }
}
