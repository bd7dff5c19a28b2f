// The games this server has, asked for once.

import { type Game, games } from "./api";

let asked: Promise<Game[]> | null = null;

export function allGames(): Promise<Game[]> {
  asked ??= games().catch((fault: unknown) => {
    // Not kept: the next one may have more luck.
    asked = null;
    throw fault;
  });
  return asked;
}

/** A game by name; `null` if the server does not have it or cannot be asked now. */
export async function gameNamed(name: string): Promise<Game | null> {
  const list = await allGames().catch(() => []);
  return list.find((game) => game.name === name) ?? null;
}
