import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomView } from "../gen/protocol/RoomView";
import type { TableView } from "../gen/protocol/TableView";
import { Fault } from "./api";
import { Connection, type Move, PENDING, RETRIES } from "./connection.svelte";
import { FakeSocket } from "./testing/fake-socket";
import { QUIET, STALLED } from "./watchdog";

const seated = { code: "KXMT", player_id: "p", token: "secret" };
const table = (version: number, more: Partial<TableView> = {}): TableView => ({
  version,
  link: "00",
  view: { version },
  legal: [],
  more: false,
  events: [],
  acted: null,
  revealed: false,
  ...more,
});
const room = (more: Partial<RoomView> = {}) => ({ code: "KXMT", state: "playing", games: 1, seats: [], ...more });
let conn: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0);
  FakeSocket.all = [];
  conn = new Connection({ kind: "seat", seated });
});
afterEach(() => {
  conn.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the first frame", () => {
  it("says who is there", () => {
    FakeSocket.last.welcomes();
    expect(FakeSocket.last.sent[0]).toEqual({ rejoin: { protocol: 2, ...seated, seals: true } });
    expect(conn.status).toBe("open");
  });
  it("watches under a name", () => {
    const watcher = new Connection({ kind: "watch", code: "KXMT", name: "Eve" });
    FakeSocket.last.onopen?.();
    expect(FakeSocket.last.sent[0]).toEqual({ watch: { protocol: 2, code: "KXMT", name: "Eve" } });
    watcher.close();
  });
  it("takes a refusal for an answer, and does not try again", () => {
    FakeSocket.last.onopen?.();
    FakeSocket.last.says({ err: { id: null, code: "bad_token", detail: {} } });
    FakeSocket.last.drops();
    expect([conn.status, conn.reason]).toEqual(["refused", "bad_token"]);
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe("a lost connection", () => {
  it("is tried again after 1, 2, 4, 8 and 15 seconds, then every 15 for as long as the page is open", () => {
    for (const [i, wait] of [...RETRIES, 15, 15, 15].entries()) {
      FakeSocket.last.drops();
      expect([conn.status, conn.retryIn]).toEqual(["waiting", wait]);
      vi.advanceTimersByTime(wait * 1000 - 1);
      expect(FakeSocket.all).toHaveLength(i + 1);
      vi.advanceTimersByTime(1);
      expect(FakeSocket.all).toHaveLength(i + 2);
    }
  });
  it("is tried again a little earlier by chance, so that not everybody comes at once", () => {
    vi.mocked(Math.random).mockReturnValue(0.999);
    FakeSocket.last.drops();
    vi.advanceTimersByTime(700);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(100);
    expect(FakeSocket.all).toHaveLength(2);
  });
  it("counts the seconds down", () => {
    FakeSocket.last.drops();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.drops();
    vi.advanceTimersByTime(1000);
    expect(conn.retryIn).toBe(1);
  });
  it("gives up an attempt that is never answered", () => {
    FakeSocket.last.onopen?.();
    vi.advanceTimersByTime(STALLED);
    expect([conn.status, FakeSocket.last.closed]).toEqual(["waiting", true]);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(2);
  });
  it("begins again at one second once it was good", () => {
    FakeSocket.last.drops();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.drops();
    vi.advanceTimersByTime(2000);
    FakeSocket.last.welcomes();
    FakeSocket.last.drops();
    expect(conn.retryIn).toBe(1);
  });
  it("does not wait when the network is back", () => {
    FakeSocket.last.drops();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
  });
  it("does not listen to a socket that was given up", () => {
    const old = FakeSocket.last;
    conn.connect();
    FakeSocket.last.welcomes();
    old.says("replaced");
    old.drops();
    expect(conn.status).toBe("open");
  });
});

describe("an order", () => {
  it("is settled by its answer", async () => {
    FakeSocket.last.welcomes();
    const done = conn.act("pass");
    const { id } = FakeSocket.last.sent[1]!;
    FakeSocket.last.says({ ok: { id, version: 2 } });
    await expect(done).resolves.toBeUndefined();
  });
  it("is sent again with the same id after a loss", async () => {
    FakeSocket.last.welcomes();
    FakeSocket.last.says({ update: { seq: 12 } });
    const done = conn.act("pass");
    const first = FakeSocket.last.sent[1];
    expect(first).toMatchObject({ version: 12, do: "pass" });
    FakeSocket.last.drops();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.welcomes();
    expect(FakeSocket.last.sent[1]).toEqual(first);
    FakeSocket.last.says({ ok: { id: first!.id, version: 13 } });
    await done;
    // And is not sent a third time.
    FakeSocket.last.drops();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.welcomes();
    expect(FakeSocket.last.sent).toHaveLength(1);
  });
  it("waits for the connection", () => {
    conn.act("pass").catch(() => {});
    expect(FakeSocket.last.sent).toEqual([]);
    FakeSocket.last.welcomes();
    expect(FakeSocket.last.sent).toHaveLength(2);
  });
  it("is refused with a code and its numbers", async () => {
    FakeSocket.last.welcomes();
    const done = conn.act({ play: 1 });
    const { id } = FakeSocket.last.sent[1]!;
    FakeSocket.last.says({ err: { id, code: "must_follow", detail: { suit: "hearts" } } });
    await expect(done).rejects.toMatchObject({ code: "must_follow", detail: { suit: "hearts" } });
    expect(conn.status).toBe("open");
  });
  it("has an id the server takes, never the same twice", () => {
    FakeSocket.last.welcomes();
    conn.act("a").catch(() => {});
    conn.command("start").catch(() => {});
    const ids = FakeSocket.last.sent.slice(1).map(({ id }) => id as string);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
  });
  it("is not left waiting when the connection ends for good", async () => {
    FakeSocket.last.welcomes();
    const done = conn.act("pass");
    FakeSocket.last.says("replaced");
    await expect(done).rejects.toBeInstanceOf(Fault);
    await expect(conn.act("pass")).rejects.toMatchObject({ code: "offline" });
  });
});

describe("a connection on which nothing arrives", () => {
  const pings = () => FakeSocket.last.sent.filter((message) => "ping" in message);

  it("is asked for a sign of life, and given up after six seconds of silence", () => {
    FakeSocket.last.welcomes();
    vi.advanceTimersByTime(QUIET);
    expect(pings()).toEqual([{ ping: 1 }]);
    vi.advanceTimersByTime(STALLED - QUIET - 1);
    expect(conn.status).toBe("open");
    vi.advanceTimersByTime(1);
    expect([conn.status, FakeSocket.all.length]).toEqual(["connecting", 2]);
    expect(FakeSocket.all[0]!.closed).toBe(true);
  });
  it("stays while answers come, whatever they are", () => {
    FakeSocket.last.welcomes();
    for (let i = 0; i < 60; i++) {
      vi.advanceTimersByTime(1000);
      if (i % 3 === 2) FakeSocket.last.says({ pong: i });
    }
    expect([conn.status, FakeSocket.all.length]).toEqual(["open", 1]);
    expect(pings().length).toBeGreaterThan(10);
  });
  it("does not lose what was sent into the void", () => {
    FakeSocket.last.welcomes();
    conn.act("pass").catch(() => {});
    const sent = FakeSocket.last.sent[1];
    vi.advanceTimersByTime(STALLED);
    FakeSocket.last.welcomes();
    expect(FakeSocket.last.sent).toContainEqual(sent);
  });
  it("is replaced at once when the network changes or the device wakes up", () => {
    FakeSocket.last.welcomes();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.all).toHaveLength(2);
    FakeSocket.last.welcomes();
    // Asleep: the clock goes on, timers do not.
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(1000);
    expect(FakeSocket.all).toHaveLength(3);
    FakeSocket.last.welcomes();
    vi.setSystemTime(Date.now() + 60_000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.all).toHaveLength(4);
  });
  it("is checked and not replaced when the page was hidden for a moment only", () => {
    FakeSocket.last.welcomes();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(pings()).toEqual([{ ping: 1 }]);
    expect(FakeSocket.all).toHaveLength(1);
  });
  it("is not suspected in a hidden page, whose timers come late", () => {
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    FakeSocket.last.welcomes();
    for (let i = 0; i < 3; i++) {
      vi.setSystemTime(Date.now() + 59_000);
      vi.advanceTimersByTime(1000);
      FakeSocket.last.says({ pong: i });
    }
    expect([conn.status, FakeSocket.all.length]).toEqual(["open", 1]);
  });
});

describe("an action that is not answered", () => {
  it("is pending until it is", async () => {
    FakeSocket.last.welcomes();
    const done = conn.act("pass");
    expect(conn.pending).toBe(false);
    vi.advanceTimersByTime(PENDING);
    expect(conn.pending).toBe(true);
    FakeSocket.last.says({ ok: { id: FakeSocket.last.sent[1]!.id, version: 2 } });
    await done;
    expect(conn.pending).toBe(false);
  });
  it("is not pending where the answer comes soon, nor after the end", async () => {
    FakeSocket.last.welcomes();
    const quick = conn.act("pass");
    FakeSocket.last.says({ ok: { id: FakeSocket.last.sent[1]!.id, version: 2 } });
    await quick;
    vi.advanceTimersByTime(PENDING);
    expect(conn.pending).toBe(false);
    const lost = conn.act("pass");
    vi.advanceTimersByTime(PENDING);
    FakeSocket.last.says("replaced");
    await expect(lost).rejects.toBeInstanceOf(Fault);
    expect(conn.pending).toBe(false);
  });
});

describe("a message of a newer server", () => {
  it("is ignored, and the next one is heard", () => {
    FakeSocket.last.welcomes();
    for (const unknown of ["fireworks", { fireworks: { at: 1 } }, null, 7, [], true]) FakeSocket.last.says(unknown);
    FakeSocket.last.says({ update: { seq: 9 } });
    expect([conn.status, conn.seq]).toEqual(["open", 9]);
  });
});

describe("a question", () => {
  it("is answered with the reason, or with nothing if it is possible", async () => {
    FakeSocket.last.welcomes();
    const no = conn.ask("play");
    FakeSocket.last.says({ err: { id: FakeSocket.last.sent[1]!.id, code: "not_your_turn", detail: {} } });
    expect((await no)?.code).toBe("not_your_turn");
    const yes = conn.ask("pass");
    FakeSocket.last.says({ ok: { id: FakeSocket.last.sent[2]!.id, version: 1 } });
    expect(await yes).toBeNull();
  });
  it("may bring what the game has to say", async () => {
    FakeSocket.last.welcomes();
    const known = conn.consider("pass");
    FakeSocket.last.says({ ok: { id: FakeSocket.last.sent[1]!.id, version: 1, note: { risk: 0.5 } } });
    expect(await known).toEqual({ fault: null, note: { risk: 0.5 } });
  });
});

describe("a server", () => {
  it("answers with whatever it says, and not while the connection is lost", async () => {
    expect(await conn.answers()).toBe(false);
    FakeSocket.last.welcomes();
    const refused = conn.answers();
    FakeSocket.last.says({ err: { id: FakeSocket.last.sent.at(-1)!.id, code: "not_seated", detail: {} } });
    expect(await refused).toBe(true);
    const gone = conn.answers();
    FakeSocket.last.says("replaced");
    expect(await gone).toBe(false);
  });
});

describe("a move that is not made yet", () => {
  it("is shown to the others, who forget it when the table changes", () => {
    FakeSocket.last.welcomes();
    conn.show({ from_hand: true });
    expect(FakeSocket.last.sent.at(-1)).toEqual({ show: { from_hand: true } });
    FakeSocket.last.says({ shows: { seat: 1, what: { loose: ["5h"] } } });
    expect(conn.shows).toEqual({ seat: 1, what: { loose: ["5h"] } });
    FakeSocket.last.says({ update: { seq: 1 } });
    expect(conn.shows).not.toBeNull();
    FakeSocket.last.says({ update: { seq: 2, table: table(2) } });
    expect(conn.shows).toBeNull();
  });
});

describe("notices", () => {
  it("another window took the seat; it can be taken back", () => {
    FakeSocket.last.welcomes();
    FakeSocket.last.says("replaced");
    FakeSocket.last.drops();
    expect(conn.status).toBe("replaced");
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    conn.connect();
    FakeSocket.last.welcomes();
    expect(conn.status).toBe("open");
  });
  it("the room was closed", () => {
    FakeSocket.last.welcomes();
    FakeSocket.last.says({ closed: { reason: "abandoned" } });
    FakeSocket.last.drops();
    expect([conn.status, conn.reason]).toEqual(["closed", "abandoned"]);
  });
});

describe("an update", () => {
  it("leaves alone what it leaves out", () => {
    FakeSocket.last.welcomes();
    const laid = table(1, { view: { a: 1 }, legal: ["x"] });
    FakeSocket.last.says({ update: { seq: 1, you: 2, room: room(), table: laid, remaining_ms: 5000 } });
    expect([conn.you, conn.view, conn.legal, conn.deadline]).toEqual([2, { a: 1 }, ["x"], Date.now() + 5000]);
    FakeSocket.last.says({ update: { seq: 2 } });
    expect([conn.seq, conn.you, conn.view, conn.legal, conn.deadline]).toEqual([2, 2, { a: 1 }, ["x"], null]);
    expect(conn.table).toEqual(laid);
  });
  it("clears the table in the lobby", () => {
    FakeSocket.last.welcomes();
    FakeSocket.last.says({ update: { seq: 1, room: room(), table: table(1, { legal: ["x"] }) } });
    FakeSocket.last.says({ update: { seq: 2, room: room({ state: "lobby" }) } });
    expect([conn.view, conn.legal]).toEqual([null, []]);
  });
  it("numbers what happened, and forgets it when a new game begins", () => {
    FakeSocket.last.welcomes();
    FakeSocket.last.says({ update: { seq: 1, room: room(), table: table(1, { events: ["a", "b"] }) } });
    expect(conn.events).toEqual([
      { number: 1, event: "a", seq: 1, acted: null },
      { number: 2, event: "b", seq: 1, acted: null },
    ]);
    FakeSocket.last.says({ update: { seq: 2, room: room({ games: 2 }), table: table(2, { acted: 1, events: ["c"] }) } });
    expect(conn.events).toEqual([{ number: 3, event: "c", seq: 2, acted: 1 }]);
  });
  it("tells nothing twice when the last table is repeated after a reconnect", () => {
    FakeSocket.last.welcomes();
    const laid = table(4, { events: ["a"], acted: 0 });
    FakeSocket.last.says({ update: { seq: 4, room: room(), table: laid } });
    FakeSocket.last.drops();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.welcomes();
    FakeSocket.last.says({ update: { seq: 6, room: room(), table: laid } });
    expect(conn.events).toHaveLength(1);
    expect(conn.view).toEqual({ version: 4 });
  });
  it("fills its log after a reload, and the gap after a reconnect", () => {
    FakeSocket.last.welcomes();
    const earlier = (version: number) => ({ version, acted: 0, events: [`at ${version}`] });
    const told = () => conn.events.map(({ event }) => event);
    FakeSocket.last.says({
      update: { seq: 5, room: room(), earlier: [earlier(3), earlier(4)], table: table(5, { events: ["at 5"] }) },
    });
    expect(told()).toEqual(["at 3", "at 4", "at 5"]);
    FakeSocket.last.drops();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.welcomes();
    FakeSocket.last.says({
      update: { seq: 8, room: room(), earlier: [3, 4, 5, 6, 7].map(earlier), table: table(8, { events: ["at 8"] }) },
    });
    expect(told()).toEqual(["at 3", "at 4", "at 5", "at 6", "at 7", "at 8"]);
  });
  it("says up to where the cards are revealed", () => {
    FakeSocket.last.welcomes();
    FakeSocket.last.says({ update: { seq: 4, room: room(), table: table(4) } });
    expect(conn.openTo).toBe(0);
    FakeSocket.last.says({ update: { seq: 5, table: table(5, { revealed: true }) } });
    FakeSocket.last.says({ update: { seq: 6, table: table(6) } });
    expect(conn.openTo).toBe(5);
  });
});

describe("an observer", () => {
  let seen: string[];
  let moves: Move[];
  beforeEach(() => {
    [seen, moves] = [[], []];
    conn.observer = {
      connected: () => seen.push("connected"),
      heard: ({ table }) => seen.push(table === conn.table ? "the table on the screen" : "heard"),
      moved: (move) => moves.push(move),
      closed: ({ reason }) => seen.push(reason),
      left: () => seen.push("left"),
    };
    FakeSocket.last.welcomes();
    FakeSocket.last.says({ update: { seq: 4, room: room(), table: table(4, { legal: ["pass"] }), remaining_ms: 5000 } });
  });
  it("gets the very object that is displayed", () => {
    expect(seen).toEqual(["connected", "the table on the screen"]);
  });
  it("is told of a move before it is sent, and what came of it", async () => {
    const sent = FakeSocket.last.sent.length;
    const done = conn.act("pass");
    expect(moves).toMatchObject([{ at: 4, action: "pass", state: "sent", version: null, listed: true, left: 5000 }]);
    expect(FakeSocket.last.sent).toHaveLength(sent + 1);
    FakeSocket.last.says({ ok: { id: moves[0]!.id, version: 5 } });
    await done;
    expect(moves[1]).toMatchObject({ id: moves[0]!.id, state: "accepted", version: 5 });
  });
  it("is told of a move that is refused or lost", async () => {
    const no = conn.act("pass");
    FakeSocket.last.says({ err: { id: moves[0]!.id, code: "too_late", detail: {} } });
    await expect(no).rejects.toBeInstanceOf(Fault);
    expect(moves.at(-1)).toMatchObject({ state: "refused", listed: true });
    const gone = conn.act("play");
    FakeSocket.last.says({ closed: { reason: "abandoned" } });
    await expect(gone).rejects.toBeInstanceOf(Fault);
    expect(moves.at(-1)).toMatchObject({ state: "lost", listed: false });
    expect(seen.at(-1)).toBe("abandoned");
  });
  it("is told when the player leaves or the page goes", () => {
    dispatchEvent(new Event("pagehide"));
    conn.command("leave").catch(() => {});
    expect(seen.slice(-2)).toEqual(["left", "left"]);
  });
  it("is not told so where the server let go first", () => {
    FakeSocket.last.drops();
    dispatchEvent(new Event("pagehide"));
    conn.close();
    expect(seen).not.toContain("left");
  });
});
