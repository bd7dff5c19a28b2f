// For tests: a worker that works where the test does, with the module or a stand-in for it.

import type { Port } from "../client";
import { type Asked, Desk } from "../desk";
import type { FromWorker, ToWorker } from "../protocol";

/** What a worker loads; throws if it cannot. */
export type Load = (source: string | WebAssembly.Module) => Asked | Promise<Asked>;

export class TestWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  ended = false;
  heard: ToWorker[] = [];
  #desk: Desk;

  constructor(load: Load) {
    const post = (message: FromWorker) => {
      if (!this.ended) this.onmessage?.({ data: message });
    };
    this.#desk = new Desk({
      post,
      load: async (source) => ({ module: typeof source === "string" ? null : source, rules: await load(source) }),
      later: (work) => setTimeout(() => this.ended || work()),
    });
  }

  // As between threads, nothing arrives while something is being said.
  postMessage(message: ToWorker): void {
    this.heard.push(message);
    setTimeout(() => this.ended || this.#desk.hear(message));
  }
  terminate(): void {
    this.ended = true;
  }
}
