// Short notes at the edge of the page that go by themselves; read out as they appear.

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
}

class Toasts {
  list = $state.raw<Toast[]>([]);
  #next = 0;

  show(text: string, kind: Toast["kind"] = "info"): void {
    const toast = { id: ++this.#next, text, kind };
    // The same note twice is one note.
    this.list = [...this.list.filter((other) => other.text !== text), toast].slice(-3);
    setTimeout(() => this.drop(toast.id), kind === "error" ? 6000 : 3500);
  }
  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
