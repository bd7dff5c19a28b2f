// The page's side of the rooms on this device: questions and connections to one worker, which is started with the first of them.

import { Fault } from "../lib/api";
import type { Dial, LineEvents, Transport } from "../lib/transport";
import type { FromWorker, Fresh, Question, Questions, ToWorker } from "./protocol";

/** A worker, as far as this needs one. */
export interface Port {
  postMessage: (message: ToWorker) => void;
  terminate: () => void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (fault: Fault) => void;
}

export class DeviceClient {
  #spawn: (() => Port) | null;
  #source: string | null;
  #fresh: () => Fresh;
  #port: Port | null = null;
  #pending = new Map<number, Pending>();
  #lines = new Map<number, LineEvents>();
  #loaded: { done: Promise<void>; resolve: () => void; reject: (fault: Fault) => void } | null = null;
  #ids = 0;

  /** `spawn`: starts a worker; `null` where browsers cannot. `source`: the address of the module; `null` if there is none. */
  constructor(spawn: (() => Port) | null, source: string | null, fresh: () => Fresh) {
    this.#spawn = spawn;
    this.#source = source;
    this.#fresh = fresh;
  }

  /** Why nothing can be played here; `null` if it can. */
  get obstacle(): "missing" | "unsupported" | null {
    if (this.#source === null) return "missing";
    return this.#spawn === null ? "unsupported" : null;
  }

  /** Resolves once games can be played here; rejects with a `Fault` if they cannot. */
  ready(): Promise<void> {
    if (this.obstacle !== null) return Promise.reject(new Fault(`no_rules_${this.obstacle}`));
    this.#worker();
    return this.#loaded!.done;
  }

  async ask<Q extends Question>(what: Q, ask: Questions[Q]["ask"]): Promise<Questions[Q]["answer"]> {
    await this.ready();
    const answer = new Promise<unknown>((resolve, reject) => {
      const id = ++this.#ids;
      this.#pending.set(id, { resolve, reject });
      this.#worker().postMessage({ id, what, ask });
    });
    return await answer;
  }

  /** Random bytes and pace for the next room. */
  fresh(): Fresh {
    return this.#fresh();
  }

  /** How a page connects to a room. */
  dial(room: string): Dial {
    return (events) => this.#connect(room, events);
  }

  #connect(room: string, events: LineEvents): Transport {
    const line = ++this.#ids;
    let open = true;
    const post = (message: ToWorker) => {
      if (open) this.#port?.postMessage(message);
    };
    this.ready().then(
      () => {
        if (!open) return;
        this.#lines.set(line, events);
        post({ line, room, fresh: this.#fresh() });
        events.opened();
      },
      () => open && events.lost(),
    );
    return {
      send: (text) => post({ line, send: text }),
      close: () => {
        post({ line, close: true });
        open = false;
        this.#lines.delete(line);
      },
    };
  }

  #worker(): Port {
    if (this.#port) return this.#port;
    const port = this.#spawn!();
    this.#port = port;
    let [resolve, reject] = [() => {}, (_: Fault) => {}];
    const done = new Promise<void>((yes, no) => ([resolve, reject] = [yes, no]));
    // A caller that waits receives it; the others do not have to.
    done.catch(() => {});
    this.#loaded = { done, resolve, reject };
    port.onmessage = ({ data }) => this.#hear(port, data);
    port.onerror = () => this.#fail(port);
    port.postMessage({ load: this.#source! });
    return port;
  }

  #hear(port: Port, message: FromWorker): void {
    if (port !== this.#port) return;
    if ("loaded" in message) this.#loaded!.resolve();
    else if ("unloadable" in message) this.#fail(port);
    else if ("frames" in message) for (const text of message.frames) this.#lines.get(message.line)?.heard(text);
    else if ("lost" in message) this.#lose(message.line);
    else {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if ("answer" in message) pending?.resolve(message.answer);
      else pending?.reject(new Fault(message.refused.code, message.refused.detail));
    }
  }

  #lose(line: number): void {
    const events = this.#lines.get(line);
    this.#lines.delete(line);
    events?.lost();
  }

  /** The worker cannot be used any more. The next one starts another, which begins with what is stored. */
  #fail(port: Port): void {
    if (port !== this.#port) return;
    port.terminate();
    this.#port = null;
    const fault = new Fault("no_rules_unloadable");
    this.#loaded?.reject(fault);
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of waiting) reject(fault);
    for (const line of [...this.#lines.keys()]) this.#lose(line);
  }
}
