import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "./settings.svelte";
import type { Cue } from "./sound";

/** Counts what is made; sound itself needs ears. */
const made = { contexts: 0, tones: 0, rustles: 0 };
let state = "running";

const node = () => ({ connect: vi.fn(), start: vi.fn(), stop: vi.fn(), frequency: { value: 0 }, type: "" });
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
    gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() },
  });
  createOscillator = () => (made.tones++, node());
  createBufferSource = () => (made.rustles++, node());
  createBiquadFilter = node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(20) });
}

let cue: (name: Cue) => void;
beforeEach(async () => {
  Object.assign(made, { contexts: 0, tones: 0, rustles: 0 });
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

  it("sounds after it: tones for signs, paper for cards", () => {
    gesture();
    for (const name of ["turn", "trick", "win", "tick", "no"] as const) cue(name);
    expect(made.tones).toBe(10);
    cue("play");
    expect(made.rustles).toBe(1);
    cue("deal");
    expect(made.rustles).toBe(6);
  });

  it("is silent while it is switched off, or the tab is hidden", async () => {
    gesture();
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    cue("turn");
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
