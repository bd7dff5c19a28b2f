import type { View } from "../../gen/casino/View";

/** Where in docs/rules/casino.md the present phase is explained. */
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
