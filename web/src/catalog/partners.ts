// Who plays with whom, for the lobby: there is no table yet that could say it.

const OPPOSITE = 2;

/** The seat across the table, where two play against two. */
export function partner(game: string, options: Record<string, unknown>, seat: number): number | null {
  const pairs = game === "euchre" || (game === "casino" && options.teams === "on");
  return pairs && seat < 4 ? (seat + OPPOSITE) % 4 : null;
}
