// One line that always says what the viewer may do now, or whom the table waits for.

import { cardName } from "../../cards/playing";
import type { View } from "../../gen/dutch/View";
import type { Choices } from "./choices";
import { dueSeats } from "./present";
import { t } from "./text";

/** `held`: a jack's player has chosen one of the two cards. */
export function prompt(view: View, can: Choices, names: string[], you: number | null, held: boolean): string {
  const { open } = view;
  const due = dueSeats(open);
  const seat = due[0] ?? open.current;
  const name = names[seat] ?? "";
  const mine = you !== null && due.includes(you);
  switch (open.phase) {
    case "initial_peek":
      if (!mine) return t("due.peek.other", { names: due.map((seat) => names[seat] ?? "").join(", ") });
      return can.done ? t("due.peek.done") : t(open.picks[you]?.length ? "due.peek.more" : "due.peek");
    case "drawing_card":
      return mine ? t(can.take ? "due.draw.take" : "due.draw") : t("due.draw.other", { name });
    case "playing_card":
      if (!mine) return t("due.play.other", { name });
      return t(open.drawn === null ? "due.play.bare" : open.drawn === "discard" ? "due.play.taken" : "due.play");
    case "same_rank_window":
      return inWindow(view, can, you);
    case "queen_peek":
      return mine ? t("due.queen") : t("due.queen.other", { name });
    case "peeking": {
      const at = open.looked_at;
      const where = { owner: names[at?.seat ?? 0] ?? "", n: (at?.slot ?? 0) + 1 };
      if (!mine && at?.seat === seat) return t("due.peeking.other-own", { name, n: where.n });
      if (!mine) return t("due.peeking.other", { name, ...where });
      return at?.seat === you ? t("due.peeking.own", { n: where.n }) : t("due.peeking", where);
    }
    case "jack_swap":
      return mine ? t(held ? "due.jack.second" : "due.jack") : t("due.jack.other", { name });
    case "turn_end":
      if (can.collect && view.top) return t("due.end.collect", { card: cardName(view.top) });
      return can.call ? t("due.end.call") : t("due.end", { name });
    case "deal_ended":
      return t("due.ended");
    default:
      return t(open.phase === "deal" ? "due.deal" : "due.over");
  }
}

function inWindow({ open }: View, can: Choices, you: number | null): string {
  const rank = t.maybe(`a.${open.window_rank ?? "X"}`) ?? "";
  if (you !== null && open.locked.includes(you)) return t("due.window.locked");
  return t(can.taps.size > 0 ? "due.window" : "due.window.other", { rank });
}
