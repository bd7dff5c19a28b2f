import { afterEach, describe, expect, it } from "vitest";
import { explain, makeText, plain, pluralText, t, wordsReady } from "./i18n.svelte";
import { settings } from "./settings.svelte";

afterEach(() => (settings.language = "en"));

describe("a text", () => {
  const text = makeText({
    en: { hello: "Hello {name}", cards: { one: "{n} card", other: "{n} cards" } },
    de: { hello: "Hallo {name}", cards: { one: "{n} Karte", other: "{n} Karten" } },
  });
  it("follows the language", () => {
    expect(text("hello", { name: "Ann" })).toBe("Hello Ann");
    settings.language = "de";
    expect(text("hello", { name: "Ann" })).toBe("Hallo Ann");
  });
  it("is English until the other language is there", async () => {
    settings.language = "de";
    const late = makeText({ en: { hello: "Hello" }, de: () => Promise.resolve({ hello: "Hallo" }) });
    expect(late("hello")).toBe("Hello");
    await wordsReady();
    expect(late("hello")).toBe("Hallo");
  });
  it("stays English if the other language cannot be had", async () => {
    settings.language = "de";
    const never = makeText({ en: { hello: "Hello" }, de: () => Promise.reject(new Error("offline")) });
    await wordsReady();
    expect(never("hello")).toBe("Hello");
  });
  it("knows one and many", () => {
    expect([0, 1, 2].map((n) => text("cards", { n }))).toEqual(["0 cards", "1 card", "2 cards"]);
  });
  it("knows every plural category of a language", () => {
    // As a Polish dictionary would have them.
    const cards = { one: "karta", few: "karty", many: "kart", other: "karty" };
    expect([1, 2, 5, 1.5].map((n) => pluralText(cards, n, "pl"))).toEqual(["karta", "karty", "kart", "karty"]);
    expect(pluralText({ other: "cards" }, 1, "en")).toBe("cards");
  });
  it("takes names as they are", () => {
    expect(text("hello", { name: "{n} $& <b>" })).toBe("Hello {n} $& <b>");
  });
  it("may be unknown", () => {
    expect(text.maybe("nothing")).toBeNull();
    expect(text.maybe("toString")).toBeNull();
  });
});

describe("a refusal", () => {
  it("is explained by the game first, then by the room, and never left unsaid", () => {
    const game = makeText({
      en: { "error.must_follow": "Follow {suit}", "error.stale": "Too late" },
      de: { "error.must_follow": "Bediene {suit}", "error.stale": "Zu spät" },
    });
    expect(explain({ code: "must_follow", detail: { suit: "hearts" } }, game)).toBe("Follow hearts");
    expect(explain({ code: "stale", detail: {} }, game)).toBe("Too late");
    expect(explain({ code: "room_full", detail: {} }, game)).toBe(t("error.room_full"));
    expect(explain({ code: "odd", detail: {} })).toContain("odd");
    expect(explain({ code: "rate_limited", detail: {} }, game)).toBe(t("error.rate_limited"));
    expect(explain({ code: "rate_limited", detail: { seconds: 6 } }, game)).toContain("6 seconds");
    expect(explain({ code: "rate_limited", detail: { seconds: 6, rooms_per_minute: 10 } })).toBe(
      "You can open 10 tables a minute. Try again in 6 seconds.",
    );
  });
  it("has words for every code of rooms", () => {
    const codes =
      "too_large rate_limited banned door_closed bad_message id_reused bad_code room_not_found deck_missing bad_token seat_gone " +
      "bad_name bad_avatar room_full lobby_locked already_started not_seated not_host bad_options too_few_players too_many_players " +
      "not_started not_available stale internal offline";
    for (const code of codes.split(" ")) expect(t.maybe(`error.${code}`)).not.toBeNull();
  });
});

it("names that nobody translated can still be read", () => {
  expect(plain("max_players")).toBe("Max players");
});
