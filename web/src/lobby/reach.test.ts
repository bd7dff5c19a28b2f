import { expect, it } from "vitest";
import { reach } from "./reach";

const opened = (origin: string) => ({ origin, hostname: new URL(origin).hostname });

it("invites to where the page was opened, if others can open it too", () => {
  for (const origin of ["http://192.168.1.5:7878", "https://cards.example.org"]) {
    expect(reach(opened(origin), { address: "http://10.0.0.1:1" })).toEqual({ origin, alone: false });
    expect(reach(opened(origin), null)).toEqual({ origin, alone: false });
  }
});

it("invites to the network's address from the machine itself", () => {
  for (const origin of ["http://127.0.0.1:7878", "http://localhost:7878", "http://[::1]:7878"]) {
    expect(reach(opened(origin), { address: "http://192.168.1.5:7878" }).origin).toBe("http://192.168.1.5:7878");
  }
});

it("says when nobody else can come, once it knows", () => {
  expect(reach(opened("http://127.0.0.1:7878"), { address: null }).alone).toBe(true);
  expect(reach(opened("http://127.0.0.1:7878"), null).alone).toBe(false);
});
