import { describe, expect, it } from "vitest";
import { hrefOf, placeOf } from "./address";

const at = (address: string, behindHash: boolean) => placeOf(new URL(address), behindHash);

describe("addresses of a card room", () => {
  it("are paths", () => {
    expect(hrefOf("/history", false)).toBe("/history");
    expect(at("https://cards.example.org/played/1?seat=2#main", false)).toEqual({ path: "/played/1", search: "?seat=2" });
  });
});

describe("addresses of the page without a server", () => {
  it("stand behind the hash, wherever the page lies", () => {
    for (const folder of ["https://example.org/", "https://example.org/~ann/cards/", "https://example.org/cards/index.html"]) {
      const address = new URL(hrefOf("/played/1?seat=2", true), folder).href;
      expect(address).toBe(`${folder}#/played/1?seat=2`);
      expect(at(address, true)).toEqual({ path: "/played/1", search: "?seat=2" });
      expect(at(new URL(hrefOf("/history", true), folder).href, true)).toEqual({ path: "/history", search: "" });
    }
  });
  it("without a path there are those of the home page", () => {
    for (const address of ["https://example.org/cards/", "https://example.org/cards/?x=1", "https://example.org/cards/#main"])
      expect(at(address, true)).toEqual({ path: "/", search: "" });
  });
});
