// What the page and its worker say to each other, and what the module in the worker answers.

/** A request to the module: a command and its fields. */
export type Request = { cmd: string } & Record<string, unknown>;

/** The progress of a job, in steps. */
export interface Progress {
  done: number;
  of: number;
}

/** A refusal of the module. Programs go by `code` and `detail`; `text` is for people, in English. */
export interface Refusal {
  code: string;
  detail: Record<string, unknown>;
  text: string;
}

export type Answer<T = unknown> = { ok: T } | { error: Refusal };

/** A piece of work for the worker. The answer follows from the request alone, so it can be asked again at any time. */
export interface Task {
  id: number;
  request: Request;
  /** Whether the module works on it step by step. */
  job: boolean;
  /** Tasks with a smaller number go first. */
  rank: number;
}

/** `source`: where the module is, or the module as an earlier worker has compiled it. */
export type ToWorker = { load: string | WebAssembly.Module } | { task: Task };

export type FromWorker =
  | { loaded: WebAssembly.Module }
  | { unloadable: string }
  | { id: number; progress: Progress }
  | { id: number; answer: Answer }
  /** The module has failed, and cannot be used any more. */
  | { id: number; trap: string };

/** The reason for a missing answer. */
export type RulesErrorKind =
  /** This page was built without the module. */
  | "missing"
  /** This browser has no WebAssembly or no workers. */
  | "unsupported"
  /** The module, or the worker, could not be loaded. */
  | "unloadable"
  /** The module has failed. */
  | "trap"
  /** The module refuses the request; `refusal` says why. */
  | "refused"
  | "cancelled";

export class RulesError extends Error {
  constructor(
    readonly kind: RulesErrorKind,
    text: string = kind,
    readonly refusal: Refusal | null = null,
  ) {
    super(text);
    this.name = "RulesError";
  }
}
