// Says in words which players have hints at a table.

import type { RoomView } from "../gen/protocol/RoomView";
import { t } from "../lib/i18n.svelte";

/** The players who have hints now. With the setting "practice" that changes as soon as a second person sits down. */
export function hintsStanding({ settings, hints }: Pick<RoomView, "settings" | "hints">, isHost: boolean): string {
  if (settings.hints === "practice") return hints ? t(isHost ? "hints-yours" : "hints-solo") : t("hints-paused");
  return t(settings.hints === "on" ? "hints-everyone" : "hints-nobody");
}
