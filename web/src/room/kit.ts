// What all tables are made with, in one piece that is fetched with the room.

export { DragMachine } from "../lib/drag";
export { Flip } from "../lib/flip";
export { Notice } from "../lib/notice.svelte";
export { countDown, cue } from "../lib/sound";
export { place } from "./place";
export { default as Prompt } from "./Prompt.svelte";
export { default as Seat } from "./Seat.svelte";
