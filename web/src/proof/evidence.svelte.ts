// The thin part of the evidence, which comes with the room: it hands everything that the page is shown to a session, which is
// fetched while people gather, and holds what the session says.

import type { ServerMsg } from "../gen/protocol/ServerMsg";
import type { Update } from "../gen/protocol/Update";
import type { Connection, Move } from "../lib/connection.svelte";
import { NOTHING, type Report } from "./report";
import type { Session } from "./session";

type Closed = Extract<ServerMsg, { closed: unknown }>["closed"];

/** How it stands, in a word. "best-of": verified or consistent, but deals were thrown away first. */
export type Standing = "none" | "sealed" | "checking" | "unreachable" | "consistent" | "verified" | "best-of" | "broken";

export class Evidence {
  report = $state.raw<Report>(NOTHING);
  /** Whether the dialog with the evidence is open. */
  open = $state(false);
  #session: Session | null = null;
  /** What came before the session was there. */
  #queue: ((session: Session) => void)[] = [];
  #loading = false;
  #conn: Connection;

  constructor(conn: Connection) {
    this.#conn = conn;
    conn.observer = {
      connected: () => this.#tell((session) => session.connected()),
      heard: (update: Update) => {
        const { you } = conn;
        this.#tell((session) => session.heard(update, you));
      },
      moved: (move: Move) => this.#tell((session) => session.moved(move)),
      closed: (message: Closed) => this.#tell((session) => session.closed(message)),
      left: () => this.#session?.left(),
    };
    this.#load();
  }

  /** Whether this device dealt the cards. */
  get local(): boolean {
    return this.#conn.local !== null;
  }

  get standing(): Standing {
    const { stage, verdict } = this.report;
    if (verdict?.kind === "broken") return "broken";
    if (!verdict) return stage === "done" ? "checking" : stage;
    return verdict.discarded > 0 && !("absent" in verdict && verdict.absent !== null) ? "best-of" : verdict.kind;
  }

  /** Asks for the file again. */
  retry(): void {
    this.#session?.retry();
  }

  #tell(what: (session: Session) => void): void {
    if (this.#session) return what(this.#session);
    this.#queue.push(what);
    this.#load();
  }

  #load(): void {
    if (this.#loading) return;
    this.#loading = true;
    Promise.all([import("./session"), import("../rules-module")])
      .then(([{ Session }, { rules, prepareRules }]) => {
        const { who } = this.#conn;
        const session = new Session({
          player: who.kind === "seat" ? who.seated.player_id : null,
          send: (command) => this.#conn.command(command),
          show: (report) => (this.report = report),
          answers: () => this.#conn.answers(),
          rules,
          prepareRules,
          fetchLocal: this.#conn.local?.proof ?? null,
        });
        this.#session = session;
        for (const what of this.#queue.splice(0)) what(session);
      })
      // The network is gone: the next thing that is heard tries again.
      .catch(() => (this.#loading = false));
  }
}
