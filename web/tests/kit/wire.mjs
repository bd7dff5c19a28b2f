// The network between a page and a server, which can go dead: packets are dropped, and neither end notices.

import { once } from "node:events";
import { connect, createServer } from "node:net";

export class Wire {
  #server;
  #lines = new Set();
  #blocked = false;
  /** How many connections were tried while nothing gets through. */
  attempts = 0;
  seed = 0;
  url = "";

  /** A wire to this server. People arrive at it as they would at the server. */
  static async to(server) {
    const wire = new Wire();
    const { port } = new URL(server.url);
    wire.seed = server.seed;
    wire.#server = createServer((near) => wire.#lay(near, Number(port)));
    wire.#server.listen(0, "127.0.0.1");
    await once(wire.#server, "listening");
    wire.url = `http://127.0.0.1:${wire.#server.address().port}`;
    return wire;
  }

  #lay(near, port) {
    const line = { near, far: connect(port, "127.0.0.1"), dead: this.#blocked };
    if (this.#blocked) this.attempts += 1;
    this.#lines.add(line);
    for (const [from, to] of [
      [line.near, line.far],
      [line.far, line.near],
    ]) {
      from.on("data", (bytes) => line.dead || to.write(bytes));
      from.on("close", () => {
        if (!line.dead) to.destroy();
        this.#lines.delete(line);
      });
      // A connection that ends is part of the game here.
      from.on("error", () => from.destroy());
    }
  }

  /** Every connection goes dead; new ones work, as after a change of the network. */
  cut() {
    for (const line of this.#lines) line.dead = true;
  }

  /** Nothing gets through any more, on new connections either. */
  block() {
    this.#blocked = true;
    this.attempts = 0;
    this.cut();
  }

  unblock() {
    this.#blocked = false;
  }

  async close() {
    for (const { near, far } of this.#lines) {
      near.destroy();
      far.destroy();
    }
    const closed = once(this.#server, "close");
    this.#server.close();
    await closed;
  }
}
