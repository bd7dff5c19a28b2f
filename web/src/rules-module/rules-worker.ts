// The worker in which the rules run. It is fetched with the module, when somebody needs the rules.

import { compile } from "./compile";
import { Desk } from "./desk";
import { RulesInstance } from "./instance";
import type { ToWorker } from "./protocol";

// A timer would wait for 4 milliseconds after each step.
const turns = new MessageChannel();
let work: () => void = () => {};
turns.port1.onmessage = () => work();

const desk = new Desk({
  post: (message) => self.postMessage(message),
  load: async (source) => {
    const module = typeof source === "string" ? await compile(source) : source;
    return { module, rules: await RulesInstance.of(module) };
  },
  later: (then) => {
    work = then;
    turns.port2.postMessage(null);
  },
});
self.onmessage = ({ data }: MessageEvent<ToWorker>) => desk.hear(data);
