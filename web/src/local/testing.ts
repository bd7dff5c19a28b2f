// For tests: a worker that works where the test does, with the module or a stand-in for it.

import type { Asked } from "../rules-module/desk";
import type { Port } from "./client";
import { Host } from "./host";
import type { FromWorker, ToWorker } from "./protocol";
import { Store } from "./store";

export interface TestParts {
  rules: () => Asked;
  /** The name of the database. */
  store: string;
  openStore?: (name: string) => Promise<Store>;
}

/** The workers under way: they know of each other as pages of one browser do. */
const all = new Set<RoomWorker>();

export class RoomWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  ended = false;
  logged: string[] = [];
  #host: Host;

  constructor({ rules, store, openStore = (name) => Store.open(name) }: TestParts) {
    all.add(this);
    this.#host = new Host({
      post: (message: FromWorker) => {
        if (!this.ended) this.onmessage?.({ data: message });
      },
      load: () => Promise.resolve(rules()),
      store: () => openStore(store),
      random: () => "09".repeat(32),
      announce: (room) => {
        for (const other of all) if (other !== this && !other.ended) other.#host.taken(room);
      },
      now: () => Date.now(),
      log: (text) => this.logged.push(text),
    });
  }

  postMessage(message: ToWorker): void {
    setTimeout(() => this.ended || this.#host.hear(message));
  }
  terminate(): void {
    this.ended = true;
    all.delete(this);
  }
}
