// Every screen, in light and dark, on a phone, in the narrowest window and on a desktop: none is wider than its window, axe finds nothing wrong with
// any of them, and with `--pictures` they are written to tests/screens for people to look at. All sizes and
// both colour schemes are seen on the same screen of the same game.

import { events } from "./frames.mjs";
import { openDoor } from "./home.mjs";
import { DESKTOP, NARROW, PHONE } from "./person.mjs";
import { play, playToTheEnd } from "./play.mjs";
import { openTable, start, startWithBots } from "./table.mjs";

/** Options that bring a kind of card into every hand. */
const mostly = (weights) => ({ tier: "chaos", weights: { number: 100 - sum(Object.values(weights)), ...weights }, turn_seconds: 0 });
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/**
 * Seeds with which the screens below come early in the game. They were found by trying seeds from 1 on, and hold as long as neither the rules nor the bots nor the order of steps here change; a journey that does not
 * find its screen any more says so.
 */
const SEEDS = { eights: 1, cards: 1, casino: 1, teams: 1, euchre: 1, dutch: 1, race: 1, roost: 1 };

/** The kinds of screens. `axe`: whether it looks; the colours of the narrowest window are those of a phone. */
const SIZES = {
  phone: { viewport: PHONE, touch: true, schemes: ["light", "dark"], axe: true },
  narrow: { viewport: NARROW, touch: true, schemes: ["light"], axe: false },
  desktop: { viewport: DESKTOP, touch: false, schemes: ["light", "dark"], axe: true },
};

