import { afterEach, describe, expect, it, vi } from "vitest";
import type { RoomView } from "../gen/protocol/RoomView";
import type { Update } from "../gen/protocol/Update";
import type { Connection } from "../lib/connection.svelte";
import { Evidence } from "./evidence.svelte";
import { promise } from "./luck";
import { unhex } from "./sha256";

const files = import.meta.glob<string>("../../../crates/catalog/tests/golden/casino-1.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const file = Object.values(files)[0]!;
const proof = JSON.parse(file) as {
  seal: { commitment: string; secret: string; added: { seat: number; promise: string; bytes: string }[] };
};

/** A connection, as far as evidence needs one. */
let people = 0;
function connect(player = `p${people++}`) {
  const conn = {
    who: { kind: "seat", seated: { code: "SIM", player_id: player, token: "t" } },
    you: 0,
    room: { seats: [{}, {}] },
    heard: null as ((update: Update) => void) | null,
    sent: [] as unknown[],
    command(command: unknown) {
      this.sent.push(command);
      return Promise.resolve();
    },
  };
  const evidence = new Evidence(conn as unknown as Connection);
  const hears = (seq: number, room: Partial<RoomView>, view?: unknown) =>
    conn.heard!({ seq, room: { games: 0, state: "lobby", ...room } as RoomView, ...(view === undefined ? {} : { view }) });
  return { conn, evidence, hears };
}
const seal = (secret: string | null, commitment = proof.seal.commitment) => ({
  record: "00000000000000aa-1",
  table: "SIM",
  game: 1,
  attempt: 1,
  commitment,
  added: proof.seal.added,
  secret,
});
const none = { promise: "", bytes: null };

afterEach(() => vi.unstubAllGlobals());

/** A server that hands out this. */
const serve = (text: string, ok = true) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => ({ ok, status: ok ? 200 : 409, text: async () => text })),
  );

describe("in the ceremony", () => {
  it("promises once, and shows what it promised once everybody has", () => {
    const { conn, hears } = connect();
    const parts = [
      { seat: 0, ...none },
      { seat: 1, ...none },
    ];
    hears(1, { sealing: { attempt: 1, commitment: "c", parts, opens: false } });
    hears(2, { sealing: { attempt: 1, commitment: "c", parts, opens: false } });
    expect(conn.sent).toHaveLength(1);
    const said = conn.sent[0] as { promise: { attempt: number; promise: string } };
    const promised = [
      { seat: 0, promise: said.promise.promise, bytes: null },
      { seat: 1, promise: "other", bytes: null },
    ];
    hears(3, { sealing: { attempt: 1, commitment: "c", parts: promised, opens: true } });
    expect(conn.sent).toHaveLength(2);
    const shown = conn.sent[1] as { add: { bytes: string } };
    expect(promise(unhex(shown.add.bytes)!)).toBe(said.promise.promise);
  });

  it("keeps its word after the page was loaded anew", () => {
    const before = connect("ann");
    before.hears(1, { sealing: { attempt: 1, commitment: "c", parts: [{ seat: 0, ...none }], opens: false } });
    const said = before.conn.sent[0] as { promise: { promise: string } };
    const after = connect("ann");
    after.hears(1, {
      sealing: { attempt: 1, commitment: "c", parts: [{ seat: 0, promise: said.promise.promise, bytes: null }], opens: true },
    });
    expect(after.conn.sent).toHaveLength(1);
  });
});

describe("after the game", () => {
  it("is sealed while it lasts, and proved when the file fits what was shown", async () => {
    serve(file);
    const { evidence, hears } = connect();
    expect(evidence.verdict).toBe("none");
    hears(1, { state: "playing", seal: seal(null) });
    expect(evidence.verdict).toBe("sealed");
    hears(90, { state: "finished", seal: seal(proof.seal.secret) });
    await vi.waitFor(() => expect(evidence.verdict).toBe("proved"));
    expect(evidence.findings.find(({ what }) => what === "witness")?.fits).toBe(true);
  });

  it("is broken when another promise was shown, or another view", async () => {
    serve(file);
    const other = connect();
    other.hears(1, { state: "playing", seal: seal(null, "0".repeat(64)) });
    other.hears(90, { state: "finished", seal: seal(proof.seal.secret) });
    await vi.waitFor(() => expect(other.evidence.verdict).toBe("broken"));
    const deceived = connect();
    deceived.hears(1, { state: "playing", seal: seal(null) }, { hand: ["Ah"] });
    deceived.hears(90, { state: "finished", seal: seal(proof.seal.secret) });
    await vi.waitFor(() => expect(deceived.evidence.verdict).toBe("broken"));
    expect(deceived.evidence.findings.at(-1)).toMatchObject({ what: "shown", fits: false });
  });

  it("cannot tell who comes after the end which promise was shown, and says so", async () => {
    serve(file);
    const { evidence, hears } = connect();
    hears(90, { state: "finished", seal: seal(proof.seal.secret) });
    await vi.waitFor(() => expect(evidence.verdict).toBe("proved"));
    expect(evidence.findings.find(({ what }) => what === "witness")?.fits).toBeNull();
  });

  it("says when there is no proof to be had, and starts afresh with the next game", async () => {
    serve("{}", false);
    const { evidence, hears } = connect();
    hears(1, { state: "playing", seal: seal(null) });
    hears(90, { state: "finished", seal: seal(proof.seal.secret) });
    await vi.waitFor(() => expect(evidence.verdict).toBe("away"));
    hears(91, { state: "playing", games: 2, seal: { ...seal(null), record: "00000000000000aa-2", game: 2 } });
    expect(evidence.verdict).toBe("sealed");
    expect(evidence.findings).toEqual([]);
  });
});
