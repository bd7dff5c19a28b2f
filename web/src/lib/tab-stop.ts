/** Of many elements the one that Tab reaches; arrows lead from it to the others. If it goes, its neighbour takes its place. */
export class TabStop {
  #at: HTMLElement | null = null;
  #index = 0;
  #focused: HTMLElement | null = null;

  /** `order`: the elements as they are on the page. */
  constructor(readonly order: () => HTMLElement[]) {}

  add(element: HTMLElement): void {
    const stop = this.#at?.isConnected ? this.#at : null;
    element.tabIndex = stop ? -1 : 0;
    if (!stop) this.#at = element;
  }

  /** The focus is there now, or on none of them. */
  focus(element: HTMLElement | null): void {
    this.#focused = element;
    if (element) this.#move(element);
  }

  /** Call it when `element` is no longer among `order`. */
  remove(element: HTMLElement): void {
    if (this.#at !== element) return;
    const focused = this.#focused === element;
    if (focused) this.#focused = null;
    this.#at = null;
    // Later, when all changes of this update are done: the neighbour may be leaving too.
    queueMicrotask(() => {
      const order = this.order();
      if (this.#at && order.includes(this.#at)) return;
      const next = order[Math.min(this.#index, order.length - 1)];
      if (!next) return;
      this.#move(next);
      const lost = !document.activeElement || document.activeElement === document.body;
      if (focused && lost) next.focus({ preventScroll: true });
    });
  }

  #move(to: HTMLElement): void {
    if (this.#at && this.#at !== to) this.#at.tabIndex = -1;
    to.tabIndex = 0;
    this.#at = to;
    this.#index = this.order().indexOf(to);
  }
}
