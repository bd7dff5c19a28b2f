import { de } from "./de";
import { en } from "./en";

/** The frame's dictionary; `t` of lib/i18n.svelte.ts reads it. */
export const room = { en, de };
