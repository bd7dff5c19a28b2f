// Files that the server's program wrote, and files that somebody changed: the page judges them as the program does.

import { describe, expect, it } from "vitest";
import mutantsSource from "../../../crates/catalog/tests/mutants.json?raw";
import vectorsSource from "../../../docs/fairness-vectors.json?raw";
import { checkFile, type Known } from "./check";
import { watched } from "./testing/files";
import type { Verdict } from "./verdict";

const files = import.meta.glob<string>("../../../crates/catalog/tests/golden/*.json", { query: "?raw", import: "default", eager: true });
const golden = Object.entries(files).map(([path, text]) => ({ name: path.split("/").at(-1), text }));

interface Mutant {
  name: string;
  at: number;
  cut: number;
  put: string;
  end: string;
  found: string | null;
}
const { file: honest, mutants } = JSON.parse(mutantsSource) as { file: string; mutants: Mutant[] };

function judge(text: string): Verdict {
  let known: Known;
  try {
    known = watched(text);
  } catch {
    known = watched(honest);
  }
  return checkFile(new TextEncoder().encode(text), known).verdict;
}

describe("files of the program", () => {
  it.each(golden)("$name is consistent", ({ text }) => {
    expect(judge(text)).toMatchObject({ kind: "consistent", absent: "watched" });
  });
  it("is consistent in the vectors, too", () => {
    const { file } = JSON.parse(vectorsSource) as { file: { text: string } };
    expect(judge(file.text).kind).toBe("consistent");
  });
});

/** Checks that need the rules; module.test.ts has them. */
const BY_RULES = ["inputs", "shown", "result", "statuses"];

describe("files that were changed and signed again", () => {
  const body = honest.slice(0, honest.lastIndexOf('"digest"'));
  it("there are many", () => expect(mutants.length).toBeGreaterThan(300));
  it.each(mutants)("$name", ({ at, cut, put, end, found }) => {
    const text = body.slice(0, at) + put + body.slice(at + cut) + end;
    const { kind } = judge(text);
    if (found === null) expect(kind).toBe("consistent");
    else if (!BY_RULES.includes(found)) expect(kind).toBe("broken");
  });
});
