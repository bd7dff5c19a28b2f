// One line that always says what the viewer may do now, or whom the table waits for.

import type { View } from "../../gen/roost/View";
import type { Choices } from "./choices";
import { birdName } from "./deck.svelte";
import { dueSeats, perchAt, task } from "./present";
import { t } from "./text";
import { foodWord, t as things } from "./things";

/** The bird that a question is about: the one with the power, or the one that is to be paid. */
export function subject(view: View): string | null {
  const bird = view.prompt?.bird;
  if (bird) return perchAt(view.open.mats[bird[0]], bird[1])?.card ?? null;
  return view.prompt?.phase === "pay" ? (task(view, "pay")?.card ?? null) : null;
}

export function prompt(view: View, can: Choices, names: string[], you: number | null): string {
  const { open, prompt } = view;
  if (open.ending) return t("due.over");
  if (!prompt) return t("due.wait");
  const due = dueSeats(view);
  const listed = due.map((seat) => names[seat] ?? "").join(", ");
  const card = subject(view);
  const bird = card ? birdName(card) : "";
  if (you === null || !due.includes(you)) return waiting(view, listed, bird);
  const { ask, left } = prompt;
  const power = prompt.bird !== null;
  if (typeof ask === "string") {
    switch (ask) {
      case "setup":
        return t("due.setup");
      case "turn":
        return t(can.plays.size > 0 ? "due.turn" : "due.turn.bare");
      case "discard":
        return t("due.discard", { n: left });
      case "ready":
        return t("due.ready", { n: open.round });
      default:
        return t(`due.${ask}`, { bird });
    }
  }
  if ("pay_egg" in ask) return power ? t("due.pay_egg.power", { bird }) : t("due.pay_egg", { bird, n: left });
  if ("pay_power" in ask) return t("due.pay_power", { bird });
  if ("take" in ask) return power ? t("due.take.power", { bird }) : t("due.take", { n: left });
  if ("take_all" in ask) return t("due.take_all", { bird, food: foodWord(ask.take_all) });
  if ("lay" in ask) return power ? t("due.lay.power", { bird }) : t("due.lay", { n: left });
  if ("draw" in ask) return power ? t("due.draw.power", { bird }) : t("due.draw", { n: left });
  if ("trade" in ask) return t(`due.trade.${ask.trade}`);
  if ("choose_food" in ask) return t("due.choose_food", { bird });
  const row = ask.play_again;
  return row ? t("due.play_again.row", { bird, where: things(`in.${row}`) }) : t("due.play_again", { bird });
}

/** Whom the others wait for. */
function waiting({ prompt }: View, names: string, bird: string): string {
  const { phase, ask } = prompt!;
  const name = names;
  switch (phase) {
    case "setup":
      return t("due.setup.other", { names });
    case "turn":
      return t("due.turn.other", { name });
    case "pay":
      return t("due.pay.other", { name, bird });
    case "trade":
      return t("due.trade.other", { name });
    case "discard":
      return t("due.discard.other", { name });
    case "round_scored":
      return t("due.ready.other", { names });
    case "yield":
      if (typeof ask === "object" && "lay" in ask) return t("due.lay.other", { name });
      return t(typeof ask === "object" && "draw" in ask ? "due.draw.other" : "due.take.other", { name });
    default:
      return t("due.power.other", { name, bird });
  }
}

/** What somebody else did that the viewer may react to now, or shares in. */
export function occasion(view: View, names: string[], you: number | null): string | null {
  const { prompt, open } = view;
  if (!prompt || you === null || !prompt.seats.includes(you)) return null;
  const name = names[open.current] ?? "";
  if (prompt.phase === "react") {
    const to = task(view, "react")?.to;
    if (!to) return null;
    return t(`react.${typeof to === "string" ? to : "gain" in to ? "gain" : "play"}`, { name });
  }
  if (!prompt.bird || prompt.bird[0] === you) return null;
  const card = subject(view);
  return t("share", { name: names[prompt.bird[0]] ?? "", bird: card ? birdName(card) : "" });
}
