// Keeps the shell for the next visit: the page and its files, never anything of a game. What the card room
// says (/api, /ws) always comes from the card room.

const CACHE = "shell-1";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.add("/"))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

// The newest page if there is a network, else the one that was kept; every path has the same page.
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    const isPage = fresh.ok && (fresh.headers.get("content-type") ?? "").startsWith("text/html");
    if (isPage) await cache.put("/", fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match("/");
    if (kept) return kept;
    throw error;
  }
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

// One file after the other: whatever the page wants meanwhile comes first.
async function keepAll() {
  const answer = await fetch("/files.json", { cache: "no-store" });
  if (!answer.ok) return;
  const files = await answer.json();
  const cache = await caches.open(CACHE);
  for (const file of files) {
    if (await cache.match(file)) continue;
    const fresh = await fetch(file, { priority: "low" });
    if (fresh.ok) await cache.put(file, fresh);
  }
  // Files of older versions are of no use any more.
  const known = new Set(files);
  const old = (await cache.keys()).filter(({ url }) => isAsset(url) && !known.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

const isAsset = (url) => new URL(url).pathname.startsWith("/assets/");

// The rules of all games. Large, needed without a network, and so kept whatever else is forgotten.
const isModule = ({ url }) => new URL(url).pathname.endsWith(".wasm");

// More than one version has, so that nothing of the current one is forgotten.
const MOST_FILES = 400;

// Old versions do not pile up. `newest`: the address of a module that has just come; older ones are of no use any more.
async function forget(cache, newest) {
  const kept = (await cache.keys()).filter(({ url }) => isAsset(url));
  const small = kept.filter((request) => !isModule(request));
  const modules = newest === null ? [] : kept.filter((request) => isModule(request) && request.url !== newest);
  await Promise.all([...small.slice(0, -MOST_FILES), ...modules].map((request) => cache.delete(request)));
}
