import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hashText } from "./keys";
import { FakeStorage, Browser, type Page, TestTable } from "./testing/table";
import { faultOf, sentence, serve, serveTable, stall, verdictOf } from "./testing/serve";
import { type Fault, withRules } from "./verdict";

afterEach(() => vi.unstubAllGlobals());

/** Two people and a bot play a short game. */
function playOn(table: TestTable, ann: Page, bob?: Page): void {
  ann.act({ play: { card: "9c" } });
  table.happen([{ act: [2, "pass"] }, { roll: { below: 6, times: 2 } }]);
  bob?.act("pass");
}

let table: TestTable;
let ann: Page;
let bob: Page;
beforeEach(() => {
  table = new TestTable();
  ann = table.page(0);
  bob = table.page(1);
  serveTable(table);
});

describe("an honest game", () => {
  it("is consistent for everybody who took part", async () => {
    table.start();
    expect(table.state).toBe("playing");
    expect(ann.report).toMatchObject({ stage: "sealed", verdict: null, deal: { seats: [0, 1] } });
    playOn(table, ann, bob);
    table.finish();
    const verdict = await verdictOf(ann);
    const facts = { chances: 2, entries: 5, screens: 5, moves: 1 };
    expect(verdict).toEqual({ kind: "consistent", absent: null, unchecked: "missing", discarded: 0, facts });
    expect(await verdictOf(bob)).toMatchObject({ kind: "consistent", absent: null });
  });

  it("has one table number, which is fixed with the bytes", () => {
    table.start();
    expect(ann.report.number).toMatch(/^\d{10}$/);
    expect(bob.report.number).toBe(ann.report.number);
  });

  it("is fetched once, and the bytes that were checked are kept for the download", async () => {
    const { requests } = serveTable(table);
    bob.online = false;
    table.start();
    playOn(table, ann);
    table.finish();
    await verdictOf(ann);
    expect(requests).toEqual([`/api/played/${table.id}-1/proof`]);
    expect(new TextDecoder().decode(ann.report.file!)).toBe(table.file());
  });

  it("goes on after a reload, a lost connection and a rematch", async () => {
    table.start();
    playOn(table, ann, bob);
    let again = ann.reload();
    again.online = false;
    table.happen([{ act: [2, "pass"] }]);
    again.connect();
    again.act("pass");
    again = again.reload();
    table.finish();
    expect(await verdictOf(again)).toMatchObject({ kind: "consistent", absent: null, facts: { moves: 2 } });
    table.start();
    again.act({ play: { card: "9c" } });
    table.finish();
    expect(again.report.deal?.opening.game).toBe(2);
    expect(await verdictOf(again)).toMatchObject({ kind: "consistent", absent: null, discarded: 0 });
  });

  it("lets a stand-in play while the seat is shown as absent", async () => {
    table.start();
    table.seats = table.seats.map((seat, i) => (i === 0 ? { ...seat, controller: "bot" } : seat));
    table.happen([{ status: [0, "bot"] }]);
    table.happen([{ act: [0, "pass"] }]);
    table.seats = table.seats.map((seat, i) => (i === 0 ? { ...seat, controller: "human" } : seat));
    table.happen([{ status: [0, "human"] }]);
    table.finish();
    expect(await verdictOf(ann)).toMatchObject({ kind: "consistent", absent: null });
    expect(ann.report.remarks).toContainEqual({ what: "away", values: { n: 1 } });
  });

  it("takes a move whose answer was lost for its player's own", async () => {
    table.start();
    ann.session.moved({ id: "x", at: table.version, action: "pass", state: "lost", version: null, listed: true, left: 5000 });
    table.happen([{ act: [0, "pass"] }]);
    table.finish();
    expect(await verdictOf(ann)).toMatchObject({ kind: "consistent", facts: { moves: 1 } });
    expect(ann.report.remarks).not.toContainEqual({ what: "lost", values: { n: 1 } });
  });

  it("remarks on moves that were lost, or refused though they were offered", async () => {
    table.start();
    const move = { at: table.version, version: null, listed: true, left: 5000 };
    ann.session.moved({ ...move, id: "x", action: "draw", state: "lost" });
    ann.session.moved({ ...move, id: "y", action: "draw", state: "lost", left: 100 });
    ann.session.moved({ ...move, id: "z", action: "pass", state: "refused" });
    table.finish();
    expect(await verdictOf(ann)).toMatchObject({ kind: "consistent" });
    expect(ann.report.remarks).toContainEqual({ what: "lost", values: { n: 1 } });
    expect(ann.report.remarks).toContainEqual({ what: "refused", values: { n: 1 } });
  });

  it("takes sets in any order, and what is empty as left out", async () => {
    table.start();
    ann.act({ capture: { loose: ["5h", "3c"], card: "8d" } }, [{ act: [0, { capture: { card: "8d", loose: ["3c", "5h"], builds: [] } }] }]);
    table.finish();
    expect(await verdictOf(ann)).toMatchObject({ kind: "consistent", facts: { moves: 1 } });
  });
});

