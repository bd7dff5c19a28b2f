// A rendered table of Casino, what a player finds on it, and the server's part.

import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, vi } from "vitest";
import type { Action } from "../../../gen/casino/Action";
import { Fault } from "../../../lib/api";
import type { Answer } from "../../../lib/connection.svelte";
import { settings } from "../../../lib/settings.svelte";
import { LEGAL, makeView, seats } from "../fixtures";
import Table from "../Table.svelte";

export const act = vi.fn<(action: Action) => Promise<void>>(async () => {});
export const ask = vi.fn<(action: Action) => Promise<Fault | null>>(() => Promise.resolve(null));
export const consider = vi.fn<(action: Action) => Promise<Answer>>(() => Promise.resolve({ fault: null }));
export const show = vi.fn<(what: unknown) => void>();

export const base = {
  view: makeView(),
  legal: LEGAL,
  you: 0 as number | null,
  seats,
  events: [],
  deadline: null,
  options: { build_limit: 10 } as Record<string, unknown>,
  act,
  ask,
  consider,
  show,
};
export const table = (more: Partial<typeof base> & Record<string, unknown> = {}) => render(Table, { props: { ...base, ...more } });

export const hand = (card: string) => document.querySelector<HTMLElement>(`[data-card="${card}"]`)!;
export const thing = (name: string) => document.querySelector<HTMLElement>(`[data-thing="${name}"]`)!;
export const coming = () => screen.getByRole("combobox", { name: "When you have laid cards together" });
/** The lines behind the "i" of a choice. */
export const details = (name: string) => {
  const summary = document.querySelector(`.picker summary[aria-label="${name}: details"]`);
  return [...(summary?.parentElement?.querySelectorAll("li") ?? [])].map((line) => line.textContent);
};
export const tap = (element: HTMLElement) => fireEvent.click(element, { detail: 1 });
export const lay = async (card: string, ...things: string[]) => {
  await tap(hand(card));
  for (const one of things) await tap(thing(one));
  // Until the server has been asked.
  await vi.advanceTimersByTimeAsync(200);
};
export const choices = () => [...document.querySelectorAll(".picker .options .name")].map((name) => name.textContent.trim());
/** The lines under the names of the choices, cards by their labels. */
export const lines = () =>
  [...document.querySelectorAll(".picker .options .what")].map((line) =>
    [...line.children].map((part) => part.getAttribute("aria-label") ?? part.textContent.trim()).join(" "),
  );
export const takes = () => [...document.querySelectorAll<HTMLElement>("[data-thing].takes")].map((element) => element.dataset.thing);
export const lit = () => [...document.querySelectorAll<HTMLElement>("[data-thing].lit")].map((element) => element.dataset.thing);
export const stack = () => screen.queryByRole("group", { name: "Selected cards" });
export const button = (name: string | RegExp) => screen.getByRole("button", { name });
/** A choice by the name it begins with. */
export const choice = (name: string) => button(new RegExp(`^${name}`));

/** Sets up and cleans up around each test of a file. */
export function useTable(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    settings.language = "en";
    for (const mock of [act, show]) mock.mockClear();
    ask.mockReset().mockResolvedValue(null);
    // A move that is not on the list is refused.
    consider.mockReset().mockResolvedValue({ fault: new Fault("no_split", { value: 5 }) });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
}
