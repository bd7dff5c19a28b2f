import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Fault } from "./api";
import { type Device, orOnDevice, SERVER_TIMEOUT } from "./device";

const later = <T>(ms: number, value: T) => new Promise<T>((done) => setTimeout(done, ms, value));
const fails = (ms: number, code: string) => new Promise<never>((_, fail) => setTimeout(() => fail(new Fault(code)), ms));

/** A device that is ready after a while, or never for a reason. */
const device = (ready: () => Promise<void>) => () => Promise.resolve({ ready } as unknown as Device);
const atOnce = device(() => Promise.resolve());
const here = vi.fn(() => Promise.resolve("here"));

beforeEach(() => {
  vi.useFakeTimers();
  here.mockClear();
});
afterEach(() => vi.useRealTimers());

async function settle(asked: Promise<string>): Promise<string> {
  const settled = asked.catch((fault: unknown) => `fault ${Fault.of(fault).code}`);
  await vi.advanceTimersByTimeAsync(60_000);
  return settled;
}

describe("a game starts", () => {
  it("at the server, if that answers in time", async () => {
    expect(await settle(orOnDevice({ server: () => later(SERVER_TIMEOUT - 1, "server"), device: here }, atOnce))).toBe("server");
    expect(here).not.toHaveBeenCalled();
  });
  it("here after a second, and the server is not asked any more", async () => {
    let signal: AbortSignal | undefined;
    const asked = orOnDevice({ server: (given) => ((signal = given), later(30_000, "server")), device: here }, atOnce);
    await vi.advanceTimersByTimeAsync(SERVER_TIMEOUT - 1);
    expect(here).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(here).toHaveBeenCalledOnce();
    expect(signal?.aborted).toBe(true);
    expect(await asked).toBe("here");
  });
  it("here at once, without a server", async () => {
    const asked = orOnDevice({ server: () => Promise.reject(new Fault("offline")), device: here }, atOnce);
    await vi.advanceTimersByTimeAsync(0);
    expect(await asked).toBe("here");
  });
  it("at a slow server, if that is faster than this device", async () => {
    const slow = device(() => later(5000, undefined));
    expect(await settle(orOnDevice({ server: () => later(3000, "server"), device: here }, slow))).toBe("server");
    expect(here).not.toHaveBeenCalled();
  });
  it("at a slow server, if others are to join", async () => {
    const asked = orOnDevice({ server: () => later(20_000, "server"), device: here, timeout: Infinity }, atOnce);
    expect(await settle(asked)).toBe("server");
  });
});

describe("no game starts", () => {
  it("where the server refuses", async () => {
    expect(await settle(orOnDevice({ server: () => fails(10, "rate_limited"), device: here }, atOnce))).toBe("fault rate_limited");
    expect(
      await settle(
        orOnDevice(
          { server: () => fails(3000, "rate_limited"), device: here },
          device(() => later(5000, undefined)),
        ),
      ),
    ).toBe("fault rate_limited");
    expect(here).not.toHaveBeenCalled();
  });
  it("without a server and without the rules, and the reason is said", async () => {
    const none = device(() => Promise.reject(new Fault("no_rules_missing")));
    expect(await settle(orOnDevice({ server: () => fails(10, "offline"), device: here }, none))).toBe("fault no_rules_missing");
    const unfetched = () => Promise.reject(new Error("no such file"));
    expect(await settle(orOnDevice({ server: () => fails(10, "offline"), device: here }, unfetched))).toBe("fault offline");
  });
});

it("without the rules a slow server is waited for", async () => {
  const none = device(() => Promise.reject(new Fault("no_rules_missing")));
  expect(await settle(orOnDevice({ server: () => later(30_000, "server"), device: here }, none))).toBe("server");
});
