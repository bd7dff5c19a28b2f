import type { Person } from "./Person";
export type Learn = { player: Person, game: string, };
