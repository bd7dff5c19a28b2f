import { en } from "./en";

/** The frame's dictionary; `t` of lib/i18n.svelte.ts reads it. */
export const room = { en, de: () => import("./de").then(({ de }) => de) };
