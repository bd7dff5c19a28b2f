import { afterEach, describe, expect, it, vi } from "vitest";
import { RulesClient } from "./client";
import { Trap } from "./instance";
import { isGoodConnection } from "./network";
import type { Answer, Request } from "./protocol";
import { type Load, TestWorker } from "./testing/worker";

/** A stand-in for the module: it repeats what it is asked, counts to five as a job, and fails on demand. */
class Echo {
  asked: Request[] = [];
  #jobs = 0;
  #done = new Map<number, number>();
  ask(request: Request): Answer {
    this.asked.push(request);
    const { cmd, job } = request;
    if (cmd === "trap") throw new Trap("out of cards");
    if (cmd === "refuse") return { error: { code: "no_table", detail: { n: 1 }, text: "there is no table" } };
    if (cmd === "count") {
      this.#done.set(++this.#jobs, 0);
      return { ok: { job: this.#jobs, done: 0, of: 5 } };
    }
    if (cmd !== "step") return { ok: request };
    const done = this.#done.get(job as number)! + 1;
    this.#done.set(job as number, done);
    return { ok: { job, done, of: 5, ...(done === 5 ? { result: { counted: 5 } } : {}) } };
  }
}

function start(load: Load = () => echo): { client: RulesClient; workers: TestWorker[] } {
  const workers: TestWorker[] = [];
  const spawn = () => {
    workers.push(new TestWorker(load));
    return workers.at(-1)!;
  };
  return { client: new RulesClient(spawn, "/assets/aboveboard.wasm"), workers };
}
let echo = new Echo();
afterEach(() => {
  echo = new Echo();
  vi.useRealTimers();
});

describe("the rules", () => {
  it("are not loaded until somebody asks, and then once", async () => {
    const { client, workers } = start();
    expect(workers).toHaveLength(0);
    expect(await client.ask({ cmd: "hello" })).toEqual({ cmd: "hello" });
    await client.ask({ cmd: "again" });
    expect(workers).toHaveLength(1);
    expect(workers[0]!.heard[0]).toEqual({ load: "/assets/aboveboard.wasm" });
  });
  it("can be loaded before", async () => {
    const { client, workers } = start();
    client.prepare();
    client.prepare();
    expect(workers).toHaveLength(1);
    await client.ask({ cmd: "hello" });
    expect(workers).toHaveLength(1);
  });
  it("answer everybody's own question", async () => {
    const { client } = start();
    const answers = await Promise.all([1, 2, 3].map((n) => client.ask({ cmd: "say", n })));
    expect(answers).toEqual([1, 2, 3].map((n) => ({ cmd: "say", n })));
  });
  it("refuse with a code", async () => {
    const { client } = start();
    const error = { kind: "refused", message: "there is no table", refusal: { code: "no_table", detail: { n: 1 } } };
    await expect(client.ask({ cmd: "refuse" })).rejects.toMatchObject(error);
  });
  it("may be missing, without an error until somebody asks", async () => {
    const client = new RulesClient(() => new TestWorker(() => echo), null);
    expect(client.obstacle).toBe("missing");
    client.prepare();
    await expect(client.ask({ cmd: "hello" })).rejects.toMatchObject({ kind: "missing" });
  });
  it("may be more than a browser can do", async () => {
    const client = new RulesClient(null, "/assets/aboveboard.wasm");
    expect(client.obstacle).toBe("unsupported");
    await expect(client.ask({ cmd: "hello" })).rejects.toMatchObject({ kind: "unsupported" });
  });
});

describe("a job", () => {
  it("says how far it is, step by step", async () => {
    const { client } = start();
    const heard: number[] = [];
    const onProgress = ({ done, of }: { done: number; of: number }) => heard.push(done / of);
    expect(await client.ask({ cmd: "count" }, { onProgress })).toEqual({ counted: 5 });
    expect(heard).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  });
  it("lets others pass who are in a hurry", async () => {
    const { client } = start();
    const order: string[] = [];
    const quick: Promise<unknown>[] = [];
    const onProgress = () => {
      if (quick.length === 0) quick.push(client.ask({ cmd: "quick" }).then(() => order.push("quick")));
    };
    await client.ask({ cmd: "count" }, { onProgress, rank: 9 }).then(() => order.push("job"));
    await Promise.all(quick);
    expect(order).toEqual(["quick", "job"]);
  });
  it("is cancelled by ending the worker, and the others are asked again", async () => {
    const { client, workers } = start();
    const stop = new AbortController();
    const unwanted = client.ask({ cmd: "count" }, { onProgress: () => stop.abort(), signal: stop.signal });
    const wanted = client.ask({ cmd: "count" }, { onProgress: () => {}, rank: 9 });
    await expect(unwanted).rejects.toMatchObject({ kind: "cancelled" });
    expect(await wanted).toEqual({ counted: 5 });
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  });
  it("that nobody wants any more is not begun", async () => {
    const { client, workers } = start();
    await expect(client.ask({ cmd: "count" }, { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: "cancelled" });
    expect(workers).toHaveLength(0);
  });
});

describe("what goes wrong", () => {
  it("in the module ends its worker, and the others are asked again", async () => {
    const { client, workers } = start();
    const [failed, asked] = await Promise.allSettled([client.ask({ cmd: "trap" }), client.ask({ cmd: "hello" })]);
    expect(failed).toMatchObject({ status: "rejected", reason: { kind: "trap", message: "out of cards" } });
    expect(asked).toMatchObject({ status: "fulfilled", value: { cmd: "hello" } });
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  });
  it("while loading is said to everybody, and tried again by the next", async () => {
    let there = false;
    const { client, workers } = start(() => {
      if (!there) throw new Error("no network");
      return echo;
    });
    const both = await Promise.allSettled([client.ask({ cmd: "one" }), client.ask({ cmd: "two" })]);
    for (const one of both) expect(one).toMatchObject({ status: "rejected", reason: { kind: "unloadable" } });
    there = true;
    expect(await client.ask({ cmd: "three" })).toEqual({ cmd: "three" });
    expect(workers).toHaveLength(2);
  });
  it("with the worker itself is the same", async () => {
    const { client, workers } = start();
    const asked = client.ask({ cmd: "hello" });
    workers[0]!.onerror!({ message: "not allowed" });
    await expect(asked).rejects.toMatchObject({ kind: "unloadable", message: "not allowed" });
    expect(workers[0]!.ended).toBe(true);
  });
  it("includes a module that never comes", async () => {
    vi.useFakeTimers();
    const { client } = start(() => new Promise(() => {}));
    const asked = client.ask({ cmd: "hello" });
    const refused = expect(asked).rejects.toMatchObject({ kind: "unloadable" });
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  });
});

describe("a good connection", () => {
  it.each([
    [undefined, true],
    [{ effectiveType: "4g" }, true],
    [{ effectiveType: "3g" }, false],
    [{ effectiveType: "4g", saveData: true }, false],
  ])("%j: %s", (connection, good) => expect(isGoodConnection(connection)).toBe(good));
});
