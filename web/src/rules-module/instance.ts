// The module's own interface: bytes in, bytes out.

import type { Answer, Request } from "./protocol";

interface Exports {
  memory: WebAssembly.Memory;
  allocate: (length: number) => number;
  answer: (at: number, length: number) => bigint;
  release: (at: number, length: number) => void;
  failure: () => bigint;
}

/** The module has failed. Its memory may be in any state, so the instance must not be used again. */
export class Trap extends Error {}

export class RulesInstance {
  #exports: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.#exports = instance.exports as unknown as Exports;
  }

  static async of(module: WebAssembly.Module): Promise<RulesInstance> {
    return new RulesInstance(await WebAssembly.instantiate(module, {}));
  }

  ask(request: Request): Answer {
    const { allocate, answer, release } = this.#exports;
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    try {
      const at = allocate(bytes.length) >>> 0;
      if (at === 0) return { error: { code: "too_large", detail: {}, text: `a request of ${bytes.length} bytes is too large` } };
      // Only now: the memory may have grown, and then the old buffer is detached.
      this.#bytes(at, bytes.length).set(bytes);
      const [start, length] = unpack(answer(at, bytes.length));
      const text = new TextDecoder().decode(this.#bytes(start, length));
      release(start, length);
      return JSON.parse(text) as Answer;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new Trap(this.#failure() || error.message, { cause: error });
    }
  }

  #bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer, at, length);
  }

  /** What the module says about its failure. */
  #failure(): string {
    const [start, length] = unpack(this.#exports.failure());
    return new TextDecoder().decode(this.#bytes(start, length));
  }
}

/** Two numbers of 32 bits in one of 64. */
function unpack(packed: bigint): [at: number, length: number] {
  const bits = BigInt.asUintN(64, packed);
  return [Number(bits >> 32n), Number(bits & 0xffff_ffffn)];
}
