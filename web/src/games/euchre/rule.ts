import type { View } from "../../gen/euchre/View";

/** The section of docs/rules/euchre.md that explains the current phase. */
export function ruleFor(view: View): string {
  switch (view.open.phase) {
    case "cut":
    case "deal":
      return "3";
    case "trick":
      return "5";
    case "deal_over":
    case "finished":
      return "6";
    default:
      return "4";
  }
}
