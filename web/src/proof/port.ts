import type { Command } from "../gen/protocol/Command";
import type { Rules } from "../rules-module/client";
import type { Report } from "./report";

/** What a session needs from the page around it. */
export interface Port {
  /** The public id of the player; nothing for a spectator. */
  player: string | null;
  send: (command: Command) => Promise<unknown>;
  show: (report: Report) => void;
  /** The rules, where this page has them. */
  rules?: Rules;
  /** A game has begun: the rules will be needed when it ends. */
  prepareRules?: () => void;
  /** Whether the server answers in the room, whatever it says. */
  answers?: () => Promise<boolean>;
  /** The text of a game's file, where this device dealt; then no server has a key. */
  fetchLocal?: ((record: string) => Promise<string>) | null;
}
