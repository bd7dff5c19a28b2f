import type { View } from "../../gen/euchre/View";

/** The section of the rules that explains the current phase. */
export function ruleFor(view: View): string {
  switch (view.open.phase) {
    case "cut":
    case "deal":
      return "goal";
    case "trick":
      return "turn";
    case "deal_over":
    case "finished":
      return "scoring";
    default:
      return "call";
  }
}
