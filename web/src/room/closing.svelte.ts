// The end of a deal: the last card lands, the hands are turned over where they lie, and the winner is seen before anything
// is laid over the table.

import { untrack } from "svelte";
import { lasting } from "../lib/flip";

/** How long the table is left alone, in milliseconds. */
export const BEAT = 1600;
/** The same when motion is off: seeing takes time without motion too. */
const STILL_BEAT = 1000;

export class Closing {
  /** The last card has been seen: what was won with it may be taken in. */
  landed = $state(false);
  /** Whether the result may be laid over the table. */
  risen = $state(false);

  /** `over`: whether the deal is over. Make it while a component is set up. A deal that was over before has been seen. */
  constructor(over: () => boolean) {
    this.risen = this.landed = untrack(over);
    $effect(() => {
      if (!over()) {
        this.risen = this.landed = false;
        return;
      }
      if (untrack(() => this.risen)) return;
      const beat = Math.max(STILL_BEAT, lasting(BEAT));
      const timers = [setTimeout(() => (this.landed = true), beat / 2), setTimeout(() => (this.risen = true), beat)];
      return () => timers.forEach(clearTimeout);
    });
  }
}
