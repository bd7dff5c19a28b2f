import { afterEach, describe, expect, it } from "vitest";
import { cleanCode, parse, playedPath, readCode, router } from "./router.svelte";

describe("paths", () => {
  it("are read", () => {
    expect(parse("/")).toEqual({ page: "home", lost: null });
    expect(parse("/t/KXMT")).toEqual({ page: "table", code: "KXMT", watch: false });
    expect(parse("/t/kxmtab")).toEqual({ page: "table", code: "KXMTAB", watch: false });
    expect(parse("/t/kxmt/", "?watch")).toEqual({ page: "table", code: "KXMT", watch: true });
    expect(parse("/rules/euchre")).toEqual({ page: "rules", game: "euchre" });
    for (const page of ["history", "leaderboard", "privacy"]) expect(parse(`/${page}`)).toEqual({ page });
    const played = { page: "played", record: "0123456789abcdef-2", viewer: null, step: null, analysis: false };
    expect(parse("/played/0123456789abcdef-2")).toEqual(played);
    expect(parse("/played/0123456789abcdef-2", "?seat=3&step=57")).toEqual({ ...played, viewer: 3, step: 57 });
    expect(parse("/played/0123456789abcdef-2", "?seat=all&step=x")).toEqual({ ...played, viewer: "all" });
  });
  it("that nobody knows lead home with a note", () => {
    for (const path of [
      "/x",
      "/t",
      "/t/KXM",
      "/t/KXM1",
      "/t/KXMTA",
      "/t/KXMTABC",
      "/t/KXMT/more",
      "/rules",
      "/rules/../x",
      "/played",
      "/played/KXMT-1",
      "/played/0123456789ABCDEF-1",
      "/%E0%A4%A",
    ]) {
      expect(parse(path)).toEqual({ page: "home", lost: path });
    }
  });
});

describe("a moment of a game", () => {
  it("has an address that leads there", () => {
    for (const [viewer, step, analysis] of [
      [null, null, false],
      [2, 1, true],
      ["all", 99, false],
      [null, 7, false],
    ] as const) {
      const url = new URL(playedPath("0123456789abcdef-2", viewer, step, analysis), "http://localhost");
      expect(parse(url.pathname, url.search)).toEqual({ page: "played", record: "0123456789abcdef-2", viewer, step, analysis });
    }
  });
});

describe("codes", () => {
  it("are taken as people type or paste them", () => {
    expect(cleanCode(" k-x m t!")).toBe("KXMT");
    expect(cleanCode("kxm tab")).toBe("KXMTAB");
    expect(cleanCode("kxmtabcd")).toBe("KXMTAB");
    expect(readCode("https://cards.example.org/t/kxmtab")).toBe("KXMTAB");
    expect(readCode("https://cards.example.org/t/kxmt?watch")).toBe("KXMT");
    expect(readCode("kx")).toBe("KX");
  });
});

describe("links", () => {
  let end = () => {};
  afterEach(() => {
    end();
    document.body.replaceChildren();
    router.go("/");
  });

  function click(html: { href: string; target?: string }, init: MouseEventInit = {}): boolean {
    const link = Object.assign(document.createElement("a"), html);
    // A child, as an icon in a link is.
    const inner = link.appendChild(document.createElement("span"));
    document.body.append(link);
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, button: 0, ...init });
    // Foreign links are the browser's: stopped here, after the router, since a test has nothing to load.
    let ours = false;
    const stop = (event: Event) => {
      ours = event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener("click", stop, { once: true });
    inner.dispatchEvent(event);
    return ours;
  }

  it("of ours change the page without loading it", () => {
    end = router.listen();
    expect(click({ href: "/t/KXMT?watch" })).toBe(true);
    expect(router.route).toEqual({ page: "table", code: "KXMT", watch: true });
    expect(location.pathname + location.search).toBe("/t/KXMT?watch");
  });
  it("to elsewhere, to a new tab or within the page are the browser's", () => {
    end = router.listen();
    expect(click({ href: "/t/KXMT" }, { ctrlKey: true })).toBe(false);
    expect(click({ href: "/t/KXMT", target: "_blank" })).toBe(false);
    expect(click({ href: "#main" })).toBe(false);
    expect(router.route.page).toBe("home");
  });
  it("the back button is followed", () => {
    end = router.listen();
    router.go("/rules/eights");
    history.replaceState(null, "", "/");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(router.route.page).toBe("home");
  });
});
