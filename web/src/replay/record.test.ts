import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Replay } from "../gen/protocol/Replay";
import { Reel } from "./record.svelte";

// Whether a game was played on this device is asked first; what answers that is fetched once.
beforeAll(() => import("../local"));

/** A server with a game of `total` frames, three at a time; frame n has n % 3 events. */
function serve(total: number, refuse = 0): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (asked.length === refuse) return Response.json({ code: "rate_limited" }, { status: 429 });
    const from = Number(new URL(path, "http://x").searchParams.get("from"));
    const frames = Array.from({ length: Math.min(3, total - from) }, (_, i) => ({
      version: 10 + from + i,
      acted: null,
      view: { n: from + i },
      events: Array.from({ length: (from + i) % 3 }, (_, j) => `${from + i}.${j}`),
    }));
    const answer: Replay = {
      game: "test",
      rules: 1,
      table: "KXMT",
      number: 1,
      options: {},
      players: [],
      outcome: null,
      total,
      from,
      frames,
    };
    return Response.json(answer);
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

it("fetches a game part by part, as one viewer had it", async () => {
  const asked = serve(8);
  const reel = new Reel("r-1", 2);
  await vi.waitFor(() => expect(reel.whole).toBe(true));
  expect(asked).toEqual([0, 3, 6].map((from) => `/api/played/r-1/replay?viewer=2&from=${from}`));
  expect(reel.frames.map(({ version }) => version)).toEqual([10, 11, 12, 13, 14, 15, 16, 17]);
});

it("numbers what happened through the whole game", async () => {
  serve(8);
  const reel = new Reel("r-1", null);
  await vi.waitFor(() => expect(reel.whole).toBe(true));
  expect(reel.eventsAfter(0, 2)).toEqual([
    { number: 1, event: "1.0" },
    { number: 2, event: "2.0" },
    { number: 3, event: "2.1" },
  ]);
  expect(reel.eventsAfter(3, 4)).toEqual([{ number: 4, event: "4.0" }]);
  expect(reel.eventsAfter(4, 4)).toEqual([]);
});

it("goes on where it was refused", async () => {
  const asked = serve(8, 2);
  const reel = new Reel("r-1", null);
  await vi.waitFor(() => expect(reel.fault?.code).toBe("rate_limited"));
  expect(reel.frames).toHaveLength(3);
  await reel.load();
  expect(reel.whole).toBe(true);
  expect(reel.fault).toBeNull();
  expect(asked.at(-1)).toContain("from=6");
});
