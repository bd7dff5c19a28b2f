// For tests: one page at a table, with the real code in it, and the browser it is in.

import type { Command } from "../../gen/protocol/Command";
import type { Update } from "../../gen/protocol/Update";
import type { Step } from "../file";
import { Memory } from "../memory";
import { NOTHING, type Report } from "../report";
import { Session } from "../session";
import type { Move } from "../trace";
import type { TestTable } from "./table";

let moves = 0;

/** A storage of its own for each browser. */
export class FakeStorage implements Storage {
  #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  key = (index: number): string | null => [...this.#items.keys()][index] ?? null;
  getItem = (key: string): string | null => this.#items.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#items.set(key, value);
  removeItem = (key: string): void => void this.#items.delete(key);
  clear = (): void => this.#items.clear();
}

/** What outlasts a page. */
export class Browser {
  constructor(readonly storage: Storage | null = new FakeStorage()) {}
}

/** One page at a table, with the real code in it. */
export class Page {
  report: Report = NOTHING;
  online = true;
  /** Whether the server answers in the room, apart from what it says of itself. */
  reaches = false;
  sent: Command[] = [];
  readonly memory: Memory;
  readonly session: Session;

  constructor(
    readonly table: TestTable,
    readonly seat: number | null,
    readonly browser: Browser,
  ) {
    this.memory = new Memory(browser.storage);
    this.session = new Session(
      {
        player: seat === null ? null : table.seats[seat]!.player_id,
        send: (command) => {
          this.sent.push(command);
          return seat === null ? Promise.reject(new Error("not_seated")) : table.receive(seat, command);
        },
        show: (report) => (this.report = report),
        answers: () => Promise.resolve(this.reaches),
        ...(table.rules ? { rules: table.rules } : {}),
      },
      this.memory,
    );
  }

  connect(): void {
    this.online = true;
    this.session.connected();
    this.hear(this.table.update(this.seat, true));
  }
  hear(update: Update): void {
    // As it comes from a socket: nobody else holds these objects.
    this.session.heard(JSON.parse(JSON.stringify(update)) as Update, this.seat);
  }
  /** The player does something. `as`: what a changed server makes of it. */
  act(action: unknown, as: Step[] = [{ act: [this.seat!, action] }]): number {
    const move: Move = {
      id: `m${++moves}`,
      at: this.table.version,
      action,
      state: "sent",
      version: null,
      listed: true,
      left: 9000,
    };
    this.session.moved(move);
    const version = this.table.version + 1;
    this.session.moved({ ...move, state: "accepted", version });
    this.table.happen(as);
    return version;
  }
  /** The page is loaded again: what was in its memory is gone, what was stored is not. */
  reload(): Page {
    this.session.left();
    this.online = false;
    this.table.pages = this.table.pages.filter((page) => page !== this);
    return this.table.page(this.seat, this.browser);
  }
}
