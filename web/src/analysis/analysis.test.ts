import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Analysis } from "../gen/analysis/Analysis";
import type { Review } from "../gen/analysis/Review";
import type { AskOptions, Rules } from "../rules-module/client";
import { RulesError } from "../rules-module/protocol";
import { Asking } from "./asking.svelte";
import { lines, nearest } from "./chart";
import Panel from "./Panel.svelte";
import { t } from "./text";
import { placeName, points, unseen } from "./words";

/** A page without the rules asks the server. */
const MISSING = { obstacle: "missing", ask: () => Promise.reject(new RulesError("missing")) };
const NAMES = ["Ann", "Bea", "Cem", "Dot"];
const review = (more: Partial<Review>): Review => ({
  frame: 5,
  seat: 0,
  played: "pass",
  advised: { order: { alone: false } },
  moves: [
    { action: { order: { alone: false } }, chance: 0.62, error: 0.01 },
    { action: "pass", chance: 0.5, error: 0.01 },
  ],
  chance: 0.5,
  cost: { value: 0.12, error: 0.01 },
  verdict: "mistake",
  worlds: 400,
  unseen: [
    { name: "seat 1", size: 5 },
    { name: "kitty", size: 3 },
  ],
  decisive: [{ card: "Jh", place: "kitty", likely: 0.2, there: 0.7, elsewhere: 0.4 }],
  ...more,
});
const analysis = (more: Partial<Analysis> = {}): Analysis => ({
  game: "euchre",
  sides: [0, 1, 0, 1],
  won: [1, 0, 1, 0],
  reviews: [review({}), review({ frame: 7, seat: 1, chance: 0.4, verdict: "close", cost: { value: 0.004, error: 0.01 } })],
  costliest: [0],
  forced: 3,
  beliefs: {
    decisions: 2,
    cards: 30,
    brier: 0.71,
    blind: 0.75,
    falsely_certain: 0,
    tenths: [{ count: 9, said: 0.05, came_true: 0.04 }, null],
  },
  ...more,
});

/** A server that answers with these pieces of text, one after the other. */
function serve(pieces: string[], status = 200): { signal: AbortSignal | null } {
  const heard: { signal: AbortSignal | null } = { signal: null };
  vi.stubGlobal("fetch", async (_: string, { signal }: { signal: AbortSignal }) => {
    heard.signal = signal;
    if (status !== 200) return { ok: false, body: null, json: async () => JSON.parse(pieces[0]!) as unknown };
    const parts = pieces.map((piece) => new TextEncoder().encode(piece));
    const read = () => {
      const value = parts.shift();
      if (value) return Promise.resolve({ done: false, value });
      if (pieces.at(-1) !== "…") return Promise.resolve({ done: true, value: undefined });
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    };
    return { ok: true, body: { getReader: () => ({ read }) } };
  });
  return heard;
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("asking for an analysis", () => {
  it("hears how far it is, wherever the lines are cut, and then has it", async () => {
    const text = `{"progress":{"done":1,"of":2}}\n${JSON.stringify({ analysis: analysis() })}\n`;
    serve([text.slice(0, 11), text.slice(11, 60), text.slice(60)]);
    const asking = new Asking("r-1", MISSING);
    await asking.start();
    expect(asking.analysis).toEqual(analysis());
    expect(asking.underWay).toBe(false);
    expect(asking.fault).toBeNull();
  });
  it("says what was refused, and what broke off", async () => {
    serve([`{"code":"rate_limited","detail":{}}`], 429);
    const refused = new Asking("r-1", MISSING);
    await refused.start();
    expect(refused.fault?.code).toBe("rate_limited");
    serve([`{"progress":{"done":1,"of":2}}\n`]);
    await refused.start();
    expect(refused.fault?.code).toBe("offline");
    serve([`{"failed":{"code":"internal","detail":{},"text":"no"}}\n`]);
    await refused.start();
    expect(refused.fault?.code).toBe("internal");
  });
  it("hangs up when nobody waits any more, without an error", async () => {
    const heard = serve([`{"progress":{"done":1,"of":2}}\n`, "…"]);
    const asking = new Asking("r-1", MISSING);
    const asked = asking.start();
    await vi.waitFor(() => expect(asking.progress).toEqual({ done: 1, of: 2 }));
    asking.stop();
    await asked;
    expect(heard.signal?.aborted).toBe(true);
    expect(asking.fault).toBeNull();
    expect(asking.underWay).toBe(false);
  });
});

describe("an analysis in this browser", () => {
  const progress = { done: 1, of: 2 };
  /** A server that hands out the file of a game, and makes no analysis. */
  function serveFile(status = 200): string[] {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      if (path.endsWith("/proof") && status === 200) return { ok: true, text: async () => "the file" };
      return { ok: false, body: null, json: async () => ({ code: "not_found" }) };
    });
    return asked;
  }
  const rules = (ask: Rules["ask"]) => ({ obstacle: null, ask });

  it("is made from the file of the game, and the server makes none", async () => {
    const asked = serveFile();
    const heard: unknown[] = [];
    const asking = new Asking(
      "r-1",
      rules(async <T>(request: unknown, options?: AskOptions) => {
        heard.push(request);
        options?.onProgress?.(progress);
        heard.push(asking.progress);
        return analysis() as T;
      }),
    );
    await asking.start();
    expect(heard).toEqual([{ cmd: "analyse", file: "the file" }, progress]);
    expect(asking).toMatchObject({ analysis: analysis(), local: true, fault: null, underWay: false });
    expect(asked).toEqual(["/api/played/r-1/proof"]);
  });
  it.each(["unloadable", "trap", "refused"] as const)("is left to the server if the rules are %s", async (kind) => {
    const asked = serveFile();
    const asking = new Asking(
      "r-1",
      rules(() => Promise.reject(new RulesError(kind))),
    );
    await asking.start();
    expect(asked).toEqual(["/api/played/r-1/proof", "/api/played/r-1/analysis"]);
    expect(asking).toMatchObject({ local: false, fault: { code: "not_found" } });
  });
  it("is stopped by ending the work, without an error", async () => {
    const asked = serveFile();
    const asking = new Asking(
      "r-1",
      rules((_, options) => {
        options?.onProgress?.(progress);
        return new Promise((_resolve, reject) => options?.signal?.addEventListener("abort", () => reject(new RulesError("cancelled"))));
      }),
    );
    const done = asking.start();
    await vi.waitFor(() => expect(asking.progress).toEqual(progress));
    asking.stop();
    await done;
    expect(asking).toMatchObject({ analysis: null, fault: null, underWay: false });
    expect(asked).toEqual(["/api/played/r-1/proof"]);
  });
  it("says what is wrong with the game", async () => {
    serveFile(404);
    const asking = new Asking(
      "r-1",
      rules(() => Promise.reject(new RulesError("trap"))),
    );
    await asking.start();
    expect(asking.fault?.code).toBe("not_found");
  });
});

