// A browser without a network: the page was kept, and games are played on the device.

import { HAS_RULES } from "./rules.mjs";
import { timeout } from "./timeouts.mjs";

/** What a browser says of requests that find no server. */
const UNREACHABLE = [/ERR_CONNECTION_REFUSED/, /ERR_INTERNET_DISCONNECTED/, /net::ERR_FAILED/, /Failed to fetch/, /FetchEvent/];

export const AWAY = HAS_RULES
  ? "No connection. You can play with bots on this device."
  : "No connection. This page was built without the rules, so it can't play on this device.";

/** Bots on the device act at once. */
export const hurryBots = (person) =>
  person.context.addInitScript(() => localStorage.setItem("aboveboard.bot-pace", JSON.stringify("at_once")));

/** Opens the page, and waits until the service worker has kept all of its files. */
export async function install(person, path = "/") {
  const { page } = person;
  await person.go(path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(allKept, timeout.long);
}

/** Runs in the page: resolves once the service worker has all files of this version. */
async function allKept(ms) {
  const home = new URL("./", location.href);
  const files = await (await fetch("files.json")).json();
  const cache = await caches.open(`shell-2 ${home.pathname}`);
  for (const began = Date.now(); ;) {
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    // The list itself comes last, after the page.
    const missing = [...files, "files.json"].filter((file) => !kept.has(new URL(file, home).href));
    if (missing.length === 0) return;
    if (Date.now() - began > ms)
      throw new Error(`${missing.length} of ${files.length} files are not kept: ${missing.slice(0, 5).join(", ")}`);
    await globalThis.journey.news();
  }
}

/** Aeroplane mode: the browser has no network, and the server is gone too, for a service worker that would not notice. */
export async function takeOff(person, server) {
  person.excuse(...UNREACHABLE);
  await server.kill();
  await person.context.setOffline(true);
}

/** The server is gone, and the browser's network is not. */
export async function loseServer(person, server) {
  person.excuse(...UNREACHABLE);
  await server.kill();
}

/** Opens the home page without a server, which says so. */
export async function goHome(person) {
  await person.go("/");
  await person.page.getByText(AWAY).waitFor();
}
