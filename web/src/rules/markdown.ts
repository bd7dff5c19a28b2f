// The little Markdown that rules are written in, as data: headings, paragraphs, lists, tables, bold,
// emphasis, code and links. Text stays text; Markdown.svelte makes elements of it, so nothing in a rules
// file can become markup.

export type Inline = { kind: "text" | "strong" | "em" | "code"; text: string } | { kind: "link"; text: string; href: string };

export type Block =
  | { kind: "heading"; level: number; text: Inline[]; id: string }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

export function inline(source: string): Inline[] {
  const parts: Inline[] = [];
  const plain = (text: string) => {
    if (text) parts.push({ kind: "text", text: text.replace(/\\([\\`*_|[\]#-])/g, "$1") });
  };
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    plain(source.slice(end, match.index));
    const [whole, code, strong, em, label, href] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (em !== undefined) parts.push({ kind: "em", text: em });
    // Anything but a plain web address or a place on this site stays text.
    else if (/^(https?:\/\/|[./#])/.test(href!)) parts.push({ kind: "link", text: label!, href: href! });
    else parts.push({ kind: "text", text: label! });
    end = match.index + whole.length;
  }
  plain(source.slice(end));
  return parts;
}

export const words = (text: Inline[]): string => text.map((part) => part.text).join("");

/** "4. A turn" -> "4-a-turn". */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

const cells = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim()));

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^\s*([-*+]|\d+[.)])\s+(.*)$/;
const RULER = /^\s*\|?[\s:|-]*-[\s:|-]*\|?\s*$/;

export function parse(source: string): Block[] {
  const lines = source.replace(/\r\n?/g, "\n").split("\n");
  const blocks: Block[] = [];
  let i = 0;
  const isTable = (at: number) => lines[at]!.includes("|") && lines[at + 1]?.includes("|") && RULER.test(lines[at + 1]!);
  const begins = (at: number) => HEADING.test(lines[at]!) || ITEM.test(lines[at]!) || lines[at]!.startsWith("```") || isTable(at);

  while (i < lines.length) {
    const line = lines[i]!;
    const heading = HEADING.exec(line);
    if (line.trim() === "") {
      i += 1;
    } else if (heading) {
      const text = inline(heading[2]!);
      blocks.push({ kind: "heading", level: heading[1]!.length, text, id: slug(words(text)) });
      i += 1;
    } else if (line.startsWith("```")) {
      const body: string[] = [];
      for (i += 1; i < lines.length && !lines[i]!.startsWith("```"); i += 1) body.push(lines[i]!);
      blocks.push({ kind: "code", text: body.join("\n") });
      i += 1;
    } else if (isTable(i)) {
      const head = cells(line);
      const rows: Inline[][][] = [];
      for (i += 2; i < lines.length && lines[i]!.includes("|"); i += 1) rows.push(cells(lines[i]!));
      blocks.push({ kind: "table", head, rows });
    } else if (ITEM.test(line)) {
      const ordered = /\d/.test(ITEM.exec(line)![1]!);
      const items: string[] = [];
      for (; i < lines.length && lines[i]!.trim() !== ""; i += 1) {
        const item = ITEM.exec(lines[i]!);
        if (item) items.push(item[2]!);
        else items[items.length - 1] += ` ${lines[i]!.trim()}`;
      }
      blocks.push({ kind: "list", ordered, items: items.map(inline) });
    } else {
      const text: string[] = [];
      do text.push(lines[i++]!.trim());
      while (i < lines.length && lines[i]!.trim() !== "" && !begins(i));
      blocks.push({ kind: "paragraph", text: inline(text.join(" ")) });
    }
  }
  return blocks;
}

/** The heading that `place` names: by number ("4"), by its words, or by its id. */
export function findSection(blocks: Block[], place: string): string | null {
  const wanted = place.trim().toLowerCase();
  const headings = blocks.filter((block) => block.kind === "heading");
  const found =
    headings.find(({ id }) => id === slug(wanted)) ??
    headings.find(({ text }) => words(text).toLowerCase().startsWith(`${wanted}.`)) ??
    headings.find(({ text }) => words(text).toLowerCase().includes(wanted));
  return found?.id ?? null;
}
