// Every refusal of every game's rules has words, in every language: the game's own, or those of the frame.

import { describe, expect, it } from "vitest";
import { type t as frameText, t as frame } from "../lib/i18n.svelte";
import { LANGUAGES } from "../lib/settings.svelte";

type Text = typeof frameText;

const types = import.meta.glob<string>("../gen/*/{Error,Unfit}.ts", { query: "?raw", import: "default", eager: true });
const common = import.meta.glob<string>("../gen/kernel/CommonError.ts", { query: "?raw", import: "default", eager: true });
const texts = import.meta.glob<{ t: Text }>("./*/text.ts", { eager: true });
/** Where refusals have a file of their own. */
const separate = import.meta.glob<{ t: Text }>("./*/refusals.ts", { eager: true });

/** The codes in a generated type: its members are a text, or an object with one name. */
function codesIn(type: string): string[] {
  const code = type.replace(/\/\*\*[\s\S]*?\*\//g, "");
  return [...code.matchAll(/[=|]\s*(?:\{\s*)?"(\w+)"/g)].map((match) => match[1]!);
}

// A game without texts is not on screen.
const games = Object.keys(texts).map((path) => path.split("/")[1]!);
const refusals = Object.entries(types).flatMap(([path, type]) => {
  const game = path.split("/").at(-2)!;
  const codes = [type, ...Object.values(common)].flatMap(codesIn);
  return games.includes(game) ? codes.map((code): [string, string] => [game, code]) : [];
});

describe("a refusal", () => {
  it("is found in the types of every game", () => {
    expect(new Set(refusals.map(([game]) => game))).toEqual(new Set(games));
    expect(refusals.length).toBeGreaterThan(100);
    expect(refusals).toContainEqual(["casino", "already_ready"]);
    expect(codesIn('/** Not "this". */ export type Error = { "a_b": { \n/** One. */ n: number, } } | "c" | { "d": { e: "f", } };')).toEqual(
      ["a_b", "c", "d"],
    );
  });
  it.each(LANGUAGES)("has words in %s", async (language) => {
    const { [language]: common } = await frame.all();
    const missing: string[] = [];
    for (const [game, code] of refusals) {
      const { [language]: own } = await (separate[`./${game}/refusals.ts`] ?? texts[`./${game}/text.ts`])!.t.all();
      if (!Object.hasOwn(own, `error.${code}`) && !Object.hasOwn(common, `error.${code}`)) missing.push(`${game}: ${code}`);
    }
    expect(missing).toEqual([]);
  });
});
