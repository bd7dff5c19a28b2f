// A page that is open while its server is updated may receive events that it does not know.

import { describe, expect, it } from "vitest";
import { t } from "../lib/i18n.svelte";
import type { LogModule } from ".";

const logs = import.meta.glob<LogModule>("./*/log.ts", { eager: true });
const UNKNOWN = ["fireworks", { fireworks: { seat: 0 } }, { fireworks: null }];

describe.each(Object.entries(logs))("events of a newer server in %s", (_, log) => {
  it("have no line in the log, and keep none from it", () => {
    for (const event of UNKNOWN) expect(log.describe(event as never, ["Ann"], t)).toBeNull();
    const events = UNKNOWN.map((event, number) => ({ number, event }));
    expect(log.fold?.(events, ["Ann"]) ?? []).toEqual([]);
  });
});
