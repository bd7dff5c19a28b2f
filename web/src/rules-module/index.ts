// The rules of all games in this browser: the same Rust as on the server, as a WebAssembly module in one worker. Nothing here
// loads anything until somebody asks, or the page is idle (`prepareRules`).

import { type Port, RulesClient } from "./client";
import { isGoodConnection, type Network } from "./network";
import { isSupported, source } from "./source";

const spawn = () => new Worker(new URL("./rules-worker.ts", import.meta.url), { type: "module", name: "rules" }) as Port;

export const rules = new RulesClient(isSupported ? spawn : null, source);

/** Loads the module when the page has nothing else to do, where the connection is good. */
export function prepareRules(): void {
  if (!isGoodConnection((navigator as { connection?: Network }).connection)) return;
  const soon = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 300));
  soon(() => rules.prepare());
}
