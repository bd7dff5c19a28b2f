// Something that is on or off, for tests of what follows it.

export class Switch {
  on = $state(false);

  constructor(on: boolean) {
    this.on = on;
  }

  /** Runs what makes effects outside of a component; the answer ends them. */
  static root(work: () => void): () => void {
    return $effect.root(work);
  }
}
