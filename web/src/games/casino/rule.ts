import type { View } from "../../gen/casino/View";

/** The section of the rules that explains the current phase. */
export function ruleFor(view: View): string {
  switch (view.open.phase) {
    case "cut":
    case "deal":
      return "goal";
    case "shiya":
      return "partners";
    case "round_over":
    case "finished":
      return "scoring";
    default:
      return "turn";
  }
}