describe("a page that cannot vouch for a deal", () => {
  it("says that it watched", async () => {
    const eve = table.page(null);
    table.start();
    table.finish();
    expect(await verdictOf(eve)).toMatchObject({ kind: "consistent", absent: "watched", facts: { screens: 2 } });
  });
  it("says so also to a player who has left and watches now", async () => {
    table.start();
    ann.session.left();
    const again = table.page(null, ann.browser);
    table.finish();
    expect(await verdictOf(again)).toMatchObject({ kind: "consistent", absent: "watched" });
  });
  it("says that it was left out", async () => {
    table.mute = [1];
    table.start();
    table.finish();
    expect(bob.report.deal?.seats).toEqual([0]);
    expect(await verdictOf(bob)).toMatchObject({ kind: "consistent", absent: "left-out" });
    expect(await verdictOf(ann)).toMatchObject({ absent: null });
  });
  it("says that it came later, or lost its memory", async () => {
    table.start();
    (bob.browser.storage as FakeStorage).clear();
    const again = bob.reload();
    table.finish();
    // The page that was there has restored what it knew.
    expect(await verdictOf(again)).toMatchObject({ absent: null });
    const stranger = table.page(1, new Browser());
    expect(await verdictOf(stranger)).toMatchObject({ absent: "memory" });
    expect(withRules(stranger.report.verdict!, { fault: null, unchecked: null }), "which no rules can cure").toMatchObject({
      kind: "consistent",
    });
  });
  it("works without a storage, and says so", async () => {
    const carl = new TestTable();
    const page = carl.page(0, new Browser(null));
    serveTable(carl);
    carl.start();
    carl.finish();
    expect(await verdictOf(page)).toMatchObject({ kind: "consistent", absent: null });
    expect(page.report.remarks).toContainEqual({ what: "storage", values: { n: 1 } });
  });
});

