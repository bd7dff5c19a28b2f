// What all tables are made with, in one piece that is fetched with the room.

export { default as CardButton } from "../cards/CardButton.svelte";
export type { Animated } from "../lib/animation.svelte";
export type { TableProps } from "../lib/table";
export { default as Ground } from "./Ground.svelte";
export { place } from "./place";
export { default as Prompt } from "./Prompt.svelte";
export { default as ResultPanel } from "./ResultPanel.svelte";
export { default as Seat } from "./Seat.svelte";
export { TableKit } from "./table-kit.svelte";
