import { makeText } from "../lib/i18n.svelte";

const en = {
  // The mark in the room's bar
  "mark-sealed": "Deal sealed",
  "mark-checking": "Checking the deal …",
  "mark-proved": "Deal proved",
  "mark-broken": "The deal does not fit",
  "mark-away": "Deal not checked yet",
  menu: "Is the deal fair?",
  sealing: "Sealing the deal …",

  // The evidence
  "title-sealed": "Nobody chooses this deal",
  "title-proved": "This deal is proved",
  "title-broken": "This deal does not fit",
  "title-away": "The proof is out of reach",
  "how-server":
    "Before the first card the server thought of a secret and showed its fingerprint. It cannot change the secret any more: another one has another fingerprint.",
  "how-players":
    "Then every browser at the table promised random bytes in the same way, and showed them only after all promises were there. So nobody, the server included, could choose last.",
  "how-luck": "Every shuffle and every roll of this game follows from the secret and these bytes.",
  "how-after": "When the game is over the server shows its secret, and this browser recomputes everything.",
  fingerprint: "The server's fingerprint",
  "added-title": "Who has added to it",
  "added-yes": "{name} has added random bytes",
  "added-no": "{name} has added nothing",
  "added-bot": "{name} is a bot and adds nothing",
  "added-none":
    "No browser has added anything to this deal. The server could not change its secret after showing the fingerprint, but it alone thought of it.",
  attempts: "This deal took {n} attempts. Each time somebody left or did not keep a promise, everything was drawn anew.",
  "found-title": "What this browser has found",
  "yes-digest": "The file is complete and unchanged.",
  "no-digest": "The file was changed, or is no proof.",
  "yes-secret": "The secret has the fingerprint that was promised.",
  "no-secret": "The secret does not have the fingerprint that was promised.",
  "yes-witness": "The fingerprint and the bytes are those this browser was shown during the game.",
  "no-witness": "The fingerprint or the bytes are not those this browser was shown during the game.",
  "may-witness": "This browser was not there before the end, so it cannot say which fingerprint was shown.",
  "yes-added": { one: "{n} browser kept its promise.", other: "{n} browsers kept their promises." },
  "no-added": "Seat {at} showed other bytes than it promised.",
  "yes-own": "Your own random bytes are part of it, and they were not shown before everybody had promised.",
  "no-own": "Your own random bytes are not part of it as they should be, or somebody changed a promise after you showed yours.",
  "may-own": "This browser has added nothing to the deal.",
  "yes-luck": { one: "{n} shuffle or roll recomputed: it is the same.", other: "{n} shuffles and rolls recomputed: all are the same." },
  "no-luck": "Shuffle or roll number {at} is not what follows from the secret.",
  "yes-shown": {
    one: "What was on your screen is what the file says: {n} picture compared.",
    other: "What was on your screen is what the file says: {n} pictures compared.",
  },
  "no-shown": "At version {at} your screen showed something else than the file says.",
  "may-shown": "Nothing was on this screen to compare with.",
  rules: "That every move was legal is checked by the program itself, on any computer:",
  replay: "Watch the replay",
  download: "Download the proof",
  again: "Check again",
  "away-text": "The server did not hand out the proof. It is there as soon as the game is over.",
} as const;

export const t = makeText({ en, de: () => import("./text.de").then(({ de }) => de) });
export type Words = typeof en;
