// Playing without a server: what this device does where the server does not answer. The device itself (../local) is fetched when
// it is needed.

import { Fault } from "./api";

/** How long the server has before a game starts here, in milliseconds. */
export const SERVER_TIMEOUT = 1000;

export type Device = typeof import("../local");
export const loadDevice = (): Promise<Device> => import("../local");

const OVERDUE = Symbol("overdue");
const after = (ms: number) => new Promise<typeof OVERDUE>((done) => setTimeout(done, ms, OVERDUE));
const isOffline = (failure: unknown): boolean => failure instanceof Fault && failure.code === "offline";

/** A device on which games can be played. Rejects with a `Fault` that says why there is none. */
async function readyDevice(load: () => Promise<Device>): Promise<Device> {
  const device = await load().catch(() => {
    throw new Fault("offline");
  });
  await device.ready();
  return device;
}

export interface Fallback<T> {
  server: (signal: AbortSignal) => Promise<T>;
  /** The same on this device. Not begun before the device is ready, and not if the server has answered by then. */
  device: (device: Device) => Promise<T>;
  /** `Infinity`: only a server that cannot be reached is not waited for. */
  timeout?: number;
}

/** Asks the server, and does it here if the server does not answer in time. A refusal of the server counts. */
export async function orOnDevice<T>({ server, device, timeout = SERVER_TIMEOUT }: Fallback<T>, load = loadDevice): Promise<T> {
  const hangUp = new AbortController();
  let answered = false;
  const asked = server(hangUp.signal).finally(() => (answered = true));
  const waits: Promise<T | typeof OVERDUE>[] = timeout === Infinity ? [asked] : [asked, after(timeout)];
  const first = await Promise.race(waits).catch((failure: unknown) => {
    if (!isOffline(failure)) throw failure;
    return OVERDUE;
  });
  if (first !== OVERDUE) return first as T;
  let here: Device;
  try {
    here = await readyDevice(load);
  } catch (obstacle) {
    // Nothing can be done here: what the server says counts, if it says anything.
    return await asked.catch((failure: unknown) => {
      throw isOffline(failure) ? obstacle : failure;
    });
  }
  // It may have been slow and not away.
  if (answered) {
    const late = await asked.catch((failure: unknown) => {
      if (!isOffline(failure)) throw failure;
      return OVERDUE;
    });
    if (late !== OVERDUE) return late as T;
  }
  asked.catch(() => {});
  hangUp.abort();
  return device(here);
}