describe("the chart", () => {
  it("has a line for each side, from its own decisions to the end", () => {
    const [ann, bea] = lines(analysis(), 9);
    expect(ann).toEqual({
      side: 0,
      seats: [0, 2],
      points: [
        { frame: 5, chance: 0.5 },
        { frame: 9, chance: 1 },
      ],
    });
    expect(bea!.points).toEqual([
      { frame: 7, chance: 0.4 },
      { frame: 9, chance: 0 },
    ]);
  });
  it("ends where a game was given up", () => {
    expect(lines(analysis({ won: null }), 9)[0]!.points).toHaveLength(1);
    expect(lines(analysis({ won: null, reviews: [] }), 9)).toEqual([]);
  });
  it("leads to the nearest point", () => {
    const all = lines(analysis(), 9);
    expect(nearest(all, 9, 0.5, 0.5)?.frame).toBe(5);
    expect(nearest(all, 9, 1, 0)?.frame).toBe(9);
    expect(nearest([], 9, 1, 0)).toBeNull();
  });
});

describe("words", () => {
  it("name places by who sits there, and cards in slots", () => {
    expect(placeName("seat 2", NAMES)).toBe("Cem");
    expect(placeName("seat 1 slot 0", NAMES)).toBe("Bea, card 1");
    expect(placeName("kitty", NAMES)).toBe("Kitty");
  });
  it("add up the slots of a hand", () => {
    const slots = [0, 1].map((slot) => ({ name: `seat 1 slot ${slot}`, size: 1 }));
    expect(unseen([...slots, { name: "pile", size: 30 }], NAMES)).toBe("32 hidden cards: Bea 2, Draw pile 30");
    expect(unseen([], NAMES)).toBeNull();
  });
  it("give differences to one place", () => expect(points(-0.0449)).toBe("4.5%"));
  it("are the same in every language", async () => {
    const { en, de } = await t.all();
    expect(Object.keys(de)).toEqual(Object.keys(en));
  });
});

describe("the panel", () => {
  const props = {
    record: "r-1",
    game: "euchre",
    names: NAMES,
    at: 5,
    last: 9,
    seen: () => ({ open: { trump: null } }),
    ongo: vi.fn(),
  };
  it("asks when told to, and shows the decision, the costliest moves and how right the beliefs were", async () => {
    serve([`${JSON.stringify({ analysis: analysis() })}\n`]);
    render(Panel, props);
    await fireEvent.click(screen.getByRole("button", { name: "Analyse this game" }));
    await screen.findByText("Ann gave away 12.0% of the chance to win (give or take 2.0%).");
    expect(screen.getByText("8 hidden cards: Bea 5, Kitty 3")).toBeTruthy();
    expect(screen.getAllByRole("row")).toHaveLength(3);
    expect(screen.getByRole("img", { name: /Ann, Cem from 50% to 100%/ })).toBeTruthy();
    expect(screen.getByText(/Brier score\): 0.710. Counting cards alone gives 0.750/)).toBeTruthy();
    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/played/r-1?seat=0&step=6"]);
    await fireEvent.click(links[0]!);
    expect(props.ongo).toHaveBeenCalledWith(5);
  });
  it("calls noise noise", async () => {
    serve([`${JSON.stringify({ analysis: analysis() })}\n`]);
    render(Panel, { ...props, at: 7 });
    await fireEvent.click(screen.getByRole("button", { name: "Analyse this game" }));
    await screen.findByText("Measured difference 0.4%, give or take 2.0%: that may be chance.");
  });
  it("says in plain words why there is none, and offers to try again", async () => {
    serve([`{"code":"rate_limited","detail":{}}`], 429);
    render(Panel, props);
    await fireEvent.click(screen.getByRole("button", { name: "Analyse this game" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Another analysis is under way. Try again when it is done.");
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});
