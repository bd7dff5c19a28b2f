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
    await forget(cache);
  }
  return fresh;
}

// Old versions do not pile up.
async function forget(cache) {
  const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  await Promise.all(kept.slice(0, -80).map((request) => cache.delete(request)));
}
