// The key to a player's games as a file, for another browser. It has one form (docs/history.md).

import { goodName, isKey } from "../lib/profile.svelte";

export interface KeyFile {
  key: string;
  name: string;
}

/** Why a file is not a key. */
export type Flaw = "not_json" | "not_profile" | "newer" | "bad_key" | "too_large";

const MOST = 1_000;
const FIELDS = ["aboveboard", "version", "key", "name"];

export const write = ({ key, name }: KeyFile): string => `${JSON.stringify({ aboveboard: "profile", version: 1, key, name }, null, 2)}\n`;

export function read(text: string): KeyFile | Flaw {
  if (text.length > MOST) return "too_large";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "not_json";
  }
  if (typeof value !== "object" || value === null || !("aboveboard" in value) || value.aboveboard !== "profile") return "not_profile";
  const { version, key, name } = value as Record<string, unknown>;
  if (typeof version === "number" && version > 1) return "newer";
  if (version !== 1 || typeof name !== "string" || !goodName(name)) return "not_profile";
  if (Object.keys(value).some((field) => !FIELDS.includes(field))) return "not_profile";
  if (typeof key !== "string" || !isKey(key)) return "bad_key";
  return { key, name };
}
