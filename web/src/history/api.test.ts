import { describe, expect, it } from "vitest";
import { everything, search } from "./api";

describe("which games are wanted", () => {
  it("leaves out what is not asked for", () => {
    expect(search(everything)).toBe("");
    expect(search({ ...everything, with: "  " })).toBe("");
    expect(search(everything, 7)).toBe("?before=7");
  });

  it("escapes names and counts days from midnight to midnight, here", () => {
    const asked = new URLSearchParams(
      search({ game: "dutch", result: "given_up", with: " A&B ", since: "2026-03-01", until: "2026-03-01" }),
    );
    expect(Object.fromEntries(asked)).toEqual({
      game: "dutch",
      result: "given_up",
      with: "A&B",
      since: String(new Date(2026, 2, 1).getTime()),
      until: String(new Date(2026, 2, 2).getTime()),
    });
  });
});