describe("the file", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is asked for again while the server cannot be reached, and nothing is said until then", async () => {
    let there = false;
    serve(() => (there ? { status: 200, text: table.file() } : null));
    table.start();
    table.finish();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(ann.report).toMatchObject({ stage: "unreachable", verdict: null });
    there = true;
    ann.session.retry();
    await vi.advanceTimersByTimeAsync(1);
    expect(ann.report).toMatchObject({ stage: "done", verdict: { kind: "consistent" } });
  });
  it("may come a little later", async () => {
    let status = 404;
    serve(() => ({ status, text: table.file() }));
    table.start();
    table.finish();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ann.report).toMatchObject({ stage: "checking", verdict: null });
    status = 200;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ann.report.verdict?.kind).toBe("consistent");
  });
  it("is broken if a server that answers has none within a minute", async () => {
    serve(() => ({ status: 404, text: "{}" }));
    table.start();
    table.finish();
    await vi.advanceTimersByTimeAsync(65_000);
    expect(faultOf(ann)).toBe("no-file");
  });
  it.each([
    ["takes the request and says nothing", () => stall(null)],
    ["begins with the file and stops", () => stall('{"aboveboard":"proof 2",')],
    ["says that it is not there", () => serve(() => ({ status: 502, text: "" }))],
    ["breaks the request off", () => serve(() => null)],
  ])("is broken if a server that answers in the room %s", async (_, hostile) => {
    const { requests } = hostile();
    ann.reaches = true;
    table.start();
    table.finish();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(ann.report.verdict).toBeNull();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(ann.report).toMatchObject({ stage: "done", verdict: { kind: "broken" } });
    expect(sentence((ann.report.verdict as { fault: Fault }).fault)).toBe("The server provided no proof within 60 seconds of the end.");
    expect(requests.length).toBeGreaterThan(2);
  });
  it.each([
    ["takes the request and says nothing", () => stall(null)],
    ["says that it is not there", () => serve(() => ({ status: 504, text: "" }))],
  ])("has no verdict if a server %s, and is silent in the room, too", async (_, hostile) => {
    hostile();
    table.start();
    table.finish();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(ann.report).toMatchObject({ stage: "unreachable", verdict: null });
    serveTable(table);
    ann.session.retry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ann.report.verdict?.kind).toBe("consistent");
  });
  it("is broken if the room goes on while the request is not answered", async () => {
    stall(null);
    table.start();
    table.finish();
    for (let seconds = 0; seconds < 90; seconds += 5) {
      await vi.advanceTimersByTimeAsync(5_000);
      table.broadcast();
    }
    expect(faultOf(ann)).toBe("no-file");
  });
  it("may come slowly over a slow line", async () => {
    vi.stubGlobal(
      "fetch",
      vi.fn(() => {
        const text = new TextEncoder().encode(table.file());
        let at = 0;
        const pull = async (stream: ReadableStreamDefaultController) => {
          await new Promise((next) => setTimeout(next, 10_000));
          stream.enqueue(text.slice(at, at + 1000));
          at += 1000;
          if (at >= text.length) stream.close();
        };
        return Promise.resolve(new Response(new ReadableStream({ pull })));
      }),
    );
    ann.reaches = true;
    table.start();
    for (let version = 0; version < 30; version++) table.happen([{ act: [2, "pass"] }]);
    table.finish();
    await vi.advanceTimersByTimeAsync(250_000);
    expect(ann.report.verdict?.kind).toBe("consistent");
  });
});

describe("a ceremony", () => {
  it("shows bytes once every promise is frozen, and not before", () => {
    table.open([0, 1, 2]);
    expect(ann.sent).toHaveLength(1);
    table.freeze();
    expect(ann.sent).toHaveLength(2);
    expect(ann.sent[1]).toMatchObject({ reveal: { transcript: hashText(table.play!.transcript) } });
  });
  it("takes no part where its seat is not asked", () => {
    table.mute = [0];
    table.start();
    expect(ann.sent).toEqual([]);
  });
  it("is stored before the bytes are shown", () => {
    table.waits = "test";
    let stored: string | null = null;
    const receive = table.receive.bind(table);
    table.receive = (seat, command) => {
      const hash = typeof command === "object" && "reveal" in command ? command.reveal.transcript : null;
      if (seat === 0 && hash) stored = ann.browser.storage!.getItem(`aboveboard.proof.deal.${hash}`);
      return receive(seat, command);
    };
    table.start();
    expect(stored).toContain('"shown":true');
  });
  it("is answered with the same bytes after a reload, for the same transcript", () => {
    table.waits = "test";
    table.start();
    const shown = ann.sent.at(-1);
    const again = ann.reload();
    expect(again.sent).toEqual([shown]);
    table.waits = null;
    table.deal();
    expect(again.report).toMatchObject({ stage: "sealed", verdict: null });
  });
  it("is not answered by a page that has lost its bytes", () => {
    table.open([0, 1, 2]);
    const again = ann.reload();
    table.freeze();
    expect(again.sent).toEqual([]);
  });
  it("has fresh bytes for every attempt", () => {
    table.waits = "test";
    table.start();
    table.discard();
    table.start();
    const promises = ann.sent.filter((command) => typeof command === "object" && "reveal" in command);
    expect(promises).toHaveLength(2);
    expect(promises[0]).not.toEqual(promises[1]);
  });
});

