// A finished game as its viewers had it, fetched part by part.

import type { Replay } from "../gen/protocol/Replay";
import type { ReplayFrame } from "../gen/protocol/ReplayFrame";
import { Fault } from "../lib/api";
import type { TableEvent } from "../lib/connection.svelte";
import { replayOf } from "../lib/played";

/** A seat, or `null` for spectators. */
export type Viewer = number | null;

/** What one viewer had, as far as it has come. */
export class Reel {
  frames = $state.raw<ReplayFrame[]>([]);
  fault = $state.raw<Fault | null>(null);
  /** The part that is the same for every viewer. */
  about = $state.raw<Omit<Replay, "frames" | "from"> | null>(null);

  /** How many events come before each frame: they are numbered through the game. */
  #before: number[] = [0];

  constructor(
    readonly record: string,
    readonly viewer: Viewer,
  ) {
    void this.load();
  }

  get whole(): boolean {
    return this.about !== null && this.frames.length >= this.about.total;
  }

  /** Fetches what is missing. */
  async load(): Promise<void> {
    this.fault = null;
    try {
      while (!this.whole) {
        const { frames, from: _, ...about } = await replayOf(this.record, this.viewer, this.frames.length);
        if (frames.length === 0 && about.total > this.frames.length) throw new Fault("internal");
        for (const { events } of frames) this.#before.push(this.#before.at(-1)! + events.length);
        this.frames = [...this.frames, ...frames];
        this.about = about;
      }
    } catch (failure) {
      this.fault = Fault.of(failure);
    }
  }

  /** What happened after frame `after` and up to frame `to`. */
  eventsAfter(after: number, to: number): TableEvent[] {
    return this.frames.slice(after + 1, to + 1).flatMap(({ events }, i) => {
      const first = this.#before[after + 1 + i]! + 1;
      return events.map((event, j) => ({ number: first + j, event }));
    });
  }
}
