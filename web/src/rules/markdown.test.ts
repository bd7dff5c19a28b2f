import { render } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import { findSection, inline, parse } from "./markdown";
import Markdown from "./Markdown.svelte";

const rules = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });

describe("blocks", () => {
  it("are headings, paragraphs, lists and tables", () => {
    const blocks = parse(
      "# Eights\n\nGet rid\nof them.\n## 1. Cards\n- one\n- two\n  more\n\n1. first\n2. second\n\n| a | b |\n|---|---|\n| 1 | `x` |\n",
    );
    expect(blocks.map(({ kind }) => kind)).toEqual(["heading", "paragraph", "heading", "list", "list", "table"]);
    expect(blocks[1]).toEqual({ kind: "paragraph", text: [{ kind: "text", text: "Get rid of them." }] });
    expect(blocks[3]).toMatchObject({ ordered: false, items: [[{ text: "one" }], [{ text: "two more" }]] });
    expect(blocks[4]).toMatchObject({ ordered: true });
    expect(blocks[5]).toMatchObject({ rows: [[[{ text: "1" }], [{ kind: "code", text: "x" }]]] });
  });
  it("a paragraph that begins with the number of a rule is not a list", () => {
    expect(parse("4.1 Do exactly one thing.")[0]?.kind).toBe("paragraph");
  });
});

describe("text", () => {
  it("may be bold, emphasised, code or a link", () => {
    expect(inline("a **b** *c* `d*` [e](/rules/e)").map(({ kind }) => kind)).toEqual("text strong text em text code text link".split(" "));
  });
  it("has no links but plain ones", () => {
    expect(inline("[x](javascript:alert(1))").some(({ kind }) => kind === "link")).toBe(false);
  });
  it("leaves lone stars alone", () => {
    expect(inline("2 * 3 * 4")).toEqual([{ kind: "text", text: "2 * 3 * 4" }]);
  });
});

describe("sections", () => {
  const blocks = parse("# Game\n## 4. A turn\n## 14. Late\n");
  it("are found by number, by words and by id", () => {
    for (const place of ["4", "4. A turn", "a turn", "4-a-turn"]) expect(findSection(blocks, place)).toBe("4-a-turn");
    expect(findSection(blocks, "9")).toBeNull();
  });
});

describe("on the page", () => {
  it("markup in a text stays text", () => {
    const { container } = render(Markdown, { blocks: parse("# <b>x</b>\n\n<img src=x onerror=alert(1)> **<i>y</i>**") });
    expect(container.querySelector("b, img, i")).toBeNull();
    expect(container.textContent).toContain("<b>x</b>");
    expect(container.querySelector("strong")?.textContent).toBe("<i>y</i>");
  });
  it.each(Object.entries(rules))("%s is shown whole", (_, source) => {
    const { container } = render(Markdown, { blocks: parse(source) });
    expect(container.querySelectorAll("h2").length).toBe(source.match(/^## /gm)?.length);
    // Nothing of the notation is left over outside of code.
    for (const code of container.querySelectorAll("code, pre")) code.remove();
    expect(container.textContent).not.toMatch(/\*\*|^#|\|---/m);
  });
});
