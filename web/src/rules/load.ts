// The rules of each game, as the project's documentation has them; each in a chunk of its own.

import { type Block, parse } from "./markdown";

const texts = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?raw", import: "default" });

/** `null` where there are none. */
export async function loadRules(game: string): Promise<Block[] | null> {
  const load = texts[`../../../docs/rules/${game}.md`];
  return load ? parse(await load()) : null;
}
