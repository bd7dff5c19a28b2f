// Where the rules open: at what is going on.

import type { Phase } from "../../gen/roost/Phase";
import type { View } from "../../gen/roost/View";

const SECTION: Record<Phase, string> = {
  setup: "3",
  turn: "5",
  pay: "6",
  yield: "8",
  trade: "8",
  power: "9",
  react: "9",
  discard: "8",
  round_scored: "10",
};

export const ruleFor = (view: View): string => (view.open.ending ? "12" : SECTION[view.prompt?.phase ?? "turn"]);
