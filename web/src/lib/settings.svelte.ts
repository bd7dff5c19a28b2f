// What a person has chosen once and keeps: looks, motion, sound, language, name. It lives in this
// browser only, and shows on <html> as data-theme, data-deck and data-motion, so that style sheets can
// follow without code.
//
// For tables:
//   settings.sound                  whether cues may be played
//   pace()                          how long animations take: 0 = none, 1 = normal, reactive
//   persisted("euchre.forced", on)  a setting of the game's own, stored in the same way: read and write `.value`

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const DECKS = ["two", "four"] as const;
export type Deck = (typeof DECKS)[number];
export const MOTIONS = ["system", "off", "fast", "slow"] as const;
export type Motion = (typeof MOTIONS)[number];

const PREFIX = "aboveboard.";

/** Storage may be forbidden or full; then a choice lasts as long as the page. */
function load<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return typeof value === typeof fallback ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // See `load`.
  }
}

/** A value that is stored in this browser. */
export class Persisted<T> {
  #value: T = $state()!;
  #key: string;

  constructor(key: string, fallback: T) {
    this.#key = key;
    this.#value = load(key, fallback);
  }
  get value(): T {
    return this.#value;
  }
  set value(value: T) {
    this.#value = value;
    save(this.#key, value);
  }
}

export const persisted = <T>(key: string, fallback: T): Persisted<T> => new Persisted(key, fallback);

function oneOf<T extends string>(known: readonly T[], value: string): T {
  return known.find((one) => one === value) ?? known[0]!;
}

function usualLanguage(): Language {
  const wanted = typeof navigator === "undefined" ? [] : (navigator.languages ?? [navigator.language]);
  for (const tag of wanted) {
    const known = LANGUAGES.find((one) => one === tag.slice(0, 2).toLowerCase());
    if (known) return known;
  }
  return "en";
}

class Settings {
  #theme = persisted<string>("theme", "system");
  #deck = persisted<string>("deck", "two");
  #motion = persisted<string>("motion", "system");
  #sound = persisted("sound", true);
  #volume = persisted("volume", 100);
  #vibration = persisted("vibration", true);
  #shortcuts = persisted("shortcuts", true);
  #language = persisted<string>("language", usualLanguage());

  get theme(): Theme {
    return oneOf(THEMES, this.#theme.value);
  }
  set theme(value: Theme) {
    this.#theme.value = value;
  }
  get deck(): Deck {
    return oneOf(DECKS, this.#deck.value);
  }
  set deck(value: Deck) {
    this.#deck.value = value;
  }
  get motion(): Motion {
    return oneOf(MOTIONS, this.#motion.value);
  }
  set motion(value: Motion) {
    this.#motion.value = value;
  }
  get sound(): boolean {
    return this.#sound.value;
  }
  set sound(value: boolean) {
    this.#sound.value = value;
  }
  /** How loud cues are, from 0 to 100. */
  get volume(): number {
    return Math.min(100, Math.max(0, this.#volume.value));
  }
  set volume(value: number) {
    this.#volume.value = value;
  }
  get vibration(): boolean {
    return this.#vibration.value;
  }
  set vibration(value: boolean) {
    this.#vibration.value = value;
  }
  /** Whether keys that are a single character do something. */
  get shortcuts(): boolean {
    return this.#shortcuts.value;
  }
  set shortcuts(value: boolean) {
    this.#shortcuts.value = value;
  }
  get language(): Language {
    return oneOf(LANGUAGES, this.#language.value);
  }
  set language(value: Language) {
    this.#language.value = value;
  }
}

export const settings = new Settings();

/** What the system asks for, reactive. */
class Wish {
  yes = $state(false);
  constructor(query: string) {
    const media = globalThis.matchMedia?.(query);
    if (!media) return;
    this.yes = media.matches;
    media.addEventListener?.("change", () => (this.yes = media.matches));
  }
}
const darkWish = new Wish("(prefers-color-scheme: dark)");
const stillWish = new Wish("(prefers-reduced-motion: reduce)");

/** Whether the page is dark now. */
export const dark = (): boolean => (settings.theme === "system" ? darkWish.yes : settings.theme === "dark");

/** How long animations take, as a share of the usual: 0 = none. */
export function pace(): number {
  switch (settings.motion) {
    case "off":
      return 0;
    case "fast":
      return 0.6;
    case "slow":
      return 1.7;
    default:
      return stillWish.yes ? 0 : 1;
  }
}

/** Shows the settings on <html> from now on. Call it once. */
export function applySettings(): () => void {
  return $effect.root(() => {
    $effect(() => {
      const { dataset } = document.documentElement;
      dataset.theme = dark() ? "dark" : "light";
      dataset.deck = settings.deck;
      dataset.motion = pace() === 0 ? "off" : settings.motion;
      document.documentElement.style.setProperty("--pace", String(pace()));
      document.documentElement.lang = settings.language;
    });
  });
}
