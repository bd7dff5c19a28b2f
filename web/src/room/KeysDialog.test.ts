import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { games } from "../games";
import { settings } from "../lib/settings.svelte";
import { keysOf } from "./keys";
import KeysDialog from "./KeysDialog.svelte";

it("lists the keys of the game and those of every table", () => {
  render(KeysDialog, { game: "dutch", open: true });
  const rows = screen.getAllByRole("row", { hidden: true }).map(({ textContent }) => textContent?.trim());
  expect(rows).toContain("D Draw, or play the drawn card".replace("D ", "D"));
  expect(rows.at(-1)).toContain("Show these keys");
});

it("shows which ones are switched off", () => {
  settings.shortcuts = false;
  const { container } = render(KeysDialog, { game: "dutch", open: true });
  expect(container.querySelectorAll("tr.off")).toHaveLength(keysOf("dutch").filter(({ character }) => character).length);
  settings.shortcuts = true;
});

it("every game has keys of its own", () => {
  for (const game of Object.keys(games)) expect(keysOf(game).length, game).toBeGreaterThan(keysOf("none").length);
});
