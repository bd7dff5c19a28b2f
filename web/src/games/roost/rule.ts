// Where the rules open: at what is going on.

import type { Phase } from "../../gen/roost/Phase";
import type { View } from "../../gen/roost/View";

const SECTION: Record<Phase, string> = {
  setup: "setup",
  turn: "turn",
  pay: "turn",
  yield: "turn",
  trade: "turn",
  power: "powers",
  react: "powers",
  discard: "turn",
  round_scored: "rounds",
};

export const ruleFor = (view: View): string => (view.open.ending ? "scoring" : SECTION[view.prompt?.phase ?? "turn"]);
