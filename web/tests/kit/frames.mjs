// What a browser was sent, out of the frames of its socket.

const updates = (frames) => frames.flatMap((frame) => JSON.parse(frame).update ?? []);

/** The messages about the room, in order. */
export const rooms = (frames) => updates(frames).flatMap(({ room }) => room ?? []);

/** The tables that were sent, in order, each once: after a reconnect the last one is repeated. */
export function tables(frames) {
  let last = null;
  return updates(frames).flatMap(({ table }) => {
    if (!table || table.version === last) return [];
    last = table.version;
    return [table];
  });
}

/** The views on those tables. */
export const views = (frames) => tables(frames).map(({ view }) => view);

/** What happened before the browser's eyes. */
export const events = (frames) => tables(frames).flatMap((table) => table.events);
