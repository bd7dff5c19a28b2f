// Where others find this table. Its host often opened it as 127.0.0.1, which only works on that machine.

import type { Address } from "../gen/protocol/Address";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The beginning of an invitation, and whether only this machine can follow it. */
export interface Reach {
  origin: string;
  alone: boolean;
}

export function reach(here: Pick<Location, "hostname" | "origin">, server: Address | null): Reach {
  if (!LOOPBACK.test(here.hostname)) return { origin: here.origin, alone: false };
  if (server?.address) return { origin: server.address, alone: false };
  // As long as nobody knows better, nothing is claimed.
  return { origin: here.origin, alone: server !== null };
}
