import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "./settings.svelte";
import { type Cue, CUES, PEAK } from "./sound";

/** Counts what is made; sound itself needs ears. */
const made = { contexts: 0, tones: 0, rustles: 0 };
const peaks: number[] = [];
let state = "running";

const param = () => ({ value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
const node = () => ({ connect: vi.fn(), start: vi.fn(), stop: vi.fn(), frequency: param(), Q: { value: 0 }, type: "" });
class FakeAudio {
  constructor() {
    made.contexts += 1;
  }
  get state() {
    return state;
  }
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  resume = async () => void (state = "running");
  createGain = () => ({
    connect: vi.fn(),
    gain: {
      setValueAtTime: vi.fn(),
      linearRampToValueAtTime: (peak: number) => void peaks.push(peak),
      exponentialRampToValueAtTime: vi.fn(),
    },
  });
  createOscillator = () => (made.tones++, node());
  createBufferSource = () => (made.rustles++, node());
  createBiquadFilter = node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(20) });
}

let cue: (name: Cue) => void;
beforeEach(async () => {
  Object.assign(made, { contexts: 0, tones: 0, rustles: 0 });
  peaks.length = 0;
  state = "running";
  settings.sound = true;
  vi.stubGlobal("AudioContext", FakeAudio);
  vi.resetModules();
  ({ cue } = await import("./sound"));
  const fresh = await import("./settings.svelte");
  fresh.settings.sound = true;
});
afterEach(() => vi.unstubAllGlobals());

const gesture = () => window.dispatchEvent(new Event("pointerdown"));

describe("cue", () => {
  it("is silent before the first gesture", () => {
    cue("turn");
    expect(made).toEqual({ contexts: 0, tones: 0, rustles: 0 });
  });

  it("sounds after it: bells for signs, paper and wood for cards", () => {
    gesture();
    cue("turn");
    // Two bells of two partials.
    expect(made).toMatchObject({ tones: 4, rustles: 0 });
    cue("win");
    expect(made).toMatchObject({ tones: 12, rustles: 0 });
    cue("play");
    // Paper, then wood with its click.
    expect(made).toMatchObject({ tones: 13, rustles: 2 });
    cue("deal");
    expect(made).toMatchObject({ tones: 18, rustles: 12 });
  });

  it.each(Object.entries(CUES))("%s is short and not loud", (_name, parts) => {
    expect(parts.length).toBeGreaterThan(0);
    for (const { at, lasts, loud } of parts) {
      expect(loud).toBeLessThanOrEqual(PEAK);
      expect(at + lasts).toBeLessThanOrEqual(1.2);
    }
  });

  it("calls back whoever looks at another tab when it is their turn, and is silent otherwise", () => {
    gesture();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    cue("play");
    cue("win");
    expect(made).toMatchObject({ tones: 0, rustles: 0 });
    cue("turn");
    expect(made.tones).toBe(4);
    hidden.mockRestore();
  });

  it("is mixed by the chosen volume", async () => {
    gesture();
    cue("turn");
    const loudest = Math.max(...peaks);
    const fresh = await import("./settings.svelte");
    fresh.settings.volume = 50;
    peaks.length = 0;
    cue("turn");
    expect(Math.max(...peaks)).toBeCloseTo(loudest / 2);
    fresh.settings.volume = 100;
  });

  it("is silent while it is switched off, or the tab is hidden", async () => {
    gesture();
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    cue("reveal");
    vi.restoreAllMocks();
    const fresh = await import("./settings.svelte");
    fresh.settings.sound = false;
    cue("turn");
    expect(made.tones).toBe(0);
  });

  it("does not pile up sounds while the system keeps it asleep", () => {
    state = "suspended";
    gesture();
    state = "suspended";
    cue("win");
    expect(made.tones).toBe(0);
  });
});
