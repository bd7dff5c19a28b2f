// The partners of each game, for the lobby, where no table exists yet that could name them.

const OPPOSITE = 2;

/** The seat across the table, where two play against two. */
export function partner(game: string, options: Record<string, unknown>, seat: number): number | null {
  const pairs = game === "euchre" || (game === "casino" && options.teams === "on");
  return pairs && seat < 4 ? (seat + OPPOSITE) % 4 : null;
}
