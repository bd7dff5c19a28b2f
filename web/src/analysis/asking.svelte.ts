// The analysis of a finished game: asked for, waited for, had. This browser makes it where it has the rules, so that a small
// server has less to do; otherwise the server does. Both come to the same.

import type { Analysis } from "../gen/analysis/Analysis";
import type { AnalysisNews } from "../gen/protocol/AnalysisNews";
import { Fault, fetchFromServer } from "../lib/api";
import { isPlayedHere, proofOf } from "../lib/played";
import { rules as module } from "../rules-module";
import type { Rules } from "../rules-module/client";
import { RulesError } from "../rules-module/protocol";

/** The rules, and why they cannot be asked, if they cannot. */
type AskedRules = Rules & { readonly obstacle: string | null };

/** Somebody waits for it: after everything that takes a moment, and before the bots that are recomputed in the background. */
const RANK = 5;

export class Asking {
  /** How many decisions are done, of how many; `of` is 0 before the first. */
  progress = $state.raw<{ done: number; of: number } | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  fault = $state.raw<Fault | null>(null);

  /** Whether it is made in this browser. */
  local = $state(false);

  #hangUp: AbortController | null = null;
  #rules: AskedRules;

  constructor(
    readonly record: string,
    rules: AskedRules = module,
  ) {
    this.#rules = rules;
  }

  get underWay(): boolean {
    return this.progress !== null;
  }

  /** Asks, and listens until it is there. */
  async start(): Promise<void> {
    if (this.underWay || this.analysis) return;
    this.fault = null;
    this.progress = { done: 0, of: 0 };
    const hangUp = (this.#hangUp = new AbortController());
    try {
      this.local = this.#rules.obstacle === null && (await this.#compute(hangUp.signal));
      if (!this.local) await this.#listen(hangUp.signal);
    } catch (failure) {
      if (!hangUp.signal.aborted) this.fault = failure instanceof Fault ? failure : new Fault("offline");
    } finally {
      if (this.#hangUp === hangUp) {
        this.progress = null;
        this.#hangUp = null;
      }
    }
  }

  /** Waits no longer. What nobody waits for is not made. */
  stop(): void {
    this.#hangUp?.abort();
    this.#hangUp = null;
    this.progress = null;
  }

  /** Makes it here. Returns whether that was possible: rules that cannot be loaded, or that know less than the server, leave it to the server. */
  async #compute(signal: AbortSignal): Promise<boolean> {
    const file = await proofOf(this.record, signal);
    this.local = true;
    try {
      const onProgress = (progress: { done: number; of: number }) => (this.progress = progress);
      this.analysis = await this.#rules.ask<Analysis>({ cmd: "analyse", file }, { signal, onProgress, rank: RANK });
      return true;
    } catch (error) {
      if (!(error instanceof RulesError) || signal.aborted) throw error;
      // The server does not know it.
      if (await isPlayedHere(this.record)) throw new Fault("internal");
      this.local = false;
      this.progress = { done: 0, of: 0 };
      return false;
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const answer = await fetchFromServer(`/api/played/${this.record}/analysis`, { signal });
    if (!answer.ok || !answer.body) throw await Fault.from(answer);
    const reader = answer.body.getReader();
    const words = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      rest += words.decode(value, { stream: !done });
      const lines = rest.split("\n");
      rest = lines.pop()!;
      for (const line of lines) this.#hear(JSON.parse(line) as AnalysisNews);
      if (done) break;
    }
    // A server that stops hangs up.
    if (!this.analysis) throw new Fault("offline");
  }

  #hear(news: AnalysisNews): void {
    if ("progress" in news) this.progress = news.progress;
    else if ("analysis" in news) this.analysis = news.analysis as Analysis;
    else throw new Fault(news.failed.code, news.failed.detail);
  }
}
