// What the worker does: it answers tasks one after the other, jobs step by step, and listens in between.

import { Trap } from "./instance";
import type { Answer, FromWorker, Progress, Request, Task, ToWorker } from "./protocol";

/** Anything that answers requests: the module, or a stand-in in a test. */
export interface Asked {
  ask: (request: Request) => Answer;
}

export interface DeskParts {
  post: (message: FromWorker) => void;
  /** Compiles the module where that is still to be done, and starts it. */
  load: (source: string | WebAssembly.Module) => Promise<{ module: WebAssembly.Module | null; rules: Asked }>;
  /** Calls back after the messages that have come meanwhile. */
  later: (work: () => void) => void;
}

interface Open extends Task {
  /** The number of the job in the module, once it has begun. */
  began: number | null;
}

export class Desk {
  #parts: DeskParts;
  #rules: Asked | null = null;
  #open: Open[] = [];
  #working = false;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  hear(message: ToWorker): void {
    if ("load" in message) {
      void this.#load(message.load);
      return;
    }
    this.#open.push({ ...message.task, began: null });
    this.#go();
  }

  async #load(source: string | WebAssembly.Module): Promise<void> {
    try {
      const { module, rules } = await this.#parts.load(source);
      this.#rules = rules;
      if (module) this.#parts.post({ loaded: module });
    } catch (error) {
      this.#parts.post({ unloadable: String(error) });
      return;
    }
    this.#go();
  }

  #go(): void {
    if (this.#working || !this.#rules || this.#open.length === 0) return;
    this.#working = true;
    this.#parts.later(() => {
      this.#working = false;
      this.#work(this.#rules!);
      this.#go();
    });
  }

  /** One step of the task that comes first. */
  #work(rules: Asked): void {
    const next = this.#open.reduce((first, one) => (one.rank < first.rank ? one : first));
    try {
      const answer = rules.ask(next.began === null ? next.request : { cmd: "step", job: next.began });
      const progress = next.job && "ok" in answer ? (answer.ok as Progress & { job: number; result?: unknown }) : null;
      if (progress && progress.result === undefined) {
        next.began = progress.job;
        this.#parts.post({ id: next.id, progress: { done: progress.done, of: progress.of } });
        return;
      }
      this.#end(next);
      this.#parts.post({ id: next.id, answer: progress ? { ok: progress.result } : answer });
    } catch (error) {
      this.#end(next);
      this.#parts.post({ id: next.id, trap: error instanceof Trap ? error.message : String(error) });
    }
  }

  #end(task: Open): void {
    this.#open = this.#open.filter((one) => one !== task);
  }
}
