// What runs inside every page before the page's own scripts: a record of what the page sends and how it changes, and the
// search for what a player can press. `pageScript` is sent to the browser as text, so it uses nothing from
// outside itself.

export function pageScript() {
  addEventListener("securitypolicyviolation", (event) => {
    console.error(`security policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
  });

  addEventListener("transitionrun", ({ propertyName, target }) => {
    if (document.documentElement.dataset.motion !== "off") return;
    console.error(`${propertyName} moves although motion is off: ${describe(target)}`);
  });

  // ---- what the page sends, receives and changes ------------------------------------------------

  const state = {
    /** Messages sent to tables, and those without an answer, by id. */
    sent: 0,
    pending: new Map(),
    received: 0,
    /** The version that the page has been shown, and the one that the last answer was about. */
    version: 0,
    answered: 0,
    /** Changes of the document, clocks aside. */
    changes: 0,
    /** Inputs that change a value without changing the document. */
    inputs: 0,
    /** The press under way. */
    press: null,
    /** What the next press is meant for. */
    target: null,
  };
  const wakers = new Set();
  const wake = () => {
    for (const waker of wakers) waker();
    wakers.clear();
  };

  // A table is reached over a socket, or in a worker of the page where there is no server.
  let latest = null;
  const line = {
    begin(one) {
      // Another table counts its versions from the beginning: an answer of the one before says nothing about it.
      latest = one;
      state.answered = 0;
    },
    hear(one, text) {
      state.received += 1;
      const message = JSON.parse(text);
      const answer = message.ok ?? message.err;
      if (answer?.id) state.pending.delete(answer.id);
      if (latest === one && message.ok?.version) state.answered = Math.max(state.answered, message.ok.version);
      if (latest === one && message.update?.seq !== undefined) state.version = message.update.seq;
      // After the end of a room nothing follows.
      if (message.closed) state.answered = 0;
      setTimeout(wake);
    },
    send(text) {
      state.sent += 1;
      const { id } = JSON.parse(text);
      if (id) state.pending.set(id, text);
    },
    close() {
      // A page that closes its line waits for nothing any more; what it repeats on the next one is noted there.
      state.pending.clear();
      state.answered = 0;
    },
  };

  const NativeSocket = globalThis.WebSocket;
  globalThis.WebSocket = class WebSocket extends NativeSocket {
    constructor(...args) {
      super(...args);
      line.begin(this);
      this.addEventListener("message", ({ data }) => line.hear(this, String(data)));
    }
    send(data) {
      line.send(String(data));
      super.send(data);
    }
    close(...args) {
      line.close();
      super.close(...args);
    }
  };

  const NativeWorker = globalThis.Worker;
  globalThis.Worker = class Worker extends NativeWorker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        for (const text of data.frames ?? []) line.hear(data.line, text);
      });
    }
    postMessage(message, ...more) {
      if (message.room) line.begin(message.line);
      if (message.send) line.send(message.send);
      if (message.close) line.close();
      super.postMessage(message, ...more);
    }
  };

  const CLOCKS = ".clock";
  const isClock = ({ target }) => Boolean((target instanceof Element ? target : target.parentElement)?.closest(CLOCKS));
  new MutationObserver((records) => {
    if (!records.every(isClock)) state.changes += 1;
    wake();
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const kind of ["input", "change", "toggle"]) addEventListener(kind, () => (state.inputs += 1), true);

  // A file that is made for a download changes nothing on the page either.
  const { createObjectURL } = URL;
  URL.createObjectURL = (...args) => {
    state.inputs += 1;
    return createObjectURL.apply(URL, args);
  };

  // What the browser itself has moved: a press that misses says so.
  const shifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime, sources } of list.getEntries()) {
      for (const { node, previousRect, currentRect } of sources) {
        const from = [previousRect.x, previousRect.y, previousRect.width, previousRect.height].map(Math.round);
        const to = [currentRect.x, currentRect.y, currentRect.width, currentRect.height].map(Math.round);
        shifts.push({ startTime, text: `${describe(node instanceof Element ? node : node?.parentElement)} from ${from} to ${to}` });
      }
    }
    shifts.splice(0, shifts.length - 20);
  }).observe({ type: "layout-shift" });

  /** Resolves at the next frame, or after a second if the browser draws none, so that loops still see time pass. */
  const frame = () =>
    new Promise((done) => {
      const timer = setTimeout(done, 1000);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        done();
      });
    });
  /** Resolves at the next change of the page or message, or after a while. */
  const news = (ms = 200) =>
    new Promise((done) => {
      const timer = setTimeout(done, ms);
      wakers.add(() => {
        clearTimeout(timer);
        void frame().then(done);
      });
    });
  /** Fails when nothing at all has happened for `ms`, or after ten minutes. */
  const progress = (ms, what) => {
    const began = performance.now();
    let last = { at: began, of: "" };
    return () => {
      const now = performance.now();
      const of = `${state.received} ${state.changes} ${state.sent} ${location.href}`;
      if (of !== last.of) last = { at: now, of };
      if (now - last.at > ms || now - began > 600_000) throw new Error(what());
    };
  };

  const describe = (element) => {
    if (!element) return "nothing";
    const { outerHTML } = element.cloneNode(false);
    const text = (element.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 40);
    return `${outerHTML.slice(0, 160)} “${text}”`;
  };

  /** Resolves when every animation on the page has ended, and what has changed has been drawn. */
  const atRest = async (ms) => {
    const began = performance.now();
    await frame();
    const running = () => document.getAnimations().filter(({ playState }) => playState === "running");
    while (running().length > 0) {
      if (performance.now() - began > ms) {
        const names = running().map(({ effect, playState, currentTime }) => `${describe(effect?.target)} ${playState} at ${currentTime}`);
        throw new Error(`still moving after ${ms} ms, page ${document.visibilityState}:\n${names.join("\n")}`);
      }
      await frame();
    }
    await frame();
  };

  // ---- aiming: where to press -------------------------------------------------------------------

  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && element.getClientRects().length > 0;
  /** Cards of a hand lie over each other and show their left edge. */
  const spot = (element, at) => {
    const box = element.getBoundingClientRect();
    if (at) return { x: box.left + at.x, y: box.top + at.y };
    const card = element.matches("[data-card], .piece");
    return { x: card ? box.left + Math.min(14, box.width / 2) : box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const onTop = (element, { x, y }) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    // An input is pressed through the label that shows it.
    const labels = element.labels ? [...element.labels] : [];
    return element.contains(hit) || labels.some((label) => label.contains(hit));
  };
  const enabled = (element) => !element.matches(":disabled, [aria-disabled=true]");
  const inside = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

  /** Properties that can be animated without moving anything. */
  const MOTIONLESS =
    /^(offset|computedOffset|easing|composite|opacity|color|.*Color|background.*|boxShadow|outline.*|filter|stroke.*|fill.*)$/;
  const moves = (animation) => {
    const timing = animation.effect?.getComputedTiming();
    if (!timing || animation.playState !== "running" || timing.endTime === Infinity) return false;
    return animation.effect.getKeyframes().some((keyframe) => Object.keys(keyframe).some((name) => !MOTIONLESS.test(name)));
  };
  /** Whether the element or something around it is on its way, or will set off in a moment. */
  const travels = (element) => {
    // What the page marks as unfinished may still grow or move.
    if (element.closest("[aria-busy=true]")) return true;
    for (let at = element; at; at = at.parentElement) if (at.getAnimations().some(moves)) return true;
    return false;
  };

  /** Two frames with the element in the same place, on top: where to press, or null. */
  const rest = async (element, at) => {
    if (!element.isConnected || !shown(element) || travels(element)) {
      await frame();
      return null;
    }
    if (!inside(spot(element, at))) element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const before = spot(element, at);
    await frame();
    if (!element.isConnected || !shown(element)) return null;
    const now = spot(element, at);
    const still = Math.abs(before.x - now.x) < 0.5 && Math.abs(before.y - now.y) < 0.5 && !travels(element);
    return still && inside(now) && onTop(element, now) && enabled(element) ? now : null;
  };

  const begin = (element, point) => {
    state.target = element;
    state.press = {
      element,
      what: describe(element),
      point,
      version: state.version,
      sent: state.sent,
      changes: state.changes,
      inputs: state.inputs,
      href: location.href,
      began: performance.now(),
      scroll: scrollY,
      hit: null,
      clicked: false,
    };
    return point;
  };

  /** Why an element cannot be pressed. */
  const obstacle = (element, at) => {
    if (!element.isConnected) return "it is gone";
    if (!shown(element)) return "it is not visible";
    if (!enabled(element)) return "it is disabled";
    const here = spot(element, at);
    if (!inside(here)) return `it is outside the window, at ${Math.round(here.x)},${Math.round(here.y)}`;
    if (!onTop(element, here)) return `it lies under ${describe(document.elementFromPoint(here.x, here.y))}`;
    const busy = element.closest("[aria-busy=true]");
    return busy ? `it is part of ${describe(busy)}, which is busy` : "it does not come to rest";
  };

  /** Waits until the element is at rest and on top, and says where to press it. */
  const aim = async (element, ms, at) => {
    let why = "";
    const alive = progress(ms, () => `cannot press ${describe(element)}: ${why}`);
    for (let tries = 0; ; tries += 1) {
      const point = await rest(element, at);
      if (point) return begin(element, point);
      why = obstacle(element, at);
      if (!element.isConnected) throw new Error(`cannot press ${describe(element)}: ${why}`);
      // People scroll what lies under something else into the open.
      if (tries % 40 === 5 && why.startsWith("it lies under")) {
        element.scrollIntoView({ block: tries % 80 === 5 ? "start" : "center", inline: "nearest" });
      }
      alive();
      await frame();
    }
  };

  // ---- the outcome of a press -------------------------------------------------------------------

  const landed = (event) => {
    const { press } = state;
    if (!press || press.hit || !event.isTrusted) return;
    const path = event.composedPath();
    const labels = press.element.labels ? [...press.element.labels] : [];
    press.hit = path.includes(press.element) || labels.some((label) => path.includes(label)) ? "target" : describe(path[0]);
    const { left, top, width, height } = press.element.getBoundingClientRect();
    press.where = press.element.isConnected ? `at ${[left, top, width, height].map(Math.round)}` : "gone";
    press.scrolled = Math.round(scrollY - press.scroll);
    press.then = { version: state.version, sent: state.sent, changes: state.changes, inputs: state.inputs };
  };
  addEventListener("pointerdown", landed, true);
  addEventListener("click", () => state.press && (state.press.clicked = true), true);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" || event.key === " ") landed(event);
    },
    true,
  );

  /**
   * Waits for what follows the last press. Resolves to null if all is well, else to `{ missed }` with what happened instead,
   * or `{ overtaken }` if the table moved on between looking and pressing: then the press had lost its meaning. `click`:
   * the press must become a click; browsers leave it out where they take a tap for something else.
   */
  const outcome = async ({ reaction, answer, click }) => {
    const { press } = state;
    if (!press) return null;
    let step = "the press never reached the page";
    const alive = (() => {
      const began = performance.now();
      return () => performance.now() - began < reaction;
    })();
    const done = (result) => {
      state.press = null;
      return result;
    };
    while (!press.hit) {
      if (!alive()) return done({ missed: `${press.what}: ${step}` });
      await news(50);
    }
    const overtaken = press.then.version !== press.version;
    if (press.hit !== "target") {
      const moved = shifts
        .filter(({ startTime }) => startTime > press.began - 1000)
        .map(({ startTime, text }) => `\n  ${Math.round(startTime - press.began)} ms: ${text}`);
      const at = `at ${Math.round(press.point?.x)},${Math.round(press.point?.y)}; it is ${press.where}; ${press.then.changes - press.changes} changes and ${press.scrolled} pixels scrolled since${moved.join("")}`;
      return done(overtaken ? { overtaken: press.what } : { missed: `${press.what}: the press ${at} hit ${press.hit}` });
    }
    step = "no click followed the press";
    while (click && !press.clicked) {
      if (!alive()) return done(overtaken ? { overtaken: press.what } : { missed: `${press.what}: ${step}` });
      await news(50);
    }
    // A new window or a file is not visible in this page.
    const leaves = press.element.closest("a[target], a[download]");
    const followed = () =>
      state.sent > press.then.sent ||
      state.changes > press.then.changes ||
      state.inputs > press.then.inputs ||
      location.href !== press.href;
    step = "nothing followed the press";
    while (!leaves && !followed()) {
      if (!alive()) return done(overtaken ? { overtaken: press.what } : { missed: `${press.what}: ${step}` });
      await news(50);
    }
    // Every message has its answer, and its version is on screen.
    const idle = progress(answer, () => `no answer to ${[...state.pending.values()].join(", ")}`);
    while (state.pending.size > 0 || state.version < state.answered) {
      idle();
      await news(50);
    }
    await frame();
    return done(null);
  };

  // ---- playing ----------------------------------------------------------------------------------

  const find = (selector, count = 1) => {
    const all = [...document.querySelectorAll(selector)].filter(shown);
    return all.length >= count ? all : [];
  };

  const isShown = (selector) => find(selector).length > 0;

  /**
   * Waits until `until` is on screen or something of `due` can be pressed. Resolves to `{ reached: true }`, or to the kind
   * of step and where to press for it; with `now`, to `{ idle: true }` if there is nothing to do at the moment; to `{ over: true }` once `end` is
   * on screen. `made`: the steps so far, by kind; kinds in `varied` are not always pressed first.
   */
  const next = async ({ until, count, due, varied, made, ms, pointer, now = false, end = null }) => {
    const alive = progress(ms, () => `nothing to do and nothing happens while waiting for ${until}`);
    let stuck = { element: null, since: 0 };
    for (;;) {
      if (until && find(until, count).length > 0) return { reached: true };
      if (end && find(end).length > 0) return { over: true };
      let waits = false;
      for (const [selector, kind] of due) {
        const all = find(selector).filter(enabled);
        if (all.length === 0) continue;
        const element = all[varied.includes(kind) ? (made[kind] ?? 0) % all.length : 0];
        if (!pointer) return { kind, point: begin(element, null) };
        const point = await rest(element);
        // Something else may have come while this came to rest.
        if (point && !(until && find(until, count).length > 0)) return { kind, point: begin(element, point) };
        if (element.isConnected && !onTop(element, spot(element))) element.scrollIntoView({ block: "center", inline: "nearest" });
        if (stuck.element !== element) stuck = { element, since: performance.now() };
        if (performance.now() - stuck.since > ms) throw new Error(`cannot press ${describe(element)}: ${obstacle(element)}`);
        waits = true;
        break;
      }
      alive();
      if (!waits && now) return { idle: true };
      if (!waits) await news();
    }
  };

  /** For the keyboard: the key that leads on to the target. */
  const key = () => {
    const [here, target] = [document.activeElement, state.target];
    if (here === target) return "there";
    if (!target.isConnected) return "gone";
    const together = (selector) => here.matches(selector) && target.matches(selector);
    const radios = together("input[type=radio]") && here.name === target.name;
    return together("[data-source]") || radios ? "ArrowRight" : "Tab";
  };

  globalThis.journey = {
    atRest,
    state,
    aim,
    outcome,
    next,
    key,
    frame,
    news,
    progress,
    describe,
    rest,
    shown,
    travels,
    isShown,
    begin,
  };
}
