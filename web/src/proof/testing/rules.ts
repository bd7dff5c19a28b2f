// For tests: a stand-in for the rules module that answers what a test wants.

import type { AskOptions, Rules } from "../../rules-module/client";
import { type Progress, type Request, RulesError, type RulesErrorKind } from "../../rules-module/protocol";
import type { RulesReport } from "../rules";

export const SOUND: RulesReport = {
  verdict: "consistent",
  fault: null,
  checks: ["statuses", "inputs", "shown", "result"].map((what) => ({ what, fits: true, text: "" })),
};

/** A report whose check failed. */
export const broken = (what: string, text: string): RulesReport => ({
  verdict: "broken",
  fault: { what, text },
  checks: [{ what, fits: false, text }],
});

type Answers = Record<string, unknown>;

/** Answers commands with values, or with what a function makes of the request; an error is thrown. */
export class FakeRules implements Rules {
  asked: Request[] = [];
  /** Jobs that wait for `go`. */
  #waiting: (() => void)[] = [];
  progress: Progress | null = null;
  answers: Answers;

  constructor(answers: Answers = {}) {
    this.answers = { hello: { rules: { test: 1 } }, verify: SOUND, verify_bots: withBots(), ...answers };
  }

  ask<T>(request: Request, { signal, onProgress }: AskOptions = {}): Promise<T> {
    this.asked.push(request);
    const found = this.answers[request.cmd];
    const value: unknown = typeof found === "function" ? (found as (request: Request) => unknown)(request) : found;
    if (value instanceof Error) return Promise.reject(value);
    if (value === undefined)
      return Promise.reject(new RulesError("refused", request.cmd, { code: "unknown_command", detail: {}, text: "" }));
    if (!this.progress) return Promise.resolve(value as T);
    onProgress?.(this.progress);
    if (!onProgress) return Promise.resolve(value as T);
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => resolve(value as T));
      signal?.addEventListener("abort", () => reject(new RulesError("cancelled")));
    });
  }

  /** Lets the jobs that wait come to their end. */
  go(): void {
    for (const done of this.#waiting.splice(0)) done();
  }
}

export const withBots = (text = "1 of 1 bot actions are what the bots decide when they are recomputed"): RulesReport => ({
  ...SOUND,
  checks: [...SOUND.checks, { what: "bots", fits: true, text }],
});

export const failure = (kind: RulesErrorKind): RulesError => new RulesError(kind);
export const refusal = (code: string, text = code): RulesError => new RulesError("refused", text, { code, detail: {}, text });