describe("deals that were thrown away", () => {
  /** A deal is frozen, seen by all, and thrown away. */
  function throwAway(): void {
    table.waits = "test";
    table.start();
    table.discard();
    table.waits = null;
  }
  it("are counted in this game", async () => {
    throwAway();
    throwAway();
    table.start();
    table.finish();
    expect(await verdictOf(ann)).toMatchObject({ kind: "consistent", discarded: 2 });
    const again = ann.reload();
    expect(await verdictOf(again), "also after a reload").toMatchObject({ discarded: 2 });
    table.start();
    table.finish();
    expect(await verdictOf(again), "and once").toMatchObject({ kind: "consistent", discarded: 0 });
  });
  it("are counted in another room, unless their player left", async () => {
    table.waits = "test";
    table.start();
    table.close();
    const other = new TestTable({ key: table.key });
    const page = other.page(0, ann.browser);
    serveTable(other);
    other.start();
    other.finish();
    expect(await verdictOf(page)).toMatchObject({ kind: "consistent", discarded: 1 });

    const left = new TestTable({ key: table.key });
    const leaver = left.page(0);
    left.waits = "test";
    left.start();
    leaver.session.left();
    const next = new TestTable({ key: table.key });
    const later = next.page(0, leaver.browser);
    serveTable(next);
    next.start();
    next.finish();
    expect(await verdictOf(later)).toMatchObject({ discarded: 0 });
  });
  it("are counted where the server says nothing of them, and its player goes then", async () => {
    table.waits = "test";
    table.start();
    ann.session.closed({});
    ann.session.left();
    const other = new TestTable({ key: table.key });
    const page = other.page(0, ann.browser);
    serveTable(other);
    other.start();
    other.finish();
    expect(await verdictOf(page)).toMatchObject({ discarded: 1 });
  });
  it("are counted after a reload in the ceremony, but not for a player who gave the seat up", async () => {
    table.waits = "test";
    table.start();
    const again = ann.reload();
    bob.session.left();
    table.discard();
    const stranger = { ...table.seats[1]!, player_id: "00000000000000ff" };
    table.seats = [table.seats[0]!, stranger, table.seats[2]!];
    table.pages = [again];
    const back = table.page(1, bob.browser);
    table.waits = null;
    table.start();
    table.finish();
    expect(await verdictOf(again)).toMatchObject({ kind: "consistent", discarded: 1 });
    expect(await verdictOf(back)).toMatchObject({ kind: "consistent", discarded: 0 });
  });
  it("are games that ended without a result, too", async () => {
    table.start();
    table.close();
    await verdictOf(ann);
    expect(ann.report.verdict).toMatchObject({ kind: "consistent", absent: null });
    const other = new TestTable({ key: table.key });
    const page = other.page(0, ann.browser);
    serveTable(other);
    other.start();
    other.finish();
    expect(await verdictOf(page)).toMatchObject({ discarded: 1 });
  });
});

describe("a game whose end was missed", () => {
  it("is checked all the same, and does not count as thrown away", async () => {
    table.start();
    ann.online = false;
    table.finish();
    const file = table.file();
    serve(() => ({ status: 200, text: file }));
    const { play, state } = table;
    table.reopen();
    ann.connect();
    expect(await verdictOf(ann)).toMatchObject({ kind: "consistent", absent: null });
    expect(ann.memory.deal(hashText(play!.transcript))?.end).toBe("result");
    expect(state).toBe("finished");
    serveTable(table);
    table.start();
    table.finish();
    await vi.waitFor(() => expect(ann.report.deal?.opening.game).toBe(2));
    expect(await verdictOf(ann)).toMatchObject({ kind: "consistent", discarded: 0 });
  });
});
