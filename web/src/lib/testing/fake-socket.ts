/** A socket that a test can speak through. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((frame: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  closed = false;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  // What the server does:
  says(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcomes(): void {
    this.onopen?.();
    this.says({ welcome: { protocol: 2, player_id: "p" } });
  }
  drops(): void {
    this.onclose?.();
  }
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
}
