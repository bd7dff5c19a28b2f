// The one line that says what is to be done now.

import type { Action } from "../../gen/eights/Action";
import type { View } from "../../gen/eights/View";
import { t } from "./text";
import { cardName } from "./words";

export function prompt(view: View, legal: Action[], names: string[], you: number | null): string {
  const { phase, stack, current } = view.open;
  if (phase === "dealing") return t("turn.dealing");
  if (phase === "finished") return t("turn.finished");
  if (phase === "round_over") return t("turn.over");
  if (legal.length === 0) {
    const name = names[current] ?? "";
    return stack > 0 ? t("turn.other-stack", { name, n: stack }) : t("turn.other", { name });
  }
  if (phase === "lucky_draw") return t("turn.lucky");
  const drawn = you === null ? undefined : view.hands[you]?.find((card) => card.id === view.drawn);
  if (phase === "drawn_choice" && drawn) return t("turn.drawn", { card: cardName(drawn.face) });
  const fits = legal.some((action) => typeof action === "object");
  if (stack > 0) return t(fits ? "turn.stack" : "turn.take", { n: stack });
  if (!fits) return t("turn.draw");
  return t(legal.includes("draw") ? "turn.play" : "turn.must-play");
}
