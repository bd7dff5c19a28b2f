import { expect, it, vi } from "vitest";
import type { Event as RoostEvent } from "../../gen/roost/Event";
import { makeView } from "./fixtures";
import { wake, waking } from "./wake";

const mat = makeView().open.mats[0]!;
const used: RoostEvent = { row_used: { seat: 0, row: "forest" } };

it("the birds of a row that is used hop from right to left", () => {
  expect(waking([used], 0, mat).map(({ hop }) => hop)).toEqual([
    { place: "F2", high: false },
    { place: "F1", high: false },
  ]);
});
it("each gives what its power brings", () => {
  const power = { power_used: { seat: 0, position: "F1", bird: "goldcrest" } } as const;
  const steps = waking([power, { gained: { seat: 0, food: "seed", n: 2 } }, { laid: { seat: 0, positions: ["F2"] } }], 0, mat);
  expect(steps).toEqual([
    {
      hop: { place: "F1", high: true },
      gifts: [
        { sign: "seed", from: "F1", to: "supply" },
        { sign: "seed", from: "F1", to: "supply" },
        { sign: "egg", from: "F1", to: "F2" },
      ],
    },
  ]);
});
it("a die gives its food from the feeder", () => {
  expect(waking([{ die_taken: { seat: 0, face: "mixed", food: "seed" } }], 0, mat)).toEqual([
    { hop: null, gifts: [{ sign: "seed", from: "feeder", to: "supply" }] },
  ]);
});
it("what others do on their own mats moves nothing here", () => expect(waking([used], 1, { ...mat, rows: [[], [], []] })).toEqual([]));
it("a gift that has landed is gone, and moves nothing on its way", () => {
  document.body.innerHTML = '<div id="root"><i data-at="F1"></i><i data-gives="supply"></i></div>';
  const root = document.querySelector<HTMLElement>("#root")!;
  for (const element of root.children) element.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
  const flights: Animation[] = [];
  vi.spyOn(Element.prototype, "animate").mockImplementation(() => {
    flights.push({} as Animation);
    return flights.at(-1)!;
  });
  wake(root, [{ hop: { place: "F1", high: true }, gifts: [{ sign: "egg", from: "F1", to: "supply" }] }]);
  expect(root.querySelector<HTMLElement>(".arc")?.inert).toBe(true);
  flights.at(-1)!.onfinish?.(new Event("finish") as AnimationPlaybackEvent);
  expect(root.querySelector(".arc")).toBeNull();
});
