// Keeps the page for when there is no network: one whole version of it, never anything of a game. What the card room says
// (/api, /ws) always comes from the card room. The page may lie in a folder of a host that has other pages, too.

/** The folder of the page: everything is relative to it. */
const HOME = new URL("./", location.href).href;
const SUFFIX = ` ${new URL(HOME).pathname}`;
const CACHE = `shell-2${SUFFIX}`;
/** The list of the files of a version. It is kept last: where it is, everything that it names is there, with its page. */
const LIST = new URL("files.json", HOME).href;
const API = new URL("api/", HOME).href;
const ASSETS = new URL("assets/", HOME).href;

/** How long the server has to send the page before the one that was kept is shown, in milliseconds. */
const PATIENCE = 3000;
/** What a proxy says while there is no server behind it. */
const GATEWAY = [502, 503, 504];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then(async (cache) => (await cache.match(HOME)) ?? cache.add(HOME))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  // Other folders of the host have caches of their own. The first cache of card rooms had no folder in its name.
  const isOurs = (name) => (name.startsWith("shell-") && name.endsWith(SUFFIX)) || (name === "shell-1" && SUFFIX === " /");
  const isOld = (name) => name !== CACHE && isOurs(name);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // A download is a navigation, too.
  if (request.method !== "GET" || !request.url.startsWith(HOME) || request.url.startsWith(API)) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (isAsset(request)) event.respondWith(asset(request));
});

// The newest page if the server sends it in time, else the one that was kept; every path has the same page.
async function page(event) {
  const cache = await caches.open(CACHE);
  const coming = fetch(event.request);
  event.waitUntil(coming.then((fresh) => keepFirst(cache, fresh.clone())).catch(() => {}));
  const kept = await cache.match(HOME);
  if (!kept) return coming;
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  const fresh = await Promise.race([coming, late]).catch(() => null);
  return fresh && !GATEWAY.includes(fresh.status) ? fresh : kept;
}

// Until a whole version is kept, the last page that was seen is better than none. Afterwards a page is kept with its files only:
// those of a version that was visited for a moment are not all here.
async function keepFirst(cache, fresh) {
  const isPage = fresh.ok && (fresh.headers.get("content-type") ?? "").startsWith("text/html");
  if (isPage && !(await cache.match(LIST))) await cache.put(HOME, fresh);
}

// Names of these files change with their contents: one that is kept is right.
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) {
    await cache.put(request, fresh.clone());
    await forget(cache, isModule(request) ? request.url : null);
  }
  return fresh;
}

// A page that has nothing else to do asks for everything, so that it can be opened and played without a network.
self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepAll());
});

// One file after the other: whatever the page wants meanwhile comes first. The kept page changes when all of its files are here.
async function keepAll() {
  const [list, fresh] = await Promise.all([LIST, HOME].map((url) => fetch(url, { cache: "no-store" })));
  if (!list.ok || !fresh.ok) return;
  const files = await filesOf(list.clone());
  // While a server is replaced, page and list may come from two versions.
  const named = namedBy(await fresh.clone().text());
  if (named.length === 0 || !named.every((file) => files.has(file))) return;
  const cache = await caches.open(CACHE);
  for (const file of files) {
    if (await cache.match(file)) continue;
    const answer = await fetch(file, { priority: "low" });
    if (!answer.ok) return;
    await cache.put(file, answer);
  }
  await cache.put(HOME, fresh);
  await cache.put(LIST, list);
  // Files of older versions are of no use any more.
  const old = (await cache.keys()).filter((request) => isAsset(request) && !files.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

const filesOf = async (list) => new Set((await list.json()).map((file) => new URL(file, HOME).href));

/** The files that a page names in its HTML. */
const namedBy = (html) => [...html.matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g)].map(([, file]) => new URL(file, HOME).href);

const isAsset = ({ url }) => url.startsWith(ASSETS);

// The rules of all games. Large, needed without a network, and so kept whatever else is forgotten.
const isModule = ({ url }) => new URL(url).pathname.endsWith(".wasm");

// More than one version has, so that nothing of the current one is forgotten.
const MOST_FILES = 400;

// Old versions do not pile up, and the one that is kept stays whole. `newest`: the address of a module that has just come; other
// modules that do not belong to the kept version are of no use any more.
async function forget(cache, newest) {
  const list = await cache.match(LIST);
  const whole = list ? await filesOf(list) : new Set();
  const loose = (await cache.keys()).filter((request) => isAsset(request) && !whole.has(request.url));
  const small = loose.filter((request) => !isModule(request));
  const modules = newest === null ? [] : loose.filter((request) => isModule(request) && request.url !== newest);
  await Promise.all([...small.slice(0, -MOST_FILES), ...modules].map((request) => cache.delete(request)));
}
