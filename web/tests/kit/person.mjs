// Somebody with a browser. Whatever goes wrong in it is remembered: scripts that fail, rules of the page's
// security that are broken, files from elsewhere.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1366, height: 900 };
export const NARROW = { width: 320, height: 640 };

export class Person {
  /** What went wrong, in words. */
  troubles = [];
  /** Every frame that came over the page's WebSockets, as text. */
  frames = [];
  /** Trouble that a journey makes on purpose. */
  #excused = [];

  constructor(context, page, house) {
    this.context = context;
    this.page = page;
    this.house = house;
  }

  static async arrive(browser, house, { viewport = DESKTOP, touch = false, dark = false, still = false, name } = {}) {
    const context = await browser.newContext({
      viewport,
      hasTouch: touch,
      isMobile: touch,
      deviceScaleFactor: 1,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: still ? "reduce" : "no-preference",
      locale: "en-GB",
    });
    await context.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
      });
    });
    if (name) {
      await context.addInitScript((name) => {
        if (localStorage.getItem("aboveboard.name") === null) {
          localStorage.setItem("aboveboard.name", JSON.stringify(name));
          localStorage.setItem("aboveboard.avatar", JSON.stringify("🦊"));
        }
      }, name);
    }
    context.setDefaultTimeout(10_000);
    const person = new Person(context, await context.newPage(), house);
    person.#listen();
    return person;
  }

  #listen() {
    const { page } = this;
    const trouble = (text) => {
      if (!this.#excused.some((pattern) => pattern.test(text))) this.troubles.push(text);
    };
    page.on("pageerror", (error) => trouble(`script: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") trouble(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const own = [this.house.url, this.house.url.replace("http", "ws")].includes(url.origin);
      if (!own && url.protocol !== "data:" && url.protocol !== "blob:") trouble(`from elsewhere: ${request.url()}`);
    });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.frames.push(String(payload))));
  }

  /** From now on this is no trouble. */
  excuse(...patterns) {
    this.#excused.push(...patterns);
  }

  /** A new window in the same browser. */
  async reopen(url) {
    this.page = await this.context.newPage();
    this.#listen();
    await this.page.goto(url);
  }

  go(path) {
    return this.page.goto(this.house.url + path);
  }

  /** What axe finds wrong on the screen as it is. */
  async axe() {
    // Colours are judged at rest.
    await this.page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    await this.page.evaluate(AXE);
    const { violations } = await this.page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}; ${failureSummary?.replaceAll("\n", " ")}`),
    );
  }

  async leave() {
    await this.context.close();
  }
}
