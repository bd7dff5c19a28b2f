import type { Evidence } from "./evidence.svelte";
import { t } from "./text";

/** How it stands with the deal, in a few words; none before there is a deal. */
export function standingLabel({ standing, local }: Evidence): string {
  if (standing === "none") return "";
  const isHere = local && (standing === "verified" || standing === "consistent");
  return isHere ? t(`here-${standing}`) : t(`mark-${standing}`);
}
