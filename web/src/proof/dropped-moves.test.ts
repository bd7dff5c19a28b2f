// The player's moves on their way through a real connection: what a changed server may answer, and what the page says then.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Update } from "../gen/protocol/Update";
import { Connection } from "../lib/connection.svelte";
import type { LineEvents } from "../lib/transport";
import type { Step } from "./file";
import { Memory } from "./memory";
import { NOTHING, type Report } from "./report";
import { Session } from "./session";
import { sentence, serveTable } from "./testing/serve";
import { Browser, type Page, TestTable } from "./testing/table";
import { t } from "./words";

interface Order {
  id: string;
  version: number;
  do?: unknown;
}

const PASS = "pass";
let table: TestTable;
let conn: Connection;
let report: Report;
let line: LineEvents;
let orders: Order[];
/** The time that each decision has, in milliseconds. */
let clock: number | undefined;

const says = (message: unknown) => line.heard(JSON.stringify(message));
const ok = (order: Order, version: number) => says({ ok: { id: order.id, version } });
const err = (order: Order) => says({ err: { id: order.id, code: "too_late", detail: {} } });

beforeEach(() => {
  table = new TestTable();
  serveTable(table);
  [report, orders, clock] = [NOTHING, [], 9000];
  const { player_id } = table.seats[0]!;
  const dial = (events: LineEvents) => {
    line = events;
    return { send: (text: string) => void orders.push(JSON.parse(text) as Order), close: () => {} };
  };
  const local = { dial, leave: () => Promise.resolve(), proof: () => Promise.resolve("") };
  conn = new Connection({ kind: "seat", seated: { code: "KXMT", player_id: player_id!, token: "t" }, local });
  const session = new Session(
    {
      player: player_id,
      send: (command) => table.receive(0, command),
      show: (shown) => (report = shown),
    },
    new Memory(new Browser().storage),
  );
  conn.observer = {
    connected: () => session.connected(),
    heard: (update) => session.heard(update, conn.you),
    moved: (move) => session.moved(move),
    closed: (message) => session.closed(message),
    left: () => session.left(),
  };
  const hear = (update: Update) => says({ update: { ...update, ...(clock === undefined ? {} : { remaining_ms: clock }) } });
  table.pages.push({ seat: 0, online: true, hear } as unknown as Page);
  line.opened();
  says({ welcome: { protocol: 2, player_id } });
  hear(table.update(0, true));
  table.start();
  expect(table.state).toBe("playing");
  orders = [];
});
afterEach(() => {
  conn.close();
  vi.unstubAllGlobals();
});

/** The player does something, and the server something else. */
async function move(action: unknown, answer: (order: Order) => void): Promise<void> {
  const done = conn.act(action).catch(() => {});
  answer(orders.at(-1)!);
  await done;
}
/** What the page says at the end: the sentence of a broken game, or the remarks beside another verdict. */
async function end(): Promise<string[]> {
  table.finish();
  await vi.waitFor(() => expect(report.stage).toBe("done"));
  const { verdict } = report;
  if (verdict?.kind === "broken") return [`${verdict.fault.what}: ${sentence(verdict.fault)}`];
  return report.remarks.filter(({ what }) => what !== "since").map(({ what, values }) => t(`remark.${what}`, values));
}
/** What an honest server does with a move. */
const carryOut = (order: Order) => {
  const version = table.version + 1;
  ok(order, version);
  table.happen([{ act: [0, order.do] }]);
};
const expire: Step[] = [{ expire: 3 }];

