// Where the rules open: at what is going on.

import type { Phase } from "../../gen/dutch/Phase";
import type { View } from "../../gen/dutch/View";

const SECTION: Record<Phase, string> = {
  deal: "2",
  initial_peek: "3",
  drawing_card: "4",
  playing_card: "4",
  same_rank_window: "5",
  queen_peek: "6",
  peeking: "6",
  jack_swap: "6",
  turn_end: "8",
  deal_ended: "9",
  game_ended: "9",
};

export const ruleFor = (view: View): string => SECTION[view.open.phase];
