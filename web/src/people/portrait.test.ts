import { describe, expect, it } from "vitest";
import { AVATARS } from "../lib/names";
import { type Drawing, shapesOf } from "../look/shape";
import { SPECIES } from "./animals";
import { bot, person, portrait, speciesOf } from "./portrait";

const text = (drawing: Drawing) => JSON.stringify(drawing);

describe("portraits", () => {
  it("follow from the seed and the name alone", () => {
    expect(text(person("🦊", "Ann"))).toBe(text(person("🦊", "Ann")));
    expect(text(bot("Ada"))).toBe(text(bot("Ada")));
    expect(portrait("🦊", "Ann", false)).toBe(portrait("🦊", "Ann", false));
  });

  it("the sixteen pictures of before are seeds, and no two look alike", () => {
    const drawings = AVATARS.map((seed) => text(person(seed, "Ann")));
    expect(new Set(drawings).size).toBe(16);
    expect(speciesOf("🦊")).toBe("fox");
    expect(speciesOf("🐸")).toBe("frog");
  });

  it("a free seed is good too: an animal by its name, anything else by chance", () => {
    expect(speciesOf("Swift Otter")).toBe("otter");
    expect(SPECIES).toContain(speciesOf("a seed of my own"));
    expect(SPECIES).toContain(speciesOf(""));
    expect(new Set(Array.from({ length: 200 }, (_, at) => speciesOf(`seed ${at}`))).size).toBe(SPECIES.length);
  });

  it("people with the same animal differ by their names", () => {
    const ottersOf = ["Ann", "Bea", "Cem", "Dan", "Eve", "Fay"].map((name) => text(person("😀", name)));
    expect(new Set(ottersOf).size).toBeGreaterThan(4);
  });

  it("somebody called the same twice keeps the face they have elsewhere", () => {
    expect(text(person("🦊", "Ann (2)"))).toBe(text(person("🦊", "Ann")));
  });

  it("a bot looks up when it is asked, and smiles when it has won", () => {
    for (let at = 0; at < 20; at++) {
      const moods = (["calm", "glad"] as const).map((mood) => text(bot(`Bot ${at}`, mood)));
      expect(new Set(moods).size).toBe(2);
      expect(text(bot(`Bot ${at}`, "keen"))).not.toBe(moods[1]);
    }
    expect(portrait("", "Ada", true, "glad")).not.toBe(portrait("", "Ada", true));
  });

  it("a bot never passes for a person", () => {
    expect(text(portrait("🦊", "Ann", true))).not.toBe(text(portrait("🦊", "Ann", false)));
    const grounds = (drawing: Drawing) => drawing[0]!.attributes.fill;
    const people = new Set(Array.from({ length: 100 }, (_, at) => grounds(person(`${at}`, "Ann"))));
    for (let at = 0; at < 100; at++) expect(people).not.toContain(grounds(bot(`${at}`)));
  });

  it.each([...SPECIES, "bot"])("%s is drawn without ids, references or broken numbers", (kind) => {
    for (let at = 0; at < 20; at++) {
      const drawing = kind === "bot" ? bot(`Bot ${at}`) : person(`Nr ${at} ${kind}`, "Ann");
      for (const { attributes } of shapesOf(drawing)) {
        for (const [name, value] of Object.entries(attributes)) {
          expect(name).not.toMatch(/^(id|style|class|on.*|.*href)$/);
          expect(String(value)).not.toMatch(/url\(|NaN|undefined|null|Infinity/);
        }
      }
    }
  });
});
