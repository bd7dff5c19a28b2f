import type { Command } from "../gen/protocol/Command";
import type { Fault } from "../lib/api";

/** Changes the room. A refusal is shown at the edge of the page, and answered; `quiet`: only answered, for dialogs,
 *  which lie over such notes. */
export type Order = (command: Command, quiet?: boolean) => Promise<Fault | null>;
