import { makeText } from "../lib/i18n.svelte";

const en = {
  title: "Replay",
  "title-of": "Replay of {game}",
  of: "Table {table}, game {number}",
  viewer: "Seen by",
  "viewer-onlooker": "Spectators",
  "viewer-all": "All hands",
  "hand-of": "What {name} saw",
  "to-start": "To the beginning",
  back: "Previous step",
  on: "Next step",
  "to-end": "To the end",
  play: "Play",
  pause: "Pause",
  speed: "Speed",
  times: "{n}×",
  step: "Step",
  "step-of": "Step {n} of {total}",
  keys: "Arrow keys go step by step, Home and End to the ends, Space plays and pauses.",
  link: "Copy a link to this moment",
  copied: "Copied",
  "link-marked": "The address of this page is the link to this moment.",
  proof: "Download the proof",
  happened: "Log up to here",
  beside: "Beside the table",
  events: "Events",
  analysis: "Analysis",
  nothing: "Nothing yet.",
  missing: "This game doesn't exist here.",
  "not-over": "This game is not over yet. Its replay appears here when it is.",
  old: "This game uses older rules that this release doesn't know. Use a release that knows version {rules}.",
  won: { one: "{names} won.", other: "{names} won." },
  "given-up": "The game was abandoned here.",
} as const;

export const t = makeText({ en, de: () => import("./text.de").then(({ de }) => de) });
export type Words = typeof en;
