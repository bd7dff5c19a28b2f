// Short notes at the edge of the page that disappear automatically; read out as they appear.

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
  /** What a press does, beside putting the note away. A note with it stays until then. */
  action: (() => void) | null;
}

class Toasts {
  list = $state.raw<Toast[]>([]);
  #next = 0;

  show(text: string, kind: Toast["kind"] = "info", action: Toast["action"] = null): void {
    const toast = { id: ++this.#next, text, kind, action };
    // The same note twice is one note.
    this.list = [...this.list.filter((other) => other.text !== text), toast].slice(-3);
    if (!action) setTimeout(() => this.drop(toast.id), kind === "error" ? 6000 : 3500);
  }
  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
