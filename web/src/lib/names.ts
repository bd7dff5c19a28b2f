// What people are called on screen.

import type { Occupant } from "../gen/protocol/Occupant";

/** Names by seat; of equal ones the second becomes "Ann (2)", and so on. */
export function seatNames(seats: readonly Pick<Occupant, "name">[]): string[] {
  const seen = new Map<string, number>();
  return seats.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** The seeds of portraits that the server takes; people/portrait.ts says which animal each one is. */
export const AVATARS = [..."😀😎🤖👻🦊🐼🐸🐙🦄🐝🌵🍕🚀🎲🔥⭐"];
