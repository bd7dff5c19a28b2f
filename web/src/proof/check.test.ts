import { describe, expect, it } from "vitest";
import { check, type Finding, proved, type Seen } from "./check";
import { hex, sha256 } from "./sha256";

const files = import.meta.glob<string>("../../../crates/catalog/tests/golden/*.json", { query: "?raw", import: "default", eager: true });
const golden = Object.entries(files).map(([path, text]) => ({ name: path.split("/").at(-1), text }));
const [first] = golden;

const stranger: Seen = { viewer: 0, commitment: null, added: [], own: null, views: [] };

/** What seat 1 of a game saw and did, if the file is right. */
function witness(text: string): Seen {
  const { seal } = JSON.parse(text) as { seal: { commitment: string; added: { seat: number; bytes: string; promise: string }[] } };
  const added = seal.added.map(({ seat, bytes }) => ({ seat, bytes }));
  const own = { seat: 1, commitment: seal.commitment, bytes: seal.added[1]!.bytes, promises: seal.added.map(({ promise }) => promise) };
  return { viewer: 1, commitment: seal.commitment, added, own, views: [] };
}

/** A file changed by somebody who makes its digest anew. */
function forged(text: string, from: string, to: string): string {
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  const at = changed.lastIndexOf('"digest"');
  const above = changed.slice(0, at);
  return `${above}"digest":"${hex(sha256(new TextEncoder().encode(above)))}"}\n`;
}
const no = (findings: Finding[]) => findings.filter(({ fits }) => fits === false).map(({ what }) => what);

describe("proofs that the server's program wrote", () => {
  it.each(golden)("$name is proved", ({ text }) => {
    const findings = check(text, witness(text));
    expect(no(findings)).toEqual([]);
    expect(proved(findings)).toBe(true);
    const { n } = findings.find(({ what }) => what === "luck")!;
    expect(n).toBe(text.split('{"chance":').length - 1);
    expect(n).toBeGreaterThan(0);
    expect(proved(check(text, stranger)), "for who was not there, too").toBe(true);
  });
});

describe("a proof that was changed", () => {
  const { text } = first!;
  it("is found by its digest, wherever it was", () => {
    for (let at = 0; at < text.length; at += 97) {
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
      expect(proved(check(changed, stranger)), `character ${at}`).toBe(false);
    }
    for (const at of [0, 1, 100, text.length - 1]) expect(proved(check(text.slice(0, at), stranger))).toBe(false);
  });

  const { seal, log } = JSON.parse(text) as {
    seal: { secret: string; commitment: string; added: { bytes: string; promise: string }[]; game: number };
    log: { steps: { chance?: { drawn: { shuffle?: number[] } } }[] }[];
  };
  const turned = (digits: string) => (digits.startsWith("0") ? "1" : "0") + digits.slice(1);
  const shuffle = log.flatMap(({ steps }) => steps).find(({ chance }) => chance?.drawn.shuffle)!.chance!.drawn.shuffle!;
  const drawn = (order: number[]) => `"drawn":{"shuffle":[${order.join(",")}]}`;
  const swapped = [shuffle[1]!, shuffle[0]!, ...shuffle.slice(2)];
  it.each([
    ["the secret", seal.secret, turned(seal.secret), ["secret", "luck"]],
    ["the commitment", `"commitment":"${seal.commitment}`, `"commitment":"${turned(seal.commitment)}`, ["secret", "witness", "own"]],
    ["somebody's bytes", seal.added[0]!.bytes, turned(seal.added[0]!.bytes), ["witness", "added", "luck"]],
    ["somebody's promise", seal.added[0]!.promise, turned(seal.added[0]!.promise), ["added", "own"]],
    ["a shuffle", drawn(shuffle), drawn(swapped), ["luck"]],
    ["the number of the game", '"seal":{"table":"SIM","game":1', '"seal":{"table":"SIM","game":2', ["luck"]],
    ["the table", '"table":"SIM"', '"table":"SAM"', ["luck"]],
  ])("is found by what does not fit, if the digest was made anew: %s", (_, from, to, found) => {
    expect(no(check(forged(text, from, to), witness(text)))).toEqual(found);
  });

  it("does not fool a browser that was promised something else", () => {
    // Secret, promise and luck of another game, all in order: only who was there knows that this is not that game.
    const other = { ...witness(text), commitment: turned(seal.commitment) };
    expect(no(check(text, other))).toEqual(["witness"]);
    const robbed = witness(text);
    expect(no(check(text, { ...robbed, own: { ...robbed.own!, bytes: turned(robbed.own!.bytes) } }))).toEqual(["own"]);
    expect(no(check(text, { ...robbed, own: { ...robbed.own!, promises: [] } }))).toEqual(["own"]);
  });

  it("does not fool a browser that was shown something else", () => {
    const view = { hand: ["Ah", "9c"], naïve: "♠" };
    const print = hex(sha256(new TextEncoder().encode(JSON.stringify(view)))).slice(0, 16);
    const version = 2;
    const entry = (JSON.parse(text) as { log: { version: number; shown: string[] }[] }).log.find((one) => one.version === version)!;
    const file = forged(text, entry.shown[1]!, print);
    const seen = (seq: number, view: unknown): Seen => ({ ...witness(text), views: [{ seq, view }] });
    expect(no(check(file, seen(version, view)))).toEqual([]);
    expect(check(file, seen(version, view)).at(-1)).toEqual({ what: "shown", fits: true, n: 1, at: null });
    expect(no(check(file, seen(version, { ...view, hand: ["Ah", "9d"] })))).toEqual(["shown"]);
    expect(no(check(file, seen(version + 1, view)))).toEqual(["shown"]);
    expect(no(check(file, seen(0, view))), "before the first card").toEqual(["shown"]);
  });

  it("costs no more than it holds", () => {
    const many = forged(text, drawn(shuffle), '"drawn":{"shuffle":[]}');
    expect(no(check(many, stranger))).toEqual(["luck"]);
    for (const nothing of ["", "{}", "null", "[]", "7"]) expect(proved(check(nothing, stranger))).toBe(false);
  });
});
