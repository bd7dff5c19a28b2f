import type { Outcome } from "./file";

/** A result in a sentence: places, points and why the game ended. */
export const resultText = (outcome: Outcome | null): string =>
  outcome === null ? "–" : `${outcome.places.join(", ")} (${outcome.points.join(", ")}; ${outcome.reason})`;
