// The options every room has, described like those of a game, so that one form serves both.

import type { Settings } from "../gen/protocol/Settings";
import { t } from "../lib/i18n.svelte";

export const LEVELS = ["easy", "medium", "hard", "expert"] as const;

/** As rooms begin. */
export const USUAL: Settings = {
  listed: "private",
  spectators: "on",
  locked: "off",
  absent_seat: "bot",
  bot_level: "medium",
  hints: "practice",
  grace_seconds: 30,
  handover_seconds: 120,
};

type Kind =
  | { name: "spectators" | "locked"; choices: null; range: null }
  | { name: "listed" | "absent_seat" | "bot_level" | "hints"; choices: readonly string[]; range: null }
  | { name: "grace_seconds" | "handover_seconds"; choices: null; range: { from: number; to: number } };

/** The settings of every table, in the order in which they are shown. */
export const SETTING_FIELDS: readonly Kind[] = [
  { name: "listed", choices: ["private", "public"], range: null },
  { name: "bot_level", choices: LEVELS, range: null },
  { name: "hints", choices: ["off", "practice", "on"], range: null },
  { name: "spectators", choices: null, range: null },
  { name: "locked", choices: null, range: null },
  { name: "absent_seat", choices: ["bot", "remove"], range: null },
  { name: "grace_seconds", choices: null, range: { from: 10, to: 120 } },
  { name: "handover_seconds", choices: null, range: { from: 30, to: 600 } },
];

export function settingValue(name: keyof Settings, value: unknown): string {
  if (name === "bot_level") return t.maybe(`level.${String(value)}`) ?? String(value);
  if (name === "spectators" || name === "locked") return value === "on" ? t("on") : t("off");
  if (typeof value === "number") return t("seconds", { n: value });
  return t.maybe(`setting.${name}.${String(value)}`) ?? String(value);
}
