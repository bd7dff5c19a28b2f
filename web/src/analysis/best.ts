// The move that won a player the most: the one that was better than the next best thing to do by most.

import type { Analysis } from "../gen/analysis/Analysis";
import type { Review } from "../gen/analysis/Review";

export interface BestMove {
  review: Review;
  /** What it was better by, as a share of the chance to win. */
  gain: number;
}

/** Less may be chance, or nothing to be proud of. */
const LEAST = 0.01;
const SURE = 2;

/** Returns a seat's best move; `null` if none stands out. */
export function bestMove({ reviews }: Analysis, seat: number): BestMove | null {
  let best: BestMove | null = null;
  for (const review of reviews) {
    // Letting something pass is not a move.
    if (review.seat !== seat || review.played === null) continue;
    const made = review.moves.find(({ action }) => JSON.stringify(action) === JSON.stringify(review.played));
    const next = review.moves.find((move) => move !== made);
    if (!made || !next) continue;
    const gain = made.chance - next.chance;
    if (gain < Math.max(LEAST, SURE * Math.hypot(made.error, next.error)) || gain <= (best?.gain ?? 0)) continue;
    best = { review, gain };
  }
  return best;
}
