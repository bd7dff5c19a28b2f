// Fetches the file of a game. A host could also let the page wait for ever, so a request that stands still is given up.

/** A server that answers must hand out the file within this time of the end, in milliseconds. */
export const FILE_LIMIT = 60_000;
/** A request that brings nothing for this long stands still. */
const STALLED = 15_000;
/** A file that keeps coming may take this long: a slow line is not the server's fault. */
const LONGEST_DOWNLOAD = 300_000;
/** A proxy says so of a server that is not there. */
const GATEWAY = [502, 504];

/** Refused: the server answers, and has no file. Silent: it does not answer, or not to the end. */
export type Download = Uint8Array | "refused" | "silent";

export async function downloadFile(path: string): Promise<Download> {
  const stop = new AbortController();
  // A body that stands still need not notice the signal, so the wait ends as well.
  const stopped = new Promise<"silent">((resolve) => stop.signal.addEventListener("abort", () => resolve("silent")));
  const longest = setTimeout(() => stop.abort(), LONGEST_DOWNLOAD);
  let idle = setTimeout(() => stop.abort(), STALLED);
  const moves = () => {
    clearTimeout(idle);
    idle = setTimeout(() => stop.abort(), STALLED);
  };
  const read = async (): Promise<Download> => {
    const response = await fetch(path, { cache: "no-store", signal: stop.signal });
    moves();
    if (!response.ok) return GATEWAY.includes(response.status) ? "silent" : "refused";
    return readBody(response, moves);
  };
  try {
    return await Promise.race([read(), stopped]);
  } catch {
    return "silent";
  } finally {
    clearTimeout(idle);
    clearTimeout(longest);
  }
}

async function readBody({ body }: Response, moves: () => void): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    moves();
    parts.push(next.value);
  }
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
