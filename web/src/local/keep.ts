// Everything that playing without a server needs is fetched while there is one.

import { isGoodConnection, type Network } from "../rules-module/network";

/** Stores all files for use without a network, where the connection is good or the page is installed. */
export function keepFiles(): void {
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  if (!isInstalled && !isGoodConnection((navigator as { connection?: Network }).connection)) return;
  const worker = navigator.serviceWorker?.controller;
  if (worker) worker.postMessage("keep");
  // Without a service worker, as on plain http, a page that stays open can still play if it has the rules.
  else void import(".").then(({ ready }) => ready()).catch(() => {});
}
