// Somebody with a browser. Whatever goes wrong in it is remembered: scripts that fail, rules of the page's security that
// are broken, files from elsewhere.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { finger, mouse } from "./input.mjs";
import { pageScript } from "./page-script.mjs";
import { fixRandomness } from "./randomness.mjs";
import { follow, timeout } from "./timeouts.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1366, height: 900 };
export const NARROW = { width: 320, height: 640 };

/** Puts somebody between the server and the page who changes updates. */
function tamperWith(socket, change) {
  socket.connectToServer().onMessage((message) => {
    const said = JSON.parse(String(message));
    if (said.update) change(said.update);
    socket.send(JSON.stringify(said));
  });
}

export class Person {
  /** The folder for pictures; null: none are made, because they take a tenth of all time. */
  static pictures = null;
  /** What went wrong, in words. */
  troubles = [];
  /** Every frame that came over the page's WebSockets, as text. */
  frames = [];
  /** Trouble that a journey makes on purpose. */
  #excused = [];
  #unfollow = null;
  /** Where its device is changed. */
  #device = null;

  constructor(context, page, server, way) {
    this.context = context;
    this.page = page;
    this.server = server;
    /** Mouse or finger, whichever this browser has. */
    this.way = way;
  }

  /** `tamper`: changes every update on its way to the page, as a dishonest server would. `mobile`: a phone for good; one that becomes a desktop is not. `number`: which person at this server it is; with the server's seed it decides what the browser draws. */
  static async arrive(
    browser,
    server,
    { viewport = DESKTOP, touch = false, mobile = touch, dark = false, still = false, name, number = 0, tamper } = {},
  ) {
    const context = await browser.newContext({
      viewport,
      hasTouch: touch,
      isMobile: mobile,
      deviceScaleFactor: 1,
      colorScheme: dark ? "dark" : "light",
      reducedMotion: still ? "reduce" : "no-preference",
      locale: "en-GB",
    });
    // Before the script of the page, which follows what the page is shown and not what was sent.
    if (tamper) await context.routeWebSocket(/\/ws$/, (socket) => tamperWith(socket, tamper));
    await context.addInitScript(fixRandomness, { who: `${server.seed}:${number}` });
    await context.addInitScript(pageScript);
    if (name) {
      await context.addInitScript((name) => {
        if (localStorage.getItem("aboveboard.name") === null) {
          localStorage.setItem("aboveboard.name", JSON.stringify(name));
          localStorage.setItem("aboveboard.avatar", JSON.stringify("🦊"));
        }
      }, name);
    }
    const person = new Person(context, await context.newPage(), server, touch ? finger : mouse);
    person.#unfollow = follow((ms) => context.setDefaultTimeout(ms));
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
      const own = [this.server.url, this.server.url.replace("http", "ws")].includes(url.origin);
      if (!own && url.protocol !== "data:" && url.protocol !== "blob:") trouble(`from elsewhere: ${request.url()}`);
    });
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.frames.push(String(payload))));
  }

  /** From now on this is expected. */
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
    return this.page.goto(this.server.url + path);
  }

  /** Presses what the locator finds. */
  press(locator, at) {
    return this.way.press(this.page, locator, at);
  }

  /** Presses the button with exactly this name. */
  button(name) {
    return this.press(this.page.getByRole("button", { name, exact: true }).first());
  }

  /** Resolves when nothing on the page moves, and what has changed has been drawn. */
  atRest() {
    return this.page.evaluate((ms) => globalThis.journey.atRest(ms), timeout.short);
  }

  /** The system asks for light or dark colours, and the page has followed. */
  async prefer(scheme) {
    await this.page.emulateMedia({ colorScheme: scheme });
    await this.page.waitForFunction((scheme) => document.documentElement.dataset.theme === scheme, scheme);
  }

  /** Another window for the same page, as if it had moved to another device.. */
  async resize({ viewport, touch }) {
    this.#device ??= await this.context.newCDPSession(this.page);
    await this.page.setViewportSize(viewport);
    await this.#device.send("Emulation.setTouchEmulationEnabled", { enabled: touch, maxTouchPoints: touch ? 1 : undefined });
    await this.page.waitForFunction((width) => innerWidth === width, viewport.width);
  }

  get makesPictures() {
    return Person.pictures !== null;
  }

  /** Writes a picture of the screen for people to look at, where the run is asked for pictures. */
  async picture(name, options = {}) {
    if (Person.pictures) await this.page.screenshot({ path: join(Person.pictures, `${name}.png`), ...options });
  }

  /** What axe finds wrong on the screen as it is. */
  async axe() {
    // Colours are judged at rest.
    await this.atRest();
    // Once per document: the library is half a megabyte.
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(AXE);
    return this.page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")}; ${failureSummary?.replaceAll("\n", " ")}`),
      );
    });
  }

  async leave() {
    this.#unfollow();
    await this.context.close();
  }
}
