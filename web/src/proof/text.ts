import { makeText } from "../lib/i18n.svelte";

// Texts outside the panel; words.ts has the panel's.
const en = {
  "mark-sealed": "Deal sealed",
  "mark-checking": "Checking the deal …",
  "mark-unreachable": "Proof unavailable",
  "mark-consistent": "Deal consistent",
  "mark-verified": "Deal verified",
  "mark-best-of": "Best of several deals",
  "mark-broken": "Deal broken",
  "here-consistent": "Consistent, dealt on this device",
  "here-verified": "Checked, dealt on this device",
  alarm: "This deal is broken. Press to see what is wrong.",
  menu: "Is the deal fair?",
  sealing: "Sealing the deal …",
  replay: "Watch the replay",
  "seal-hint": "See the evidence",
} as const;

export const t = makeText({ en, de: () => import("./text.de").then(({ de }) => de) });
export type Labels = typeof en;
