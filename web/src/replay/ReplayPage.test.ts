import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, it, vi } from "vitest";
import ReplayPage from "./ReplayPage.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refused = (fault: object) => vi.stubGlobal("fetch", async () => ({ ok: false, json: async () => fault }));

it("says which version shows a game by rules that are gone", async () => {
  refused({ code: "unknown_rules", detail: { asked: 8, newest: 1 }, text: "rules 8 are not known" });
  render(ReplayPage, { record: "00000000000000aa-1", viewer: null, step: null });
  await screen.findByText(/older rules .* Use a release that knows version 8\./);
  expect(screen.queryByRole("slider")).toBeNull();
  expect(screen.queryByRole("button", { name: "Analysis" })).toBeNull();
});

it("says that a game goes on", async () => {
  refused({ code: "not_available", detail: {}, text: "" });
  render(ReplayPage, { record: "00000000000000aa-1", viewer: null, step: null });
  await screen.findByText(/This game is not over yet/);
});
