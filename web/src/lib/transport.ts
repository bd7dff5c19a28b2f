// How a connection reaches its room: texts in both directions. Everything above it is the same with and without a server.

/** What a line tells the connection that uses it. */
export interface LineEvents {
  /** The line is there: the connection says who it is. */
  opened: () => void;
  heard: (text: string) => void;
  /** Nothing more will come. */
  lost: () => void;
}

export interface Transport {
  send: (text: string) => void;
  close: () => void;
}

/** Begins a line. No callback runs before this returns. */
export type Dial = (events: LineEvents) => Transport;

export const dialServer: Dial = ({ opened, heard, lost }) => {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws`);
  socket.onopen = opened;
  socket.onmessage = ({ data }) => heard(String(data));
  socket.onclose = lost;
  return { send: (text) => socket.send(text), close: () => socket.close() };
};
