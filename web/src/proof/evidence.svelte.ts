// What this browser sees of a game on its own account: the promises, what was added, and every view it is sent. When
// the game is over it fetches the proof and holds it against that, not against the proof's own word.

import type { RoomView } from "../gen/protocol/RoomView";
import type { SealView } from "../gen/protocol/SealView";
import type { Update } from "../gen/protocol/Update";
import type { Connection } from "../lib/connection.svelte";
import { kept } from "../lib/settings.svelte";
import { answer, type Contribution } from "./ceremony";
import type { Finding, Seen } from "./check";

const drawer = kept<Contribution[]>("seals", []);

/** How it stands: no deal yet, promised, being checked, checked with one result or the other, or out of reach. */
export type Verdict = "none" | "sealed" | "checking" | "proved" | "broken" | "away";

export class Evidence {
  verdict = $state<Verdict>("none");
  findings = $state.raw<Finding[]>([]);
  /** The seal of the present game as it was shown first. */
  seal = $state.raw<SealView | null>(null);

  #conn: Connection;
  #sent = new Set<string>();
  #views: Seen["views"] = [];
  /** Whether the promise was seen while the secret was still one. */
  #early = false;

  constructor(conn: Connection) {
    this.#conn = conn;
    conn.heard = (update) => this.#hear(update);
  }

  /** Where the proof is. */
  get file(): string | null {
    return this.seal && `/api/played/${this.seal.record}/proof`;
  }

  #hear(update: Update): void {
    if (update.room) {
      this.#takePart(update.room);
      const { seal } = update.room;
      if (seal && seal.record !== this.seal?.record) {
        this.seal = seal;
        this.verdict = "sealed";
        this.findings = [];
        this.#views = [];
        this.#early = seal.secret === null;
      }
    }
    if (update.view !== undefined && this.seal) this.#views.push({ seq: update.seq, view: update.view });
    if (update.room?.state === "finished" && update.room.seal?.secret && this.verdict === "sealed") void this.check();
  }

  #takePart(room: RoomView): void {
    const { who, you } = this.#conn;
    if (!room.sealing || who.kind !== "seat" || you === null) return;
    const command = answer(room.sealing, room.games + 1, who.seated.player_id, you, drawer);
    const text = JSON.stringify(command);
    if (!command || this.#sent.has(text)) return;
    this.#sent.add(text);
    // Too late, or gone: the game begins without our bytes, and its seal says so.
    this.#conn.command(command).catch(() => {});
  }

  /** Fetches the proof and checks it. */
  async check(): Promise<void> {
    const { file, seal } = this;
    if (!file || !seal) return;
    this.verdict = "checking";
    try {
      const [{ check, proved }, response] = await Promise.all([import("./check"), fetch(file)]);
      if (!response.ok) throw new Error(String(response.status));
      const findings = check(await response.text(), this.#seen(seal));
      // Another game may have begun meanwhile.
      if (seal !== this.seal) return;
      this.findings = findings;
      this.verdict = proved(findings) ? "proved" : "broken";
    } catch {
      if (seal === this.seal) this.verdict = "away";
    }
  }

  #seen(seal: SealView): Seen {
    const { who, you, room } = this.#conn;
    const player = who.kind === "seat" ? who.seated.player_id : null;
    const mine = drawer.value.find(
      (one) => one.player === player && one.game === seal.game && one.attempt === seal.attempt && one.promises.length > 0,
    );
    return {
      viewer: you ?? room?.seats.length ?? 0,
      commitment: this.#early ? seal.commitment : null,
      added: seal.added.map(({ seat, bytes }) => ({ seat, bytes: bytes ?? "" })),
      own: mine && you !== null ? { ...mine, seat: you } : null,
      views: this.#views,
    };
  }
}
