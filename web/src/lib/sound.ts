// Short cues, synthesised: paper (filtered noise), wood (a sine that falls), a small brass bell (two partials). No files.
// Silent until the first gesture (browsers want it so), and while the sound is switched off. No cue carries anything
// alone; its visual twin:
//
//   deal     the cards fly to their seats         reveal   the card turns over
//   play     the card moves to the middle         snap     the card slaps down on its rank
//   turn     the prompt and the ring at the seat  egg      the egg rolls into its nest
//   trick    the winning card glows and is swept  win      the result with its banner
//   capture  the cards slide to their taker       tick     the last seconds as a number in the ring
//   no       the reason in words                  strike   the coin of trumps falls in a ring of light

import { untrack } from "svelte";
import { settings } from "./settings.svelte";

export type Cue = "deal" | "play" | "turn" | "trick" | "capture" | "reveal" | "snap" | "strike" | "egg" | "win" | "no" | "tick";

/** How loud the loudest part of any cue may be. */
export const PEAK = 0.14;

interface Paper {
  voice: "paper";
  /** Seconds from the start of the cue; how long it sounds. */
  at: number;
  lasts: number;
  /** The pitch slides, in Hz. */
  from: number;
  to: number;
  loud: number;
  /** How narrow the band of noise is. */
  narrow?: number;
}
interface Wood {
  voice: "wood";
  at: number;
  lasts: number;
  pitch: number;
  loud: number;
}
interface Bell {
  voice: "bell";
  at: number;
  lasts: number;
  pitch: number;
  loud: number;
}
export type Part = Paper | Wood | Bell;

const paper = (at: number, lasts: number, from: number, to: number, loud: number, narrow = 1.2): Part => ({
  voice: "paper",
  at,
  lasts,
  from,
  to,
  loud,
  narrow,
});
const wood = (at: number, pitch: number, loud: number, lasts: number): Part => ({ voice: "wood", at, lasts, pitch, loud });
const bell = (at: number, pitch: number, loud: number, lasts: number): Part => ({ voice: "bell", at, lasts, pitch, loud });

export const CUES: Readonly<Record<Cue, readonly Part[]>> = {
  deal: [0, 1, 2, 3, 4].flatMap((card) => [paper(card * 0.07, 0.06, 3200, 1400, 0.08), wood(card * 0.07 + 0.05, 240, 0.03, 0.04)]),
  play: [paper(0, 0.07, 2600, 900, 0.1), wood(0.06, 170, 0.11, 0.08)],
  turn: [bell(0, 659, 0.07, 0.3), bell(0.1, 880, 0.07, 0.45)],
  trick: [paper(0, 0.22, 700, 2400, 0.08, 0.8), wood(0.2, 210, 0.1, 0.07), wood(0.27, 260, 0.08, 0.06)],
  capture: [wood(0, 200, 0.09, 0.07), wood(0.08, 246, 0.09, 0.07), wood(0.16, 292, 0.09, 0.07), paper(0.2, 0.2, 900, 3000, 0.07, 0.8)],
  reveal: [paper(0, 0.09, 1200, 3600, 0.1), bell(0.1, 988, 0.05, 0.35)],
  snap: [wood(0, 320, 0.14, 0.06), paper(0, 0.05, 4200, 1600, 0.12)],
  strike: [wood(0, 260, 0.13, 0.09), bell(0.03, 1175, 0.08, 0.7)],
  egg: [wood(0, 900, 0.05, 0.05), wood(0.05, 1150, 0.04, 0.05)],
  win: [523, 659, 784, 1047].map((pitch, at) => bell(at * 0.13, pitch, 0.09, 0.7)),
  no: [wood(0, 120, 0.12, 0.12), wood(0.1, 105, 0.1, 0.14)],
  tick: [wood(0, 1300, 0.05, 0.03)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** The first gesture wakes the sound; later ones wake it again after the system put it to sleep. */
function wake(): void {
  const Audio = globalThis.AudioContext;
  if (!Audio || !untrack(() => settings.sound)) return;
  try {
    context ??= new Audio();
    if (context.state === "suspended") void context.resume().catch(() => {});
  } catch {
    // No sound device: the twins remain.
  }
}

if (typeof addEventListener === "function") {
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { capture: true, passive: true });
}

/** A gain that rises fast, falls, and is mixed by the chosen volume. */
function envelope(audio: AudioContext, at: number, rise: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain();
  const peak = Math.min(loud, PEAK) * (untrack(() => settings.volume) / 100);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(peak, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + rise + lasts);
  gain.connect(audio.destination);
  return gain;
}

function rustle(audio: AudioContext, { at: after, lasts, from, to, loud, narrow = 1.2 }: Paper): void {
  const at = audio.currentTime + after;
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = narrow;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(filter);
  filter.connect(envelope(audio, at, 0.006, lasts, loud));
  // From a random place, or every card sounds the same.
  source.start(at, Math.random() * 0.2);
  source.stop(at + lasts + 0.05);
}

function knock(audio: AudioContext, { at: after, lasts, pitch, loud }: Wood): void {
  const at = audio.currentTime + after;
  const tone = audio.createOscillator();
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.62, at + lasts);
  tone.connect(envelope(audio, at, 0.003, lasts, loud));
  tone.start(at);
  tone.stop(at + lasts + 0.05);
  // The click of the stroke.
  rustle(audio, { voice: "paper", at: after, lasts: 0.02, from: 2600, to: 1800, loud: loud * 0.5 });
}

/** Partials of the bell: pitch, loudness and length as shares of the lowest. */
const PARTIALS = [
  [1, 1, 1],
  [2.76, 0.28, 0.45],
] as const;

function ring(audio: AudioContext, { at: after, lasts, pitch, loud }: Bell): void {
  const at = audio.currentTime + after;
  for (const [higher, softer, shorter] of PARTIALS) {
    const tone = audio.createOscillator();
    tone.frequency.setValueAtTime(pitch * higher, at);
    tone.connect(envelope(audio, at, 0.004, lasts * shorter, loud * softer));
    tone.start(at);
    tone.stop(at + lasts + 0.1);
  }
}

/** Plays a cue, if there may be sound; a phone that is held also feels when it is its owner's turn. A page that nobody
 * looks at only calls its owner back. */
export function cue(name: Cue): void {
  if (document.hidden && name !== "turn") return;
  const { sound, vibration } = untrack(() => ({ sound: settings.sound, vibration: settings.vibration }));
  // Before a gesture browsers complain.
  if (name === "turn" && vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(25);
  if (!sound) return;
  const audio = context;
  if (audio?.state !== "running") return;
  for (const part of CUES[name]) {
    if (part.voice === "paper") rustle(audio, part);
    else if (part.voice === "wood") knock(audio, part);
    else ring(audio, part);
  }
}

/** Sounds the last seconds before a deadline; returns how to stop it. */
export function countDown(deadline: number): () => void {
  const left = deadline - Date.now();
  const timers = [5, 4, 3, 2, 1].map((n) => (left > n * 1000 ? setTimeout(() => cue("tick"), left - n * 1000) : 0));
  return () => timers.forEach(clearTimeout);
}
