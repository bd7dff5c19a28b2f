// Finished games by record: those of this device from the device, all others from the server.

import { Fault, fetchFromServer, replay as replayAtServer } from "./api";
import { type Device, loadDevice } from "./device";

/** The device, if the game was played on it. */
async function deviceOf(record: string): Promise<Device | null> {
  // Storage that cannot be read has no games.
  const device = await loadDevice().catch(() => null);
  return device && (await device.has(record).catch(() => false)) ? device : null;
}

/** Whether a game was played on this device. */
export const isPlayedHere = async (record: string): Promise<boolean> => (await deviceOf(record)) !== null;

export async function replayOf(record: string, viewer: number | null, from: number): ReturnType<typeof replayAtServer> {
  const device = await deviceOf(record);
  return device ? device.replay(record, viewer, from) : replayAtServer(record, viewer, from);
}

/** The text of its file. */
export async function proofOf(record: string, signal?: AbortSignal): Promise<string> {
  const device = await deviceOf(record);
  if (device) return device.proof(record);
  const answer = await fetchFromServer(`/api/played/${record}/proof`, signal ? { signal } : {}).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Fault("offline");
  });
  if (!answer.ok) throw await Fault.from(answer);
  return answer.text();
}
