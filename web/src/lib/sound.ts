// Short cues made on the spot, no files. Silent until the first gesture (browsers want it so), and while
// the sound is switched off. No cue carries anything alone; its visual twin:
//
//   deal   the cards fly to their seats         trick  the winning card glows, then the trick is swept
//   play   the card moves to the middle         win    the result with its banner
//   turn   the prompt and the ring at the seat  tick   the last seconds as a number in the ring
//   no     the reason in words

import { untrack } from "svelte";
import { settings } from "./settings.svelte";

export type Cue = "deal" | "play" | "turn" | "trick" | "win" | "tick" | "no";

/** A note: when it starts and how long it sounds (seconds), its pitch (Hz), how loud. */
type Note = [at: number, lasts: number, pitch: number, loud: number];

const NOTES: Record<Exclude<Cue, "deal" | "play">, Note[]> = {
  turn: [
    [0, 0.16, 660, 0.09],
    [0.09, 0.22, 880, 0.08],
  ],
  trick: [
    [0, 0.12, 392, 0.08],
    [0.06, 0.2, 523, 0.07],
  ],
  win: [
    [0, 0.2, 523, 0.09],
    [0.11, 0.2, 659, 0.09],
    [0.22, 0.2, 784, 0.09],
    [0.33, 0.45, 1047, 0.1],
  ],
  tick: [[0, 0.05, 1200, 0.06]],
  no: [[0, 0.14, 180, 0.09]],
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

function envelope(audio: AudioContext, at: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: AudioContext, [after, lasts, pitch, loud]: Note): void {
  const at = audio.currentTime + after;
  const voice = audio.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  voice.connect(envelope(audio, at, lasts, loud));
  voice.start(at);
  voice.stop(at + lasts);
}

/** The sound of paper: filtered noise. */
function rustle(audio: AudioContext, after: number, lasts: number, pitch: number): void {
  const at = audio.currentTime + after;
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 5, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const voice = audio.createBufferSource();
  voice.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  voice.connect(filter);
  filter.connect(envelope(audio, at, lasts, 0.14));
  voice.start(at);
  voice.stop(at + lasts);
}

/** Plays a cue, if there may be sound; a phone that is held also feels when it is its owner's turn. */
export function cue(name: Cue): void {
  if (document.hidden) return;
  const { sound, vibration } = untrack(() => ({ sound: settings.sound, vibration: settings.vibration }));
  // Before a gesture browsers complain.
  if (name === "turn" && vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(25);
  if (!sound) return;
  const audio = context;
  if (audio?.state !== "running") return;
  if (name === "deal") for (let i = 0; i < 5; i++) rustle(audio, i * 0.07, 0.06, 2400);
  else if (name === "play") rustle(audio, 0, 0.09, 1500);
  else for (const note of NOTES[name]) tone(audio, note);
}

/** Sounds the last seconds before a deadline; returns how to stop it. */
export function countDown(deadline: number): () => void {
  const left = deadline - Date.now();
  const timers = [5, 4, 3, 2, 1].map((n) => (left > n * 1000 ? setTimeout(() => cue("tick"), left - n * 1000) : 0));
  return () => timers.forEach(clearTimeout);
}
