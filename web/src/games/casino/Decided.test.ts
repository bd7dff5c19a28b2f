import { render, screen } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { Event } from "../../gen/casino/Event";
import Decided from "./Decided.svelte";
import { makeView } from "./fixtures";

const captured = (seat: number, card: string, loose: string[], points: number): Event => ({
  captured: { seat, card, loose, builds: [], tops: [], total: points, points },
});
const show = (events: Event[], totals = [12, 30]) => {
  const view = makeView({ open: { phase: "finished", totals } });
  const told = events.map((event, i) => ({ number: i + 1, event, seq: i, acted: null }));
  return render(Decided, { props: { view, events: told } });
};
const cards = () => screen.queryAllByRole("img").map((card) => card.getAttribute("aria-label"));

it("shows the capture that brought the winner the most", () => {
  show([captured(1, "9h", ["9c"], 18), captured(0, "Kd", ["Ks"], 40), captured(1, "10h", ["7s", "3d"], 20)]);
  expect(cards()).toEqual(["10 of hearts", "7 of spades", "3 of diamonds"]);
  expect(screen.getByText("The best capture: 20 points")).toBeTruthy();
});
it("shows nothing where no capture was seen", () => {
  show([captured(0, "Kd", ["Ks"], 40)]);
  expect(cards()).toEqual([]);
});
