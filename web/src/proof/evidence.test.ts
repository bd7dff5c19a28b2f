import { render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RoomView } from "../gen/protocol/RoomView";
import type { Connection, Observer } from "../lib/connection.svelte";
import { wordsReady } from "../lib/i18n.svelte";
import { settings } from "../lib/settings.svelte";
import { Evidence } from "./evidence.svelte";
import EvidenceDialog from "./EvidenceDialog.svelte";
import Mark from "./Mark.svelte";
import { NOTHING, type Report } from "./report";
import { SigningKey, TestTable } from "./testing/table";
import { serveTable } from "./testing/serve";
import type { Verdict } from "./verdict";
import { t } from "./words";

/** A connection, as far as evidence needs one. */
function connect(table: TestTable): { conn: Connection & { observer: Observer }; evidence: Evidence } {
  const player_id = table.seats[0]!.player_id!;
  const conn = {
    who: { kind: "seat", seated: { code: "KXMT", player_id, token: "t" } },
    you: 0,
    observer: null,
    // A socket never answers at once.
    command: (command: Parameters<TestTable["receive"]>[1]) => Promise.resolve().then(() => table.receive(0, command)),
  } as unknown as Connection & { observer: Observer };
  const evidence = new Evidence(conn);
  return { conn, evidence };
}

afterEach(() => {
  vi.unstubAllGlobals();
  settings.language = "en";
});

describe("evidence", () => {
  it("keeps what it hears until the session is there, takes part, and says how it stands", async () => {
    const table = new TestTable({ people: 1, bots: 2 });
    serveTable(table);
    const { conn, evidence } = connect(table);
    expect(evidence.standing).toBe("none");
    // The table speaks to the connection as it would to a page.
    const here = { seat: 0, online: true, hear: (update: unknown) => conn.observer.heard(update as never) };
    table.pages.push(here as never);
    conn.observer.connected();
    table.start();
    expect(table.state, "the session has not been loaded yet").toBe("lobby");
    await vi.waitFor(() => expect(evidence.standing).toBe("sealed"));
    expect(table.state).toBe("playing");
    table.finish();
    await vi.waitFor(() => expect(evidence.standing).toBe("consistent"));
  });
});

const facts = { chances: 3, entries: 40, screens: 38, moves: 9 };
const consistent = { kind: "consistent", absent: null, unchecked: "missing", discarded: 0, facts } satisfies Verdict;

function show(change: Partial<Report>): void {
  const report: Report = { ...NOTHING, stage: "done", ...change };
  const evidence = { report, retry: () => {} } as unknown as Evidence;
  evidence.open = true;
  render(EvidenceDialog, { evidence, room: { code: "KXMT" } as RoomView, names: ["Ann", "Bea"] });
}

