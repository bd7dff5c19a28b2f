// A host of files: it knows nothing but a folder, and hands it out below a path. It has no fallback for other paths, no packed
// files and few types, as the plainest servers do.

import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

export class StaticServer {
  #server;
  /** Every path that was asked for and is not there. */
  missing = [];
  seed = 0;
  url = "";

  /** Hands out `folder` below `path`, which begins and ends with a slash. */
  static async start({ folder, path, seed }) {
    const host = new StaticServer();
    host.seed = seed;
    host.#server = createServer((request, response) => host.#answer(folder, path, request, response));
    host.#server.listen(0, "127.0.0.1");
    await once(host.#server, "listening");
    host.url = `http://127.0.0.1:${host.#server.address().port}`;
    return host;
  }

  #answer(folder, path, request, response) {
    const { pathname } = new URL(request.url, "http://host");
    const inside = pathname.startsWith(path) ? normalize(pathname.slice(path.length)) : null;
    const file =
      inside === null || inside.startsWith("..") ? null : join(folder, pathname.endsWith("/") ? join(inside, "index.html") : inside);
    if (request.method !== "GET" || !file || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      this.missing.push(`${request.method} ${pathname}`);
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not found</h1>");
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  }

  async close() {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
