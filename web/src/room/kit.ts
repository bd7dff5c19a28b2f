// What all tables are made with, in one piece that is fetched with the room.

export { DragMachine } from "../lib/drag";
export { Flip } from "../lib/flip";
export { cue } from "../lib/sound";
export { default as Seat } from "./Seat.svelte";
