// Notices a connection on which nothing arrives any more. A socket does not say so: a network that drops every packet
// looks like one on which nothing happens, and scripts do not see the pings of the WebSocket protocol.

/** Silence after which the page sends a ping, in milliseconds. */
export const QUIET = 2000;
/** Silence after which the connection counts as stalled. */
export const STALLED = 6000;
/** A timer that comes this late in a visible page means that the device was asleep. */
const SLEPT = 10_000;
const TICK = 1000;

export interface WatchdogEvents {
  ping: (number: number) => void;
  stalled: () => void;
}

export class Watchdog {
  #timer: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #pinged: number | null = null;
  #ticked = 0;
  #number = 0;

  constructor(readonly events: WatchdogEvents) {}

  /** Begins with a connection that is good now. */
  start(): void {
    this.stop();
    this.heard();
    this.#ticked = Date.now();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Something arrived, whatever it was. */
  heard(): void {
    this.#heard = Date.now();
    this.#pinged = null;
  }

  /** The page is looked at again: a connection that was silent meanwhile is not trusted. */
  woke(): void {
    if (this.#timer === undefined) return;
    if (this.silence >= STALLED) this.#stall();
    else this.#ping();
  }

  get silence(): number {
    return Date.now() - this.#heard;
  }

  #tick(): void {
    const now = Date.now();
    const late = now - this.#ticked;
    this.#ticked = now;
    // Timers of hidden pages are slowed down, so there a late one says nothing about the device.
    if (late >= SLEPT && !document.hidden) this.#stall();
    // Only an unanswered ping counts as silence: a hidden page may look once a minute.
    else if (this.#pinged !== null && now - this.#pinged >= STALLED - QUIET) this.#stall();
    else if (this.#pinged === null && this.silence >= QUIET) this.#ping();
  }

  #ping(): void {
    if (this.#pinged !== null) return;
    this.#pinged = Date.now();
    this.#number += 1;
    this.events.ping(this.#number);
  }

  #stall(): void {
    this.stop();
    this.events.stalled();
  }
}
