// The real program on a port of its own, with data of its own, and with a fixed seed: the same deals, bots and codes in
// every run.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.ABOVEBOARD;

/** Programs under way: none of them outlives the journeys. */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

export class TestServer {
  #child = null;
  #data = mkdtempSync(join(tmpdir(), "aboveboard-journey-"));
  #more = [];
  #pace = "at-once";
  #starts = 0;
  seed = 0;
  url = "";

  /**
   * Starts a server. Bots act at once unless `pace` says otherwise, and rate limits are out of the way. `more`: options of
   * the program, also after a restart.
   */
  static async start({ seed, pace = "at-once", listen = "127.0.0.1:0", more = [] }) {
    if (!PROGRAM) throw new Error("ABOVEBOARD must say where the program is: use `cargo xtask browser`");
    const server = new TestServer();
    server.seed = seed;
    server.#more = more;
    server.#pace = pace;
    await server.#spawn(listen);
    return server;
  }

  async #spawn(listen) {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ABOVEBOARD_")));
    const args = ["serve", "--listen", listen, "--data-dir", this.#data, "--bot-pace", this.#pace];
    // A restarted program draws other numbers than before, or it would give out the same ids twice.
    args.push("--seed", String(this.seed + 1_000_000 * this.#starts));
    this.#starts += 1;
    // Bots that are asked at the same time answer one after the other, always in the same order.
    args.push("--bot-threads", "1");
    args.push("--limits", "off", "--log", "warn", ...this.#more);
    const child = spawn(PROGRAM, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    createInterface(child.stderr).on("line", (line) => {
      // Every seeded program says so; whatever else it has to say is worth reading.
      if (!line.includes("follows from the seed")) console.error(line);
    });
    this.#child = child;
    running.add(child);
    child.once("exit", () => running.delete(child));
    const lines = createInterface(child.stdout);
    const [first] = await Promise.race([once(lines, "line"), once(child, "exit")]);
    if (typeof first !== "string" || !first.startsWith("listening on ")) {
      throw new Error("the program ended at once; it must be built with `--features seeded`");
    }
    this.url = first.replace("listening on ", "");
  }

  /** The secret key that it signs with, 64 digits: what a dishonest host has. */
  get signingKey() {
    return readFileSync(join(this.#data, "server.key"), "utf8").trim();
  }

  /** Ends the program as a power cut does. */
  async kill() {
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  /** Makes it silent: its port takes connections, and nothing is answered. */
  freeze() {
    this.#child.kill("SIGSTOP");
  }

  thaw() {
    this.#child.kill("SIGCONT");
  }

  /** Starts it again where it was. */
  async restart({ pace = this.#pace } = {}) {
    this.#pace = pace;
    await this.#spawn(new URL(this.url).host);
  }

  async close() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}
