// Shows events one after another. Nobody waits for it: the page takes presses at any time, and the queue can jump ahead.

/** More events than this waiting, and the queue jumps to the current state. */
const MOST_WAITING = 3;

/**
 * `show` changes what is on screen and yields how many milliseconds to leave it there before it goes on (keep it to about
 * 300; what a person may want to read can stay longer, since `skip` ends it). `settle` shows the current state, whatever was
 * shown before: it is called when the queue has run dry, and when it skips.
 */
export class EventQueue<T> {
  #waiting: T[] = [];
  #current: Generator<number, void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hidden = () => {
    if (document.hidden) this.skip();
  };

  constructor(
    readonly show: (event: T) => Generator<number, void>,
    readonly settle: () => void,
  ) {
    document.addEventListener("visibilitychange", this.#hidden);
  }

  /** Whether something is still being shown. */
  get busy(): boolean {
    return this.#current !== null;
  }

  push(events: T[]): void {
    if (events.length === 0) return;
    this.#waiting.push(...events);
    if (document.hidden || this.#waiting.length - (this.busy ? 0 : 1) > MOST_WAITING) this.skip();
    else if (!this.busy) this.#next();
  }

  /** Jumps to the current state. */
  skip(): void {
    clearTimeout(this.#timer);
    const interrupted = this.busy || this.#waiting.length > 0;
    this.#current = null;
    this.#waiting = [];
    if (interrupted) this.settle();
  }

  /** Ends it for good. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#current = null;
    this.#waiting = [];
    document.removeEventListener("visibilitychange", this.#hidden);
  }

  #next(): void {
    const event = this.#waiting.shift();
    if (event === undefined) {
      this.#current = null;
      this.settle();
      return;
    }
    this.#current = this.show(event);
    this.#step();
  }

  #step(): void {
    const current = this.#current;
    const { done, value } = current!.next();
    // `show` may have skipped.
    if (this.#current !== current) return;
    if (done) this.#next();
    else this.#timer = setTimeout(() => this.#step(), value);
  }
}
