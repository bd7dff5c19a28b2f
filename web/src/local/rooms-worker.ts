// The worker in which the rooms of this device run, apart from the one that checks and analyses games.

import { RulesInstance } from "../rules-module/instance";
import { compile } from "../rules-module/compile";
import { hex } from "./bytes";
import { Host } from "./host";
import type { ToWorker } from "./protocol";
import { Store } from "./store";

const others = new BroadcastChannel("aboveboard.rooms");

const host = new Host({
  post: (message) => self.postMessage(message),
  load: async (source) => RulesInstance.of(await compile(source)),
  store: () => Store.open(),
  random: () => hex(32),
  announce: (room) => others.postMessage(room),
  now: () => Date.now(),
  // eslint-disable-next-line no-console
  log: (text) => console.error(text),
});
others.onmessage = ({ data }: MessageEvent<string>) => host.taken(data);
self.onmessage = ({ data }: MessageEvent<ToWorker>) => host.hear(data);
