import { makeText } from "../lib/i18n.svelte";

const en = {
  title: "Replay",
  "title-of": "Replay of {game}",
  of: "Table {table}, game {number}",
  viewer: "Seen by",
  "viewer-onlooker": "Onlookers",
  "viewer-all": "All hands",
  "hand-of": "What {name} saw",
  "to-start": "To the beginning",
  back: "One step back",
  on: "One step on",
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
  happened: "What happened up to here",
  beside: "Beside the table",
  events: "Events",
  analysis: "Analysis",
  nothing: "Nothing yet.",
  missing: "There is no such game here.",
  "not-over": "This game is not over yet. Its replay is here as soon as it is.",
  old: "This game was played by older rules that this program does not know any more. The release that knows version {rules} shows it.",
  won: { one: "{names} has won.", other: "{names} have won." },
  "given-up": "The game was given up here.",
} as const;

export const t = makeText({ en, de: () => import("./text.de").then(({ de }) => de) });
export type Words = typeof en;
