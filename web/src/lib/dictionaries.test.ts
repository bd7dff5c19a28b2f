// Every dictionary of the client, wherever it is: nothing is missing, left over or untranslated.

import { describe, expect, it } from "vitest";
import { type Entry, type Text } from "./i18n.svelte";
import { LANGUAGES } from "./settings.svelte";

type Dictionary = Text<Record<string, Entry>>;

const sources = Object.entries(import.meta.glob<string>("../**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true }));
const modules = import.meta.glob<Record<string, unknown>>(["../**/*.ts", "!../**/*.test.ts"]);

/** Bird names of the built-in deck have no English part: their English is in the deck. */
const OTHER = ["../games/roost/deck.svelte.ts", "./i18n.svelte.ts"];
const isTest = (path: string) => path.endsWith(".test.ts") || path.includes("/testing/");
const paths = sources
  .filter(([path, source]) => /^(export )?const \w+ = makeText\(/m.test(source) && !isTest(path) && !OTHER.includes(path))
  .map(([path]) => path)
  .concat("./i18n.svelte.ts")
  .sort();

const isDictionary = (value: unknown): value is Dictionary => typeof value === "function" && "all" in value && "maybe" in value;
const dictionaries = await Promise.all(
  paths.map(async (path) => {
    const found = Object.values(await modules[path]!()).filter(isDictionary);
    return [path, found] as const;
  }),
);
const every = dictionaries.flatMap(([path, found]) => found.map((text) => [path, text] as const));

const textsOf = (entry: Entry): string[] => (typeof entry === "string" ? [entry] : Object.values(entry));
const holes = (entry: Entry): string[] =>
  [...new Set(textsOf(entry).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)))].sort();

it("every dictionary is exported, so that this test finds it", () => {
  expect(dictionaries.filter(([, found]) => found.length === 0).map(([path]) => path)).toEqual([]);
  expect(every.length).toBeGreaterThan(30);
});

describe.each(every)("%s", (_, text) => {
  it.each(LANGUAGES)("is complete in %s, with the same parameters and the plurals of the language", async (language) => {
    const { en, [language]: dictionary } = await text.all();
    expect(Object.keys(dictionary).sort()).toEqual(Object.keys(en).sort());
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, entry] of Object.entries(en)) {
      const own = dictionary[key]!;
      expect([key, holes(own)]).toEqual([key, holes(entry)]);
      for (const words of textsOf(own)) expect([key, words]).not.toEqual([key, ""]);
      if (typeof own !== "string") expect([key, Object.keys(own).sort()]).toEqual([key, [...pluralCategories].sort()]);
    }
  });
});

/** Words that German and English share. */
const SHARED = new Set(
  (
    "Name Code Bot Partner Trump Kitty Joker Dutch Shiya Chaos Standard System Casino Eights Euchre Roost offline English Deutsch " +
    "Wow Otter Vibration Bonus Start Version Hand Lobby Link Pass Symbol Esc cm s"
  ).split(" "),
);

it("nothing is left untranslated", async () => {
  const same: string[] = [];
  for (const [path, text] of every) {
    const { en, de } = await text.all();
    for (const [key, entry] of Object.entries(en)) {
      const words =
        textsOf(entry)
          .join(" ")
          .replaceAll(/\{\w+\}/g, "")
          .match(/\p{Letter}+/gu) ?? [];
      const translated = JSON.stringify(de[key]) !== JSON.stringify(entry) || words.every((word) => SHARED.has(word));
      if (!translated) same.push(`${path}: ${key}`);
    }
  }
  expect(same).toEqual([]);
});

/** What code asks for: literals by file, and templates (`error.${code}`) by what they begin or end with. */
const code = sources.filter(([path]) => !isTest(path) && !/(\.|\/)de\.ts$/.test(path));
const withoutNames = (source: string) => source.replaceAll(/"[^"\n]+":/g, "");
const quoted = (source: string) => [...source.matchAll(/"([^"\n]*)"/g), ...source.matchAll(/\('([\w.-]+)'/g)].map((match) => match[1]!);
const literals = new Map(code.map(([path, source]) => [path, new Set(quoted(withoutNames(source)))]));
const prefixes = code.flatMap(([, source]) => [...source.matchAll(/[`"]([\w.-]+)(?:\$\{|(?<=\.)")/g)].map((match) => match[1]!));
const suffixes = code.flatMap(([, source]) => [...source.matchAll(/`\$\{\w+\}(\.\w+)`/g)].map((match) => match[1]!));
const resolve = (from: string, to: string): string => new URL(to, `file:///a/b/lib/${from}`).pathname.replace(/(\.svelte)?(\.ts)?$/, "");

/** Files that import a dictionary, and the dictionary's own. */
function readers(path: string): Set<string>[] {
  const own = resolve(".", path);
  const reads = code.filter(([reader, source]) => {
    if (reader === path) return true;
    const imports = [...source.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map((match) => resolve(reader, match[1]!));
    return imports.includes(own);
  });
  return reads.map(([reader]) => literals.get(reader)!);
}
/** Names that come from the server are in the generated types. */
const generated = code.filter(([path]) => path.includes("/gen/")).map(([path]) => literals.get(path)!);

it("no text is left over", async () => {
  const unused: string[] = [];
  for (const [path, text] of every) {
    const asked = [...readers(path), ...generated];
    for (const key of Object.keys((await text.all()).en)) {
      const used =
        asked.some((known) => known.has(key)) ||
        prefixes.some((start) => key.startsWith(start)) ||
        suffixes.some((end) => key.endsWith(end));
      if (!used) unused.push(`${path}: ${key}`);
    }
  }
  expect(unused).toEqual([]);
});
