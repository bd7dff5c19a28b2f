// Comparing moves. A page may leave out what is empty and name a set in any order; the file has the game's own form.

/** A text that is the same for two ways to write one action. */
export function actionText(action: unknown): string {
  return JSON.stringify(canonical(action));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    return items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, canonical(member)]);
  const said = members.filter(([, member]) => !(member == null || member === false || (Array.isArray(member) && member.length === 0)));
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
}
