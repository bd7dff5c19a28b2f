import type { View } from "../../gen/casino/View";

/** The section of docs/rules/casino.md that explains the current phase. */
export function ruleFor(view: View): string {
  switch (view.open.phase) {
    case "cut":
    case "deal":
      return "2";
    case "shiya":
      return "7";
    case "round_over":
    case "finished":
      return "8";
    default:
      return "3";
  }
}
