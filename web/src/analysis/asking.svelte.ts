// The analysis of a finished game: asked for, waited for, had.

import type { Analysis } from "../gen/analysis/Analysis";
import type { AnalysisNews } from "../gen/protocol/AnalysisNews";
import { Fault } from "../lib/api";

export class Asking {
  /** So many decisions of so many; `of` is 0 while others come first. */
  progress = $state.raw<{ done: number; of: number } | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  fault = $state.raw<Fault | null>(null);

  #hangUp: AbortController | null = null;

  constructor(readonly record: string) {}

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
      await this.#listen(hangUp.signal);
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

  async #listen(signal: AbortSignal): Promise<void> {
    const answer = await fetch(`/api/played/${this.record}/analysis`, { signal });
    if (!answer.ok || !answer.body) {
      const { code, detail } = ((await answer.json().catch(() => null)) ?? {}) as { code?: string; detail?: Record<string, unknown> };
      throw new Fault(code ?? "internal", detail ?? {});
    }
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
