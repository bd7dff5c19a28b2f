// What the rules would have put on a screen: the table is opened in the module and everything in the log is played again.

import type { Rules } from "../rules-module/client";
import type { Entry, Step } from "./file";
import type { Opening } from "./opening";

/** The parts of a table object that follow from the rules. */
export interface Due {
  view: unknown;
  legal: unknown[];
  events: unknown[];
}

interface SentEvent {
  to: { seats: number[]; spectators: boolean };
  event: unknown;
}

export interface Moment {
  log: Entry[];
  opening: Opening;
  /** Whose screen; `null`: a spectator's. */
  seat: number | null;
  version: number;
}

/** The module has one table: whoever needs it waits until it is free. */
let free: Promise<unknown> = Promise.resolve();

/** Plays a log up to a version. Returns what the viewer is due then; `null` if the log has no such version. */
export function replayTo(rules: Rules, moment: Moment): Promise<Due | null> {
  const due = free.then(() => replay(rules, moment));
  free = due.catch(() => {});
  return due;
}

async function replay(rules: Rules, { log, opening, seat, version }: Moment): Promise<Due | null> {
  const last = log.findIndex((entry) => entry.version === version);
  if (last < 0) return null;
  const { rules: game, version: edition, options, seats, host, first } = opening;
  await rules.ask({ cmd: "open", game, rules: edition, options, seats: seats.length, host, ...(first === null ? {} : { first }) });
  let sent: SentEvent[] = [];
  for (const { steps } of log.slice(0, last + 1)) {
    sent = [];
    for (const step of steps) sent.push(...(await rules.ask<{ events: SentEvent[] }>(requestOf(step))).events);
  }
  const { view } = await rules.ask<{ view: unknown }>({ cmd: "view", viewer: seat === null ? "spectator" : { seat } });
  const legal = seat === null ? [] : (await rules.ask<{ actions: unknown[] }>({ cmd: "legal", seat })).actions;
  await rules.ask({ cmd: "close" });
  const isSent = ({ to }: SentEvent) => (seat === null ? to.spectators : to.seats.includes(seat));
  return { view, legal, events: sent.filter(isSent).map(({ event }) => event) };
}

function requestOf(step: Step): { cmd: string } & Record<string, unknown> {
  if ("act" in step) return { cmd: "act", seat: step.act[0], action: step.act[1] };
  if ("expire" in step) return { cmd: "expire", window: step.expire };
  if ("status" in step) return { cmd: "status", seat: step.status[0], status: step.status[1] };
  return { cmd: "chance", drawn: step.chance.drawn };
}
