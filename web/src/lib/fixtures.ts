// For tests: a game that nobody has ever played, with one field of every kind.

import type { Game } from "./api";

export const game: Game = {
  name: "test",
  rules: 1,
  seats: { from: 2, to: 6 },
  fields: [
    { name: "wild", kind: "switch", default: "off" },
    { name: "tier", kind: { choice: ["low", "high"] }, default: "low" },
    { name: "size", kind: { number: { from: 3, to: 10, step: 1, or: null } }, default: 7 },
    { name: "turn_seconds", kind: { number: { from: 10, to: 120, step: 1, or: 0 } }, default: 30 },
    { name: "mix", kind: { shares: { of: ["a", "b"], total: 100 } }, default: null },
  ],
  presets: [
    { name: "usual", options: {} },
    { name: "hard", options: { tier: "high", size: 5 } },
  ],
  defaults: { wild: "off", tier: "low", size: 7, turn_seconds: 30 },
  lesson: false,
};
