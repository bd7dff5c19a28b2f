// The service worker (public/sw.js) with a cache and a network that the test has in its hands.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import script from "../../public/sw.js?raw";

type Handler = (event: object) => void;
type Asked = string | { url: string };
const addressOf = (asked: Asked): string => (typeof asked === "string" ? asked : asked.url);

/** A cache, as far as the worker needs one. */
class TestCache {
  kept = new Map<string, Response>();
  match = async (asked: Asked) => this.kept.get(addressOf(asked))?.clone();
  put = async (asked: Asked, answer: Response) => void this.kept.set(addressOf(asked), answer);
  delete = async (asked: Asked) => this.kept.delete(addressOf(asked));
  keys = async () => [...this.kept.keys()].map((url) => ({ url }));
}

/** A browser with the worker in it. `server`: answers by path below the folder; what it does not have is a 404. */
class Browser {
  handlers = new Map<string, Handler>();
  caches = new Map<string, TestCache>();
  server: Record<string, string> = {};
  /** How a request ends: it is answered, fails, or waits for ever. */
  network: "there" | "away" | "silent" = "there";

  constructor(readonly home: string) {
    const cacheOf = (name: string) => {
      if (!this.caches.has(name)) this.caches.set(name, new TestCache());
      return this.caches.get(name)!;
    };
    const self = {
      addEventListener: (name: string, handler: Handler) => this.handlers.set(name, handler),
      skipWaiting: () => Promise.resolve(),
      clients: { claim: () => Promise.resolve() },
    };
    const storage = {
      open: (name: string) => Promise.resolve(cacheOf(name)),
      keys: () => Promise.resolve([...this.caches.keys()]),
      delete: (name: string) => Promise.resolve(this.caches.delete(name)),
    };
    const fetch = (asked: Asked) => this.#fetch(addressOf(asked));
    // The worker has no imports and no exports, so that a browser can run it as it is.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
    new Function("self", "caches", "fetch", "location", script)(self, storage, fetch, { href: `${home}sw.js` });
  }

  #fetch(url: string): Promise<Response> {
    if (this.network === "away") return Promise.reject(new TypeError("Failed to fetch"));
    if (this.network === "silent") return new Promise(() => {});
    const text = this.server[url.slice(this.home.length)];
    const type = url.endsWith("/") ? "text/html" : "text/plain";
    return Promise.resolve(
      text === undefined ? new Response("", { status: 404 }) : new Response(text, { headers: { "content-type": type } }),
    );
  }

  /** What the worker does with an event, to its end; the answer to a request, if it gives one. */
  async #happen(name: string, event: object): Promise<Response | undefined> {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    const respondWith = (promise: Promise<Response>) => (answer = promise);
    this.handlers.get(name)!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work), respondWith });
    const answered = await answer;
    if (this.network !== "silent") await Promise.all(waits);
    return answered;
  }

  request = (path: string, mode = "no-cors") => this.#happen("fetch", { request: { url: this.home + path, method: "GET", mode } });
  /** What somebody sees who opens the page. */
  async open(path = ""): Promise<string | undefined> {
    return (await this.request(path, "navigate"))?.text();
  }
  keep = () => this.#happen("message", { data: "keep" });
  activate = () => this.#happen("activate", {});
  get kept(): string[] {
    const [cache] = [...this.caches.values()];
    return [...(cache?.kept.keys() ?? [])].map((url) => url.slice(this.home.length)).sort();
  }
}

/** A version of the page: the page itself and two files, one of them needed later. */
const version = (name: string): Record<string, string> => ({
  "": `<script type="module" src="./assets/index-${name}.js"></script>`,
  "files.json": JSON.stringify([`assets/index-${name}.js`, `assets/rules-${name}.wasm`]),
  [`assets/index-${name}.js`]: name,
  [`assets/rules-${name}.wasm`]: name,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe.each(["https://cards.example.org/", "https://example.org/~ann/cards/"])("the service worker of %s", (home) => {
  it("keeps a page with all of its files", async () => {
    const browser = new Browser(home);
    browser.server = version("one");
    await browser.keep();
    browser.network = "away";
    expect(await browser.open()).toContain("index-one");
    expect(await (await browser.request("assets/rules-one.wasm"))?.text()).toBe("one");
  });

  it("changes to a new version only with all of its files", async () => {
    const browser = new Browser(home);
    browser.server = version("one");
    await browser.keep();
    // A short visit to the next version: the page, its first file and its rules.
    browser.server = version("two");
    expect(await browser.open()).toContain("index-two");
    await browser.request("assets/index-two.js");
    await browser.request("assets/rules-two.wasm");
    browser.network = "away";
    expect(await browser.open()).toContain("index-one");
    expect(await (await browser.request("assets/index-one.js"))?.text()).toBe("one");
    expect(await (await browser.request("assets/rules-one.wasm"))?.text()).toBe("one");
    // A longer one.
    browser.network = "there";
    await browser.keep();
    browser.network = "away";
    expect(await browser.open()).toContain("index-two");
    expect(browser.kept).toEqual(["", "assets/index-two.js", "assets/rules-two.wasm", "files.json"]);
  });

  it("stays with the old version where the new one is not whole, or is two", async () => {
    const browser = new Browser(home);
    browser.server = version("one");
    await browser.keep();
    const { "assets/rules-two.wasm": _, ...incomplete } = version("two");
    for (const server of [incomplete, { ...version("two"), "files.json": version("one")["files.json"]! }]) {
      browser.server = server;
      browser.network = "there";
      await browser.keep();
      browser.network = "away";
      expect(await browser.open()).toContain("index-one");
    }
  });

  it("has a page from the first visit on, before everything is kept", async () => {
    const browser = new Browser(home);
    browser.server = version("one");
    await browser.open();
    browser.server = version("two");
    await browser.open();
    browser.network = "away";
    expect(await browser.open()).toContain("index-two");
  });

  it("does not wait for a server that does not answer", async () => {
    const browser = new Browser(home);
    browser.server = version("one");
    await browser.keep();
    browser.network = "silent";
    let shown: string | undefined;
    const opening = browser.open().then((page) => (shown = page));
    await vi.advanceTimersByTimeAsync(2900);
    expect(shown).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    await opening;
    expect(shown).toContain("index-one");
  });

  it("leaves the card room's answers alone, and other folders of the host", async () => {
    const browser = new Browser(home);
    browser.network = "away";
    expect(await browser.request("api/games")).toBeUndefined();
    expect(await browser.request("api/played/1/proof", "navigate")).toBeUndefined();
    const own = `shell-1 ${new URL(home).pathname}`;
    for (const name of ["shell-2 /elsewhere/", "photos", own]) browser.caches.set(name, new TestCache());
    await browser.activate();
    expect([...browser.caches.keys()]).toEqual(["shell-2 /elsewhere/", "photos"]);
  });
});
