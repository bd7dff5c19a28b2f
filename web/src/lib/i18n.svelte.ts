// Words. A dictionary is written once, English first: English is the type, so a key that German lacks,
// or a parameter that is forgotten, does not compile.
//
//   // games/<game>/text.ts
//   import { makeText } from "../../lib/i18n.svelte";
//   const en = {
//     "your-turn": "Your turn",
//     drew: { one: "{name} draws a card", other: "{name} draws {n} cards" },   // plural by `n`
//     "error.must_follow": "You must follow {suit}",                          // a Fault's code
//   } as const;
//   export const t = makeText({ en, de: () => import("./text.de").then(({ de }) => de) });
//
// English is always there. Another language is loaded by those who speak it (a small dictionary may also
// stand beside the English one); until it is there, texts are English. `wordsReady` waits for it.
//
//   t("your-turn")                      in a template or $derived: follows the chosen language
//   t("drew", { name: "Ann", n: 3 })    parameters are checked
//   t.maybe(`suit.${suit}`)             a key known at run time only: the text, or null
//   explain(fault, t)                   a refusal in words: the game's "error.<code>", else the room's
//
// Texts are text, never markup: Svelte escapes them. Sentences are whole, never glued from parts.

import { room } from "../text/room";
import type { Fault } from "./api";
import { type Language, settings } from "./settings.svelte";

/** Texts by the plural categories of `Intl.PluralRules`. English and German have `one` and `other`; others have more. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
/** A text, or several of them where the number `n` decides. */
export type Entry = string | Plural;
export type Params = Record<string, string | number>;

type Holes<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never;
type Needs<E> = E extends string ? Holes<E> : "n" | Holes<E[keyof E]>;
type Arguments<E> = [Needs<E>] extends [never] ? [] : [params: Record<Needs<E>, string | number>];

/** Looks a text up; reactive to the language. */
export interface Text<D extends Record<string, Entry>> {
  <K extends keyof D & string>(key: K, ...params: Arguments<D[K]>): string;
  /** For keys that are known at run time only. */
  maybe: (key: string, params?: Params) => string | null;
  /** The dictionaries themselves, for tests. */
  all: () => Promise<Record<Language, Record<string, Entry>>>;
}

type Dictionary = Record<string, Entry>;

/** Dictionaries that are being loaded. */
const underway = new Set<Promise<unknown>>();

/** When everything that was made so far speaks the chosen language, or cannot be had. */
export const wordsReady = (): Promise<unknown> => Promise.allSettled(underway);

/** The plural rules of each language. Making them is slow, and the log asks for them often. */
const rules: Partial<Record<string, Intl.PluralRules>> = {};

/** The text for a number: of its category, or `other` where a dictionary makes no difference. */
export function pluralText(entry: Plural, n: number, language: string): string {
  const known = (rules[language] ??= new Intl.PluralRules(language));
  return entry[known.select(n)] ?? entry.other;
}

function fill(entry: Entry, params: Params | undefined, language: Language): string {
  const text = typeof entry === "string" ? entry : pluralText(entry, Number(params?.n), language);
  return params ? text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole)) : text;
}

/** A dictionary in every language. */
export function makeText<const D extends Dictionary>(source: {
  en: D;
  de: { [K in keyof D]: Entry } | (() => Promise<{ [K in keyof D]: Entry }>);
}): Text<D> {
  let known = $state.raw<{ en: Dictionary; de?: Dictionary }>(
    typeof source.de === "function" ? { en: source.en } : { en: source.en, de: source.de },
  );
  let loading: Promise<unknown> | null = null;
  const load = (): void => {
    if (known.de || loading || typeof source.de !== "function") return;
    loading = source.de().then((de) => (known = { ...known, de }));
    underway.add(loading);
    // If it cannot be loaded, texts are in English.
    loading.catch(() => {});
  };
  if (settings.language !== "en") load();

  const maybe = (key: string, params?: Params): string | null => {
    const { language } = settings;
    const dictionary = known[language];
    if (!dictionary) load();
    const words = dictionary ?? known.en;
    const entry = Object.hasOwn(words, key) ? words[key] : undefined;
    return entry === undefined ? null : fill(entry, params, dictionary ? language : "en");
  };
  const all = async () => {
    load();
    await loading;
    return known;
  };
  const text = (key: string, params?: Params) => maybe(key, params) ?? key;
  return Object.assign(text, { maybe, all }) as unknown as Text<D>;
}

/** The words of the frame: home, lobby, room. */
export const t = makeText(room);

/** Anything that can look a text up by a key of run time. */
type Lookup = { maybe: (key: string, params?: Params) => string | null };

/** A refusal in words: by the game's dictionary if it knows the code, else by the room's. */
export function explain(fault: Pick<Fault, "code" | "detail">, game?: Lookup): string {
  const params: Params = {};
  for (const [name, value] of Object.entries(fault.detail ?? {})) {
    if (typeof value === "string" || typeof value === "number") params[name] = value;
  }
  const key = `error.${fault.code}`;
  // A refusal for now says how long to wait, where that is known.
  if (fault.code === "rate_limited" && typeof params.seconds === "number") {
    const { seconds: n, rooms_per_minute: rooms } = params;
    return rooms === undefined ? t("error.wait", { n }) : t("error.wait-rooms", { n, rooms });
  }
  return game?.maybe(key, params) ?? t.maybe(key, params) ?? t("error.other", { code: fault.code });
}

/** "red_five" -> "Red five": for names that no dictionary knows. */
export function plain(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
