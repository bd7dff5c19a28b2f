// The page's side: requests to the rules, answered by one worker, which is started with the first of them.

import { type FromWorker, type Progress, type Request, RulesError, type RulesErrorKind, type Task, type ToWorker } from "./protocol";

/** A worker, as far as this needs one. */
export interface Port {
  postMessage: (message: ToWorker) => void;
  terminate: () => void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

export interface AskOptions {
  /** Ends the work at once. */
  signal?: AbortSignal;
  /** Hears how far a job is. With it, the request is a job. */
  onProgress?: (progress: Progress) => void;
  /** Requests with a smaller number go first; 0 unless told. */
  rank?: number;
}

/** Anything that answers requests to the rules. Rejects with a `RulesError`. */
export interface Rules {
  ask: <T>(request: Request, options?: AskOptions) => Promise<T>;
}

interface Pending extends Task {
  resolve: (value: unknown) => void;
  reject: (error: RulesError) => void;
  onProgress: (progress: Progress) => void;
}

/** The module must be there within this time, in milliseconds. */
const LOAD_LIMIT = 60_000;

export class RulesClient implements Rules {
  #spawn: (() => Port) | null;
  #source: string | null;
  #port: Port | null = null;
  /** The module, once a worker has compiled it: the next worker needs no other. */
  #module: WebAssembly.Module | null = null;
  #pending = new Map<number, Pending>();
  #ids = 0;
  #limit: ReturnType<typeof setTimeout> | undefined;

  /** `spawn`: starts a worker; `null` where browsers cannot. `source`: the address of the module; `null` if there is none. */
  constructor(spawn: (() => Port) | null, source: string | null) {
    this.#spawn = spawn;
    this.#source = source;
  }

  /** Why nothing can be asked here; `null` if it can. */
  get obstacle(): "missing" | "unsupported" | null {
    if (this.#source === null) return "missing";
    return this.#spawn === null ? "unsupported" : null;
  }

  /** Loads the module, so that the first answer comes sooner. */
  prepare(): void {
    if (this.obstacle === null) this.#worker();
  }

  ask<T>(request: Request, { signal, onProgress, rank = 0 }: AskOptions = {}): Promise<T> {
    const { obstacle } = this;
    if (obstacle !== null) return Promise.reject(new RulesError(obstacle));
    if (signal?.aborted) return Promise.reject(new RulesError("cancelled"));
    return new Promise<T>((resolve, reject) => {
      const id = ++this.#ids;
      const cancel = () => this.#cancel(id);
      const done = () => signal?.removeEventListener("abort", cancel);
      const pending: Pending = {
        ...{ id, request, rank },
        job: onProgress !== undefined,
        onProgress: onProgress ?? (() => {}),
        resolve: (value) => (done(), resolve(value as T)),
        reject: (error) => (done(), reject(error)),
      };
      signal?.addEventListener("abort", cancel);
      this.#pending.set(id, pending);
      this.#send(this.#worker(), pending);
    });
  }

  #worker(): Port {
    if (this.#port) return this.#port;
    const port = this.#spawn!();
    this.#port = port;
    port.onmessage = ({ data }) => this.#hear(port, data);
    port.onerror = ({ message }) => this.#fail(port, "unloadable", message);
    port.postMessage({ load: this.#module ?? this.#source! });
    this.#limit = setTimeout(() => this.#fail(port, "unloadable", `not there after ${LOAD_LIMIT} ms`), LOAD_LIMIT);
    return port;
  }

  #send(port: Port, { id, request, job, rank }: Pending): void {
    port.postMessage({ task: { id, request, job, rank } });
  }

  #hear(port: Port, message: FromWorker): void {
    // A worker that was ended may have said something just before.
    if (port !== this.#port) return;
    clearTimeout(this.#limit);
    if ("loaded" in message) this.#module = message.loaded;
    else if ("unloadable" in message) this.#fail(port, "unloadable", message.unloadable);
    else if ("progress" in message) this.#pending.get(message.id)?.onProgress(message.progress);
    else if ("trap" in message) {
      this.#take(message.id)?.reject(new RulesError("trap", message.trap));
      this.#restart();
    } else {
      const { answer } = message;
      const pending = this.#take(message.id);
      if ("ok" in answer) pending?.resolve(answer.ok);
      else pending?.reject(new RulesError("refused", answer.error.text, answer.error));
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** A busy module reads no messages, so its worker ends; other pending requests are sent again. */
  #cancel(id: number): void {
    const pending = this.#take(id);
    if (!pending) return;
    this.#restart();
    pending.reject(new RulesError("cancelled"));
  }

  #restart(): void {
    this.#end();
    for (const pending of this.#pending.values()) this.#send(this.#worker(), pending);
  }

  #fail(port: Port, kind: RulesErrorKind, text = ""): void {
    if (port !== this.#port) return;
    this.#end();
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of waiting) reject(new RulesError(kind, text));
  }

  #end(): void {
    clearTimeout(this.#limit);
    this.#port?.terminate();
    this.#port = null;
  }
}
