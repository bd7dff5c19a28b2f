import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { RoomView } from "../gen/protocol/RoomView";
import { settings as language } from "../lib/settings.svelte";
import { USUAL } from "../options/settings";
import HintsSwitch from "./HintsSwitch.svelte";

type Hints = RoomView["settings"]["hints"];
const room = (setting: Hints, hints: boolean) => ({ settings: { ...USUAL, hints: setting }, hints }) as unknown as RoomView;

function show(setting: Hints, hints: boolean, isHost = true) {
  const command = vi.fn(async () => null);
  render(HintsSwitch, { room: room(setting, hints), isHost, command });
  return command;
}

it("the host turns hints on for several people, and off again", async () => {
  const command = show("practice", false);
  const toggle = screen.getByRole("switch", { name: "Hints and card counting" });
  expect(toggle).toHaveProperty("checked", false);
  await fireEvent.click(toggle);
  expect(command).toHaveBeenLastCalledWith({ options: { settings: { ...USUAL, hints: "on" } } });
  await fireEvent.click(toggle);
  expect(command).toHaveBeenLastCalledWith({ options: { settings: { ...USUAL, hints: "off" } } });
});

it.each([
  ["practice", true, "For you, until a second person sits down"],
  ["practice", false, "Off, because several people play"],
  ["on", true, "For everyone at the table"],
  ["off", false, "For nobody at the table"],
] as const)("the host reads who has hints: %s, %s", (setting, hints, words) => {
  show(setting, hints);
  expect(screen.getByRole("switch")).toHaveProperty("checked", hints);
  screen.getByText(words);
});

it("a guest reads who has hints and cannot change it", () => {
  show("on", true, false);
  expect(screen.queryByRole("switch")).toBeNull();
  screen.getByText("For everyone at the table");
});

it("the switch speaks German", async () => {
  language.language = "de";
  try {
    show("practice", false);
    await vi.waitFor(() => screen.getByRole("switch", { name: "Tipps und Kartenzählen" }));
    screen.getByText("Aus, weil mehrere Personen spielen");
  } finally {
    language.language = "en";
  }
});
