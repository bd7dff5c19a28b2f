// Where the rules open: at what is going on.

import type { Phase } from "../../gen/dutch/Phase";
import type { View } from "../../gen/dutch/View";

const SECTION: Record<Phase, string> = {
  deal: "goal",
  initial_peek: "look",
  drawing_card: "turn",
  playing_card: "turn",
  same_rank_window: "match",
  queen_peek: "cards",
  peeking: "cards",
  jack_swap: "cards",
  turn_end: "call",
  deal_ended: "scoring",
  game_ended: "scoring",
};

export const ruleFor = (view: View): string => SECTION[view.open.phase];
