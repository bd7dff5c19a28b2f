import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blend, contrast, declared } from "./contrast";

const read = (path: string) => readFileSync(join("src", path), "utf8");
const tokensCss = read("look/tokens.css");
const surfaceCss = read("look/surface.css");

const light = declared(tokensCss, ":root");
const themes = { light, dark: { ...light, ...declared(tokensCss, ':root[data-theme="dark"]') } };
const four = declared(tokensCss, ':root[data-deck="four"]');

/** Text and its grounds: AA asks for 4.5. */
const TEXT: [text: string, ...grounds: string[]][] = [
  ["--ink", "--room", "--room-2", "--plate", "--plate-2", "--well", "--gold-soft", "--good-soft", "--bad-soft"],
  ["--soft", "--room", "--room-2", "--plate", "--plate-2", "--well"],
  ["--gold-ink", "--gold", "--gold-hi"],
  ["--gold-text", "--plate", "--room", "--gold-soft"],
  ["--good", "--plate", "--room", "--good-soft"],
  ["--bad", "--plate", "--room", "--bad-soft"],
  ["--room", "--ink", "--bad", "--gold-text"],
  ["--plate", "--ink"],
  ["--suit-black", "--paper"],
  ["--suit-red", "--paper"],
  ["--toast-text", "--toast"],
  ["--plate", "--team-0", "--team-1", "--team-2", "--team-3"],
];
/** Edges and signs that must be seen: 3. */
const SIGNS: [sign: string, ...grounds: string[]][] = [
  ["--edge", "--room", "--plate"],
  ["--focus", "--room", "--room-2", "--plate"],
  ["--now", "--room", "--plate"],
  ...["--team-0", "--team-1", "--team-2", "--team-3"].map((team): [string, string] => [team, "--plate"]),
];

describe.each(Object.entries(themes))("the tokens by %s", (_theme, tokens) => {
  const pairs = (list: [string, ...string[]][]) => list.flatMap(([over, ...grounds]) => grounds.map((ground) => [over, ground] as const));

  it.each(pairs(TEXT))("%s on %s can be read", (text, ground) => {
    expect(contrast(tokens[text]!, tokens[ground]!)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(pairs(SIGNS))("%s on %s can be seen", (sign, ground) => {
    expect(contrast(tokens[sign]!, tokens[ground]!)).toBeGreaterThanOrEqual(3);
  });
  it.each(Object.entries(four))("%s of the four-colour deck can be read on paper", (_suit, colour) => {
    expect(contrast(colour, tokens["--paper"]!)).toBeGreaterThanOrEqual(4.5);
  });
  it("a card that cannot be played stays readable under its veil", () => {
    const veiled = (colour: string) => blend(colour, "#4a3a2c", 0.28);
    for (const suit of ["--suit-black", "--suit-red"]) {
      expect(contrast(veiled(tokens[suit]!), veiled(tokens["--paper"]!))).toBeGreaterThanOrEqual(3);
    }
  });
});

describe.each(["euchre", "casino", "dutch", "eights", "roost"])("the cloth of %s", (game) => {
  const day = declared(surfaceCss, `.cloth-${game}`);
  const night = declared(surfaceCss, `:root[data-theme="dark"] .cloth-${game}`);

  it.each([
    ["day", day, "#fff0cd", 0.11],
    ["night", { ...day, ...night }, "#ffe2af", 0.15],
  ] as const)("carries words by %s, also right under the lamp", (_time, cloth, lamp, share) => {
    const worst = blend(cloth["--c1"]!, lamp, share);
    expect(contrast(light["--on-cloth"]!, worst)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(light["--on-cloth-soft"]!, worst)).toBeGreaterThanOrEqual(4.5);
    // Gold by day on moss is for large words only.
    expect(contrast(light["--on-cloth-gold"]!, worst)).toBeGreaterThanOrEqual(game === "roost" ? 3 : 4.4);
  });
});

it("what is written on the colour of a side is as light or dark as a plate", () => {
  const sides = ["games/casino/Built.svelte", "games/casino/Pile.svelte", "games/euchre/Score.svelte", "room/Seat.svelte"];
  const blocks = sides.flatMap((path) => [...read(path).matchAll(/\{[^{}]*background: var\(--(?:owner|team-\d)\);[^{}]*\}/g)]);
  expect(blocks.length).toBeGreaterThan(1);
  for (const [block] of blocks) expect(/[\s;]color: ([^;]+);/.exec(block)?.[1] ?? "var(--plate)").toBe("var(--plate)");
});

it("no component uses a token that nothing declares", () => {
  const sheets = readdirSync("src", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(svelte|css|ts)$/.test(entry.name) && !entry.name.endsWith(".test.ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
  const all = sheets.join("\n");
  const used = new Set([...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!));
  const known = new Set(
    [...all.matchAll(/(--[\w-]+)["']?\s*[:=]|style:(--[\w-]+)|setProperty\("(--[\w-]+)"/g)].flatMap(([, a, b, c]) => a ?? b ?? c ?? []),
  );
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});