describe("an honest server", () => {
  it("carries moves out", async () => {
    await move(PASS, carryOut);
    await move({ play: { card: "9c" } }, carryOut);
    expect(await end()).toEqual([]);
    expect(report.verdict).toMatchObject({ kind: "consistent", absent: null, facts: { moves: 2 } });
  });
  it("answers a repeated message with the version that it led to", async () => {
    const done = conn.act(PASS);
    const order = orders.at(-1)!;
    const version = table.version + 1;
    table.happen([{ act: [0, PASS] }]);
    line.lost();
    conn.connect();
    line.opened();
    says({ welcome: { protocol: 2, player_id: "p" } });
    expect(orders.at(-1)).toEqual(order);
    ok(order, version);
    await done;
    expect(await end()).toEqual([]);
  });
  it("refuses a claim that somebody else has overtaken", async () => {
    table.hooks.lie = (view, seat) => (seat === 0 ? { ...view, legal: [] } : view);
    await move(PASS, (order) => {
      table.happen([{ act: [1, PASS] }]);
      err(order);
    });
    expect(await end()).toEqual(["1 of your moves was refused because the table had changed first, with time left."]);
    expect(report.verdict).toMatchObject({ kind: "consistent", absent: null });
  });
  it("refuses what the table never offered", async () => {
    await move("something else", err);
    expect(await end()).toEqual([]);
  });
  it("answers the last move after the end that it led to", async () => {
    const done = conn.act(PASS);
    const order = orders.at(-1)!;
    const version = table.version + 1;
    table.state = "finished";
    table.outcome = { places: [1, 2, 3], points: [10, 4, 0], reason: "target", next_first: 1 };
    table.happen([{ act: [0, PASS] }]);
    ok(order, version);
    await done;
    await vi.waitFor(() => expect(report.stage).toBe("done"));
    expect(report.verdict).toMatchObject({ kind: "consistent", facts: { moves: 1 } });
  });
});

describe("row 10: a changed server", () => {
  it.each([
    ["accepts a move at an old version, and lets time run out", () => table.version],
    ["accepts a move at version 0, and lets time run out", () => 0],
  ])("%s", async (_, version) => {
    const at = table.version;
    await move(PASS, (order) => {
      ok(order, version());
      table.happen(expire);
    });
    expect(await end()).toEqual([
      `move-dropped: The server accepted a move of yours that the file does not have. After version ${at} you played "pass".`,
    ]);
    expect(JSON.parse(report.witness()!)).toMatchObject({ acts: [[at + 1, PASS]] });
  });
  it("accepts a move at the version at which time runs out", async () => {
    const version = table.version + 1;
    await move(PASS, (order) => {
      ok(order, version);
      table.happen(expire);
    });
    expect(await end()).toEqual([`move-missing: Your move at version ${version} is missing in the file. You played "pass".`]);
  });
  it("accepts two moves as one", async () => {
    let version = 0;
    await move(PASS, (order) => {
      version = table.version + 1;
      carryOut(order);
    });
    await move(PASS, (order) => ok(order, version));
    expect(await end()).toEqual([
      `move-dropped: The server accepted a move of yours that the file does not have. After version ${version} you played "pass".`,
    ]);
  });
  it("accepts a move before its turn and carries it out later", async () => {
    await move(PASS, (order) => ok(order, table.version));
    table.happen([{ act: [0, PASS] }]);
    expect(await end()).toEqual([]);
    expect(JSON.parse(report.witness()!)).toMatchObject({ acts: [[table.version - 1, PASS]] });
  });
  it("refuses what it offers, after an update that offers it still", async () => {
    await move(PASS, (order) => {
      table.happen([{ act: [2, PASS] }]);
      err(order);
    });
    expect(await end()).toEqual(["1 of your moves was refused although the table offered it."]);
  });
  it("lets time run out first, and then refuses", async () => {
    table.hooks.lie = (view, seat) => (seat === 0 ? { ...view, legal: [] } : view);
    await move(PASS, (order) => {
      table.happen(expire);
      err(order);
    });
    expect(await end()).toEqual(["1 of your moves was refused because the table had changed first, with time left."]);
  });
  it.each([
    ["with a clock", 9000, ["1 of your moves was lost with time left."]],
    ["without a clock", undefined, ["1 of your moves was lost with time left."]],
    ["at the last moment", 1000, []],
  ])("never answers, %s", async (_, left, remarks) => {
    clock = left;
    table.happen([{ act: [2, PASS] }]);
    conn.act(PASS).catch(() => {});
    table.happen(expire);
    expect(await end()).toEqual(remarks);
  });
});
