// For tests: the real module, where it was built. Tests that need it say loudly that they were left out.

import { existsSync, readFileSync } from "node:fs";
import { describe } from "vitest";
import { RulesClient } from "../client";
import { RulesInstance } from "../instance";
import { TestWorker } from "./worker";

const FILE = "module/aboveboard.wasm";
// Tests run in the folder `web`.
const module = existsSync(FILE) ? new WebAssembly.Module(readFileSync(FILE)) : null;

/** A group of tests with the module; left out, and said so, where it was not built. */
export function describeWithModule(name: string, tests: () => void): void {
  if (module) return void describe(name, tests);
  // eslint-disable-next-line no-console
  console.warn(`SKIPPED without web/${FILE}: ${name}`);
  describe.skip(`SKIPPED without web/${FILE}: ${name}`, tests);
}

/** The module alone. */
export function startModule(): RulesInstance {
  if (!module) throw new Error(`web/${FILE} is missing`);
  return new RulesInstance(new WebAssembly.Instance(module, {}));
}

/** The module behind a worker, as a page has it. */
export const moduleRules = (): RulesClient => new RulesClient(() => new TestWorker(() => startModule()), `/${FILE}`);
