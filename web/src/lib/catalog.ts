// The games that can be played: the server's, or this device's where the server does not answer.

import { type Game, games } from "./api";
import { orOnDevice } from "./device";

export interface Games {
  list: Game[];
  /** The server does not answer: games are played on this device. */
  onDevice: boolean;
}

let asked: Promise<Games> | null = null;

export function allGames(): Promise<Games> {
  const forget = () => (asked = null);
  asked ??= orOnDevice<Games>({
    server: async (signal) => ({ list: await games(signal), onDevice: false }),
    device: async (device) => ({ list: await device.games(), onDevice: true }),
  }).then(
    (found) => {
      // Not kept: the server may be there the next time.
      if (found.onDevice) forget();
      return found;
    },
    (fault: unknown) => {
      forget();
      throw fault;
    },
  );
  return asked;
}

/** A game by name; `null` if there is none, or nobody can be asked now. */
export async function gameNamed(name: string): Promise<Game | null> {
  const { list } = await allGames().catch(() => ({ list: [] }));
  return list.find((game) => game.name === name) ?? null;
}
