import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { loadWords } from "../catalog/words";
import { settings } from "../lib/settings.svelte";
import { BIRDS } from "./birds";
import Explained from "./Explained.svelte";
import { type Guide, inWords, loadGuide, SIGNS, titleOf } from "./guide";

vi.mock("../lib/catalog", () => ({ gameNamed: async () => ({ presets: [{ name: "house", options: {} }] }) }));

const GAMES = ["casino", "dutch", "eights", "euchre", "roost"];
const numbered = import.meta.glob<string>("../../../docs/rules/*.md", { query: "?raw", import: "default", eager: true });
const BLANKS = /\{(\w+)(?:\.(\w+))?\}/g;

const keys = (guide: Guide): string[] => [
  ...guide.sections.map(({ id }) => `title.${id}`),
  ...guide.sections.flatMap(({ lines }) => lines.map(([text]) => text)),
];
const pictures = (guide: Guide): string[] =>
  guide.sections
    .flatMap(({ lines }) => lines.flatMap(([, ...pieces]) => pieces.flat()))
    .filter((piece) => !(SIGNS as readonly string[]).includes(piece));

describe.each(GAMES)("the rules of %s for players", (game) => {
  it("have a goal, a turn, each card, two examples and the scoring", async () => {
    const { sections } = (await loadGuide(game))!;
    const ids = sections.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["goal", "turn", "cards", "scoring"]));
    expect(ids.filter((id) => id.startsWith("example-")).length).toBe(2);
    for (const { id, lines } of sections) {
      // A worked example has a picture for each step.
      if (id.startsWith("example-")) expect(lines.filter(([, ...picture]) => picture.length === 0)).toEqual([]);
    }
  });

  it.each(["en", "de"] as const)("speak %s, without numbers of rules, and call options by the lobby's names", async (language) => {
    settings.language = language;
    const guide = (await loadGuide(game))!;
    await (guide.t as unknown as { all: () => Promise<unknown> }).all();
    const words = await loadWords(game);
    const options = numbered[`../../../docs/rules/${game}.md`]!;
    for (const key of keys(guide)) {
      const text = guide.t.maybe(key) ?? titleOf(guide, key.replace("title.", ""));
      for (const [, name, value] of text.matchAll(BLANKS)) {
        // The option and its value are those of the rules, and the lobby has words for them.
        expect(options).toMatch(new RegExp(`\`${name}\``));
        if (value) expect(options).toMatch(new RegExp(`\\b${value}\\b`));
      }
      expect([key, inWords(text, words)]).toEqual([key, expect.not.stringMatching(/[{}_`]|^title\./)]);
      expect([key, inWords(text, words)]).toEqual([key, expect.not.stringMatching(/\d\.\d/)]);
    }
  });

  it("draw every thing", async () => {
    const guide = (await loadGuide(game))!;
    for (const thing of new Set(pictures(guide))) {
      const { container, unmount } = render(guide.Thing, { name: thing.replace(/^[!~]/, "") });
      expect([thing, container.querySelectorAll("svg").length > 0]).toEqual([thing, true]);
      unmount();
    }
  });
});

describe("on the page", () => {
  it("each section has a heading to open at, and steps are counted", async () => {
    settings.language = "en";
    render(Explained, { game: "casino", guide: (await loadGuide("casino"))!, prefix: "drawer-", variants: true });
    const example = screen.getByRole("region", { name: "Example: capture or build?" });
    expect(within(example).getAllByRole("listitem").length).toBe(3);
    expect(document.getElementById("drawer-turn")?.textContent).toBe("Your turn");
    // An option has the lobby's name.
    expect(await screen.findByText(/“Owners of a build may not trail” may forbid it/)).toBeTruthy();
    expect(await screen.findByText("House rules")).toBeTruthy();
  });

  it("a game without a guide has none", async () => {
    expect(await loadGuide("poker")).toBeNull();
  });
});

it("the birds in the pictures are those of the deck", () => {
  const toml = readFileSync(join("..", "crates", "games", "roost", "decks", "roost", "deck.toml"), "utf8");
  for (const { id, points, egg_limit: eggs, nest, species } of BIRDS) {
    const card = toml.split("\n").find((line) => line.includes(`{ id = "${id}", habitats`))!;
    expect(card).toContain(`points = ${points}, nest = "${nest}", egg_limit = ${eggs}`);
    expect(toml).toContain(`{ id = "${id}", name = "${species.name}", latin = "${species.latin}", wingspan_cm = ${species.wingspan_cm}`);
  }
});