describe("the panel", () => {
  it("says what is not checked here", () => {
    show({ verdict: consistent });
    expect(screen.getByRole("heading", { name: "Consistent: rules not checked here" })).toBeTruthy();
    expect(screen.getByText("3 shuffles and rolls recomputed: all are the same.")).toBeTruthy();
    expect(
      screen.getByText("This browser did not check whether every move was legal. This page was built without the rules."),
    ).toBeTruthy();
    expect(screen.queryByText(/replayed by its rules/)).toBeNull();
    expect(screen.queryByText(/thrown away/)).toBeNull();
  });
  it("promises what the specification promises, and nothing stronger", () => {
    show({ verdict: { kind: "verified", discarded: 0, facts } });
    expect(screen.getByRole("heading", { name: "Verified" })).toBeTruthy();
    expect(
      screen.getByText(
        "Nobody can choose your cards, not even the host, if the browsers at your table took part and say “Verified”. Anyone can check the deal, every rule and every bot move afterwards. The host could still look.",
      ),
    ).toBeTruthy();
  });
  it("says that the rules were replayed, and the bots recomputed", () => {
    const remarks: Report["remarks"] = [{ what: "bots", values: { n: 7 } }];
    show({ verdict: { kind: "verified", discarded: 0, facts }, remarks });
    expect(screen.getByText(/^The game was replayed by its rules: every move was legal/)).toBeTruthy();
    expect(screen.getByText("7 of 7 bot moves recomputed: all are the same.")).toBeTruthy();
  });
  it("says how far the bots are", () => {
    show({ verdict: { kind: "verified", discarded: 0, facts }, remarks: [{ what: "bots-running", values: { n: 1, done: 3, of: 9 } }] });
    expect(screen.getByText("Recomputing the moves of the bots: 3 of 9 steps so far.")).toBeTruthy();
  });
  it("offers to load the rules again", () => {
    show({ verdict: { ...consistent, unchecked: "unloadable" } });
    expect(screen.getByText("This browser did not check whether every move was legal. The rules could not be loaded.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
  it("tells a spectator that the rules fit", () => {
    show({ verdict: { ...consistent, absent: "watched", unchecked: null } });
    expect(screen.getByRole("heading", { name: "Consistent, not witnessed" })).toBeTruthy();
    expect(screen.getByText(/replayed by its rules/)).toBeTruthy();
    expect(screen.queryByText(/not checked here/)).toBeNull();
  });
  it("tells a forged screen with both values", () => {
    const fault = { what: "rules-shown", values: { version: 12, part: "view", own: "9♣, 9♦", other: "A♠, K♥" } } as const;
    show({ verdict: { kind: "broken", fault } });
    expect(screen.getByRole("alert").textContent).toBe(
      "At version 12 what you saw did not follow from the deal. Your screen: 9♣, 9♦. By the rules: A♠, K♥.",
    );
  });
  it("says how many deals were thrown away", () => {
    show({ verdict: { ...consistent, discarded: 1 } });
    expect(screen.getByText(/^Consistent, best of 2: one deal was thrown away first\./)).toBeTruthy();
  });
  it("counts them", () => {
    show({ verdict: { kind: "verified", discarded: 2, facts } });
    expect(screen.getByRole("heading", { name: "Verified, best of 3" })).toBeTruthy();
    expect(screen.getByText(/^Verified, best of 3: two deals were thrown away first\./)).toBeTruthy();
  });
  it("says what is broken, with both values and the name of the player", () => {
    show({ verdict: { kind: "broken", fault: { what: "bytes", values: { seat: 1, own: "aaaa", other: "bbbb" } } } });
    expect(screen.getByRole("alert").textContent).toBe(
      "The bytes of Bea are not those that were promised. The promise was aaaa…. The bytes give bbbb….",
    );
  });
  it("says why it cannot vouch for a deal", () => {
    show({ verdict: { ...consistent, absent: "watched" } });
    expect(screen.getByRole("heading", { name: "Consistent, not witnessed" })).toBeTruthy();
    expect(screen.getByText("This browser only watched, so it cannot vouch for the deal.")).toBeTruthy();
    expect(screen.queryByText(/Your own random bytes/)).toBeNull();
  });
  it("shows the table number in two groups", () => {
    show({ stage: "sealed", number: "4831092755" });
    expect(screen.getByText("48310 92755")).toBeTruthy();
    expect(screen.getByText(/Everyone should see the same\./)).toBeTruthy();
  });
  it("offers the bytes that were checked, and the witness", () => {
    const opening = { game: 1, seats: [{ person: "a" }, { bot: "hard" }] };
    const deal = { record: "r-1", opening, hash: new SigningKey().public, seats: [0] } as Report["deal"];
    show({ verdict: consistent, deal, file: new Uint8Array(3), witness: () => "{}" });
    const link = screen.getByRole("link", { name: "Download the proof" });
    expect(link.getAttribute("download")).toBe("aboveboard-KXMT-1.json");
    expect(link.getAttribute("href")).toMatch(/^blob:/);
    expect(screen.getByRole("link", { name: "Download the witness" }).getAttribute("download")).toBe("aboveboard-KXMT-1-witness.json");
    expect(screen.getByText("Ann added random bytes")).toBeTruthy();
    expect(screen.getByText("Bea is a bot and adds nothing")).toBeTruthy();
  });
  it("speaks German", async () => {
    settings.language = "de";
    t("number");
    await wordsReady();
    show({ verdict: { ...consistent, discarded: 2 } });
    expect(screen.getByRole("heading", { name: "Stimmig: Regeln hier nicht geprüft" })).toBeTruthy();
    expect(screen.getByText(/^Stimmig, das Beste aus 3: zweimal wurden Karten vorher verworfen\./)).toBeTruthy();
    expect(
      screen.getByText("Dieser Browser hat nicht geprüft, ob jeder Zug erlaubt war. Diese Seite enthält die Regeln nicht."),
    ).toBeTruthy();
  });
  it("speaks German about what the rules find", async () => {
    settings.language = "de";
    t("number");
    await wordsReady();
    const fault = { what: "rules-shown", values: { version: 12, part: "view", own: "9♣", other: "A♠" } } as const;
    show({ verdict: { kind: "broken", fault } });
    expect(screen.getByRole("alert").textContent).toBe(
      "Bei Version 12 folgte nicht aus den Karten, was du gesehen hast. Dein Bildschirm: 9♣. Nach den Regeln: A♠.",
    );
  });
});

describe("the mark", () => {
  it.each([
    ["sealed", "Deal sealed"],
    ["consistent", "Deal consistent"],
    ["verified", "Deal verified"],
    ["best-of", "Best of several deals"],
    ["broken", "Deal broken"],
  ] as const)("of a deal that is %s", (standing, name) => {
    const evidence = { standing, report: NOTHING } as unknown as Evidence;
    render(Mark, { evidence });
    expect(screen.getByRole("button", { name }).dataset.proof).toBe(standing);
  });
  it("is not there without a deal, as in a lesson", () => {
    const evidence = { standing: "none", report: NOTHING } as unknown as Evidence;
    render(Mark, { evidence });
    expect(screen.queryByRole("button")).toBeNull();
  });
});
