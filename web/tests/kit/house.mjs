// The real program on a port of its own, with data of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.ABOVEBOARD;

export class House {
  #child = null;
  #data = mkdtempSync(join(tmpdir(), "aboveboard-journey-"));
  #more = [];
  url = "";

  /**
   * Opens a house; bots act at once unless told otherwise, and nobody is held back for opening many rooms. `more`: options
   * of the program, also after a restart.
   */
  static async open({ pace = "at-once", listen = "127.0.0.1:0", more = [] } = {}) {
    if (!PROGRAM) throw new Error("ABOVEBOARD must say where the program is: use `cargo xtask browser`");
    const house = new House();
    house.#more = more;
    await house.#start(listen, pace);
    return house;
  }

  async #start(listen, pace) {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ABOVEBOARD_")));
    const args = ["serve", "--listen", listen, "--data-dir", this.#data, "--bot-pace", pace];
    args.push("--rooms-per-minute", "1000", "--history-per-minute", "1000", "--log", "warn", ...this.#more);
    const child = spawn(PROGRAM, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const ended = once(child, "exit").then(() => Promise.reject(new Error("the program ended at once")));
    const [first] = await Promise.race([once(createInterface(child.stdout), "line"), ended]);
    ended.catch(() => {});
    this.url = first.replace("listening on ", "");
  }

  /** Ends the program as a power cut does. */
  async kill() {
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  /** Starts it again where it was. */
  async restart({ pace = "at-once" } = {}) {
    await this.#start(new URL(this.url).host, pace);
  }

  async close() {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}