/** One journey per game. It is played on the first of these sizes, and every screen is seen in all of them. */
export function screens(...sizes) {
  const { viewport, touch } = SIZES[sizes[0]];
  const how = { viewport, touch, mobile: false, still: true };
  /** What all journeys here need, with a browser at a server with this seed. */
  const set = async ({ server, person, check, figure }, seed) => {
    const home = await server(seed === undefined ? {} : { seed });
    const ann = await person(home, { ...how, name: "Ann" });
    const { page, way } = ann;
    /** Sees somebody's screen in all sizes and schemes. */
    const see = async (one, name, among, look) => {
      for (const size of among) {
        const { schemes, axe } = SIZES[size];
        await one.resize(SIZES[size]);
        for (const scheme of schemes) {
          await look(`${size}-${scheme}`, async () => {
            await one.prefer(scheme);
            await one.atRest();
            await one.picture(`${name}-${size}-${scheme}`);
            return axe;
          });
        }
      }
      await one.resize(SIZES[sizes[0]]);
    };
    /** Pictures for people, where axe has seen the like. */
    const pictures = async (one, name) => {
      if (one.makesPictures) await see(one, name, sizes, (_, look) => look());
    };
    const shot = (name, among = sizes) =>
      see(ann, name, among, (kind, look) =>
        check(`${name}, ${kind}`, async () => {
          const axe = await look();
          const over = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
          if (over > 0) throw new Error(`the page is ${over} pixels wider than its window`);
          const found = axe ? await ann.axe() : [];
          if (found.length > 0) throw new Error(found.join("\n"));
        }),
      );
    /** Opens something by a button, sees it, and closes it again. */
    const shown = async (name, what, { there = "dialog[open] h2", among = sizes } = {}) => {
      await ann.button(what);
      await page.locator(there).first().waitFor();
      await shot(name, among);
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });
    };
    /** Plays until something is there. */
    const until = async (selector, options = {}) => {
      const made = await play(page, way, { until: selector, steps: 80, ...options });
      figure(`steps to ${selector}`, JSON.stringify(made));
    };
    /** A new table with these rules, begun. */
    const table = async (game, options = {}) => {
      await openTable(ann, { game, options, settings: { bot_level: "easy" } });
      await startWithBots(page, way);
    };
    return { home, ann, page, way, see, shot, shown, pictures, until, table };
  };

  const frame = async (context) => {
    const { home, ann, page, way, shot, shown, pictures } = await set(context);
    await ann.go("/");
    await page.getByRole("heading", { name: "Euchre" }).waitFor();
    await shot("home");
    await shown("settings", "Settings");
    await shown("profile", "Ann: change name and picture");
    // No table has that code, and the browser says so too.
    ann.excuse(/404/);
    await ann.go("/no/such/page");
    await page.getByLabel("Table code").fill("QQQQ");
    await ann.button("Join");
    await page.getByRole("alert").waitFor();
    await shot("lost");
    await ann.go("/rules/euchre");
    await page.getByRole("heading", { name: "Euchre" }).first().waitFor();
    await shot("rules");

    for (const game of ["Casino", "Dutch", "Eights", "Euchre", "Roost"]) {
      await ann.go("/");
      await openDoor(page, way, game);
      await ann.button(`Create table: ${game}`);
      await page.locator("dialog[open] summary").waitFor();
      await shot(`create-${game}`);
      await ann.press(page.locator("dialog[open] summary"));
      await shot(`create-rules-${game}`);
    }

    const code = await openTable(ann, { game: "eights", preset: "chaos" });
    await shot("lobby");
    const bea = await context.person(home, { ...how, name: "Bea" });
    await bea.go(`/t/${code}`);
    await bea.page.getByRole("button", { name: "Take a seat" }).waitFor();
    await pictures(bea, "door");
    await bea.button("Take a seat");
    await page.getByText("2 of 6").waitFor();
    await ann.button("Fill with bots");
    await page.getByText("4 of 6").waitFor();
    await shot("lobby-full");
    await pictures(bea, "lobby-guest");
    await start(page, way);
    await shot("eights-7");
    await shown("phrases", "Say something");
    await shown("rules-drawer", "Rules", { there: "#in-force" });
    await shown("menu", "Menu");
    // Large screens have it beside the table.
    const small = sizes.filter((size) => SIZES[size].touch);
    if (touch) await shown("log", "Log", { among: small });
    await bea.page.locator("[data-card]").first().waitFor();
    await bea.button("Say something");
    await bea.button("Good luck!");
    await page.locator(".bubble").waitFor();
    await pictures(ann, "bubble");
    await bea.page.close();
    await page
      .getByText(/not connected|offline/i)
      .first()
      .waitFor();
    await shot("somebody-away");
    await ann.button("Menu");
    await ann.button("Leave the table");
    await page.getByRole("dialog", { name: "Leave this table?" }).waitFor();
    await shot("leave");
    await ann.press(page.getByRole("dialog", { name: "Leave this table?" }).getByRole("button", { name: "Leave the table" }));
    await page.waitForURL(`${home.url}/`);
  };

  const eights = async (context) => {
    const { ann, page, way, shot, until, table } = await set(context, SEEDS.eights);
    await table("eights", { hand_size: 3, tier: "base" });
    await shot("eights-3");
    await playToTheEnd(page, way);
    await shot("eights-result");
    await ann.button("View the table");
    await shot("eights-end");
    await table("eights", mostly({ plus20: 30, plus20color: 20, skip: 10, reverse: 10 }));
    await until("[data-card]", { count: 24, only: ["draw"] });
    await page.locator(".draw:not([aria-disabled])").waitFor();
    await shot("eights-many");
  };

  const cards = async (context) => {
    const { ann, page, shot, until, table } = await set(context, SEEDS.cards);
    await table("eights", mostly({ plus2: 40, plus20color: 30, reverse: 10 }));
    await until(".stack.mine", { only: ["draw"] });
    await shot("eights-stack");
    // A card that is asked about when it is played: tapped, it asks.
    for (const [name, kind, words] of [
      ["eights-pick-colour", "wild", "8, wild"],
      ["eights-pick-player", "pickswap", "Pick-swap"],
      ["eights-pick-power", "godmode", "God mode"],
    ]) {
      await table("eights", mostly({ [kind]: 60 }));
      const card = `[data-card].lit[aria-label^="${words}"]`;
      await until(card);
      await ann.press(page.locator(card).first());
      await page.locator(".picker").waitFor();
      await shot(name);
    }
  };

  const CASINO = { turn_seconds: 0, round_over_seconds: 120 };

  const casino = async (context) => {
    const { ann, page, way, shot, until, table } = await set(context, SEEDS.casino);
    await table("casino", CASINO);
    await until("[data-card].lit");
    await shot("casino-first");
    await until(".picker.wide");
    await shot("casino-choice");
    await ann.button("Cancel");
    await ann.press(page.locator(".news .last"));
    await shot("casino-last-moves");
    await page.keyboard.press("Escape");
    await table("casino", { ...CASINO, deck: 52 });
    await until("[data-card].lit");
    await shot("casino-52");
    await playToTheEnd(page, way);
    await shot("casino-result");
  };

  const teams = async (context) => {
    const { ann, page, see, shot, until, table } = await set(context, SEEDS.teams);
    await table("casino", { ...CASINO, teams: "on", match: "points", open_piles: "on" });
    await until(".built");
    await shot("casino-teams");
    await until(".over footer button");
    await ann.press(page.locator(".over summary"));
    await shot("casino-over");
    await see(ann, "casino-totals", sizes, (kind, look) =>
      context.check(`casino: the totals are those of all games so far, ${kind}`, async () => {
        await look();
        const totals = await page
          .getByRole("row", { name: /^Total/ })
          .getByRole("cell")
          .allTextContents();
        const counted = events(ann.frames).flatMap((event) => (event.counted ? [event.counted.tally.scores] : []));
        const sums = [0, 1].map((side) => sum(counted.map((scores) => scores.find(({ seats }) => seats.includes(side)).points)));
        const shown = totals.map(Number).sort();
        if (counted.length === 0 || shown.join() !== sums.sort().join()) throw new Error(`${totals} shown, ${sums} scored`);
      }),
    );
  };

  const euchre = async (context) => {
    const { ann, page, way, shot, until, table } = await set(context, SEEDS.euchre);
    await table("euchre", { bid_seconds: 0, ready_seconds: 0, target: 15 });
    await until(".actions .pass, .lit");
    await shot("euchre-first");
    await until(".actions .call");
    await ann.press(page.locator(".alone"));
    await shot("euchre-calling-alone");
    await ann.press(page.locator(".actions .call").first());
    await until(".lit");
    await shot("euchre-trick");
    // The dealer who takes the up-card discards a card before the first trick.
    const lastTrick = page.getByRole("button", { name: "Last trick" });
    await play(page, way, { steps: 10, enough: () => lastTrick.isVisible() });
    await until(".lit");
    await ann.press(lastTrick);
    await shot("euchre-last-trick");
    await until(".over footer button");
    await shot("euchre-deal-over");
    await table("euchre", { bid_seconds: 0, ready_seconds: 0, target: 5 });
    await playToTheEnd(page, way);
    await shot("euchre-result");
  };

  const DUTCH = { peek_seconds: 60, draw_seconds: 60, play_seconds: 90, turn_end_seconds: 1 };

  const dutch = async (context) => {
    const { ann, page, way, shot, until, table } = await set(context, SEEDS.dutch);
    await table("dutch", { ...DUTCH, window_seconds: 3, memory_aid: "on" });
    await shot("dutch-first-look");
    await until(".foot .call");
    await shot("dutch-looked");
    await until(".held");
    await shot("dutch-drawn");
    await playToTheEnd(page, way);
    await shot("dutch-result");
    await ann.button("View the table");
    await shot("dutch-over");
    await openTable(ann, { game: "dutch", options: { ...DUTCH, max_seats: 6, hand_size: 6, peek_count: 3 } });
    for (let bots = 2; bots <= 6; bots += 1) {
      await ann.button("Add a bot");
      await page.getByText(`${bots} of 6`).waitFor();
    }
    await start(page, way);
    await shot("dutch-six");
  };

  const race = async (context) => {
    const { shot, until, table } = await set(context, SEEDS.race);
    // A race is seen in two colour schemes: as long as the game allows.
    await table("dutch", { ...DUTCH, window_seconds: 10, memory_aid: "on" });
    await until(".race");
    await shot("dutch-race");
    await until(".wrong");
    await shot("dutch-locked");
  };

  const ROOST = {
    length: "short",
    setup_seconds: 0,
    turn_seconds: 0,
    step_seconds: 0,
    react_seconds: 30,
    round_seconds: 60,
    first_seat: "host",
  };

  const roost = async (context) => {
    const { ann, page, way, shot, until, table } = await set(context, SEEDS.roost);
    await table("roost", ROOST);
    await page.locator(".setup [data-kept]").first().waitFor();
    await shot("roost-setup");
    await until(".setup .actions .call");
    await shot("roost-setup-chosen");
    await until(".acts .act");
    await shot("roost-turn");
    await until(".status");
    await ann.press(page.locator(".status"));
    await page.locator("dialog[open] table").waitFor();
    await shot("roost-score");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await ann.press(page.locator(".players .open").first());
    await page.locator("dialog[open] .board").first().waitFor();
    await shot("roost-mats");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    // They come in another order in every game.
    const due = new Map([
      [".picker .options button", "card"],
      [".actions .call:has(.sr-only)", "pay"],
      [".ask .power", "power"],
      [".scored", "round"],
    ]);
    while (due.size > 0) {
      await until([...due.keys()].join(", "));
      for (const [selector, name] of due) {
        if (!(await page.locator(selector).first().isVisible())) continue;
        due.delete(selector);
        await shot(`roost-${name}`);
        break;
      }
    }
    await playToTheEnd(page, way);
    await shot("roost-result");
    await ann.button("View the table");
    await page.locator(".over table").waitFor();
    await shot("roost-over");
  };

  return { frame, eights, cards, casino, teams, euchre, dutch, race, roost };
}
