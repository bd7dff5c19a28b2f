// Plain words for a game's options and presets, loaded when a form or a list of them is shown.
//
// A dictionary `catalog/<game>.ts` has "option.<name>", "option.<name>?" (one line of help),
// "option.<name>.<value>", "preset.<name>" and "preset.<name>?"; everything is optional.

import { plain, t } from "../lib/i18n.svelte";

interface Dictionary {
  maybe: (key: string, params?: Record<string, string | number>) => string | null;
}

const dictionaries: Record<string, () => Promise<{ words: Dictionary }>> = {
  casino: () => import("./casino"),
  dutch: () => import("./dutch"),
  eights: () => import("./eights"),
  euchre: () => import("./euchre"),
  roost: () => import("./roost"),
};

export interface Words {
  option: (name: string) => string;
  help: (name: string) => string | null;
  value: (name: string, value: unknown) => string;
  preset: (name: string) => string;
  presetHelp: (name: string) => string | null;
}

const none: Dictionary = { maybe: () => null };

export function wordsOf(game: Dictionary = none): Words {
  const value = (name: string, value: unknown): string => {
    if (value === null || value === undefined) return t("option-auto");
    if (typeof value === "object") {
      const shares = Object.entries(value).filter(([, share]) => share !== 0);
      return shares.map(([part, share]) => `${game.maybe(`option.${name}.${part}`) ?? plain(part)} ${share}`).join(", ");
    }
    // Options are JSON: nothing else is left.
    const single = value as string | number | boolean;
    const known = game.maybe(`option.${name}.${single}`);
    if (known !== null) return known;
    if (value === "on" || value === true) return t("on");
    if (value === "off" || value === false) return t("option-off");
    if (typeof value === "number" && name.endsWith("_seconds")) {
      return value === 0 ? t("option-none") : t("seconds", { n: value });
    }
    return typeof single === "string" ? plain(single) : String(single);
  };
  return {
    option: (name) => game.maybe(`option.${name}`) ?? t.maybe(`setting.${name}`) ?? plain(name),
    help: (name) => game.maybe(`option.${name}?`),
    value,
    preset: (name) => game.maybe(`preset.${name}`) ?? plain(name),
    presetHelp: (name) => game.maybe(`preset.${name}?`),
  };
}

const loaded = new Map<string, Promise<Words>>();

/** Never fails: without a dictionary there are still the server's names. */
export function loadWords(game: string): Promise<Words> {
  let words = loaded.get(game);
  if (!words) {
    const load = dictionaries[game];
    words = load
      ? load().then(
          (module) => wordsOf(module.words),
          () => wordsOf(),
        )
      : Promise.resolve(wordsOf());
    loaded.set(game, words);
  }
  return words;
}
