// A changed server in front of the real page. Whatever it sends is put on the wire between the honest server and the
// browser; the page must say what is wrong, in words.

import assert from "node:assert/strict";
import { mouse } from "../kit/input.mjs";
import { playToTheEnd } from "../kit/play.mjs";
import { fingerprint, forge } from "../kit/proof.mjs";
import { HAS_RULES } from "../kit/rules.mjs";
import { openTable, startWithBots } from "../kit/table.mjs";

/** Opens the evidence of a broken deal, which says this. */
async function finds(person, text) {
  await person.press(person.page.getByRole("button", { name: "This deal is broken. Press to see what is wrong." }));
  const dialog = person.page.getByRole("dialog", { name: "Broken" });
  await dialog.getByText(text).waitFor();
  return dialog;
}

async function rules({ server, person, check }) {
  const tamper = ({ room }) => {
    if (room) room.options.target = 7;
  };
  const ann = await person(await server(), { name: "Ann", tamper });
  await check("other rules than on the screen are found before any bytes are shown", async () => {
    await openTable(ann, { game: "euchre", options: { target: 5 } });
    await ann.press(ann.page.getByRole("button", { name: "Fill with bots" }));
    await ann.press(ann.page.getByRole("button", { name: "Start the game" }));
    await finds(ann, /The server opened a deal unlike your screen: the options differ/);
    assert.equal(ann.frames.filter((frame) => JSON.parse(frame).update?.room?.deal?.bytes.length > 0).length, 0);
  });
}

async function bytes({ server, person, check }) {
  const tamper = ({ room }) => {
    if (room?.deal?.bytes[0]) room.deal.bytes[0] = "0".repeat(64);
  };
  const ann = await person(await server(), { name: "Ann", tamper });
  await check("other bytes than were promised are found with the first card", async () => {
    await openTable(ann, { game: "euchre" });
    await startWithBots(ann.page, mouse);
    const dialog = await finds(ann, /The bytes of Ann are not those that were promised/);
    await dialog.getByText(/The promise was [0-9a-f]{16}…\. The bytes give [0-9a-f]{16}…\./).waitFor();
    await ann.picture("hostile-bytes");
  });
}

async function withheld({ server, person, check }) {
  let withheld = 0;
  const tamper = ({ table }) => {
    if (table && table.legal.length > 1) withheld += table.legal.splice(-1).length;
  };
  const ann = await person(await server(), { name: "Ann", tamper });
  await check("choices that were withheld are found when the game is over", async () => {
    await openTable(ann, { game: "eights", options: { hand_size: 3 }, settings: { bot_level: "easy" } });
    await startWithBots(ann.page, mouse);
    await playToTheEnd(ann.page, mouse);
    assert.ok(withheld > 0, "there was something to withhold");
    const choices = /At version \d+ what you could choose did not follow from the deal\. Your screen: .+\. By the rules: .+\./;
    await finds(ann, HAS_RULES ? choices : OTHER_SCREEN);
  });
}

/** Cards that the first screen shows instead of those that were dealt: no page draws one card twice. */
const NINES = ["9c", "9d", "9h", "9s", "10c"];
/** Both screens in a sentence: what was on it, and what the rules give. */
const ALL_NINES =
  /At version \d+ what you saw did not follow from the deal\. Your screen: 9♣, 9♦, 9♥, 9♠, 10♣\. By the rules: ((9|10|J|Q|K|A)[♣♦♥♠](, |\.)){5}/;
/** Without the rules, the page compares its screens with the file and nothing more. */
const OTHER_SCREEN = /At version \d+ your screen showed something else\. Your screen was [0-9a-f]{16}…\. The file has [0-9a-f]{16}…\./;

/** Shows all nines with the first cards. `shown`: the fingerprint of the forged object by version. */
function showNines() {
  const shown = new Map();
  const tamper = ({ table }) => {
    if (!table || (shown.size > 0 && !shown.has(table.version))) return;
    table.view.hand = NINES;
    shown.set(table.version, fingerprint(table));
  };
  return { shown, tamper };
}

/** Plays a game of Euchre to its end in which Ann saw all nines first. */
async function playWithNines(ann, shown) {
  await openTable(ann, { game: "euchre", options: { target: 5 }, settings: { bot_level: "easy" } });
  await startWithBots(ann.page, mouse);
  await playToTheEnd(ann.page, mouse);
  assert.equal(shown.size, 1, "one screen was forged");
}

async function nines({ server, person, check }) {
  const { shown, tamper } = showNines();
  const ann = await person(await server(), { name: "Ann", tamper });
  await check("cards that were never dealt are found, with an honest file", async () => {
    await playWithNines(ann, shown);
    await finds(ann, HAS_RULES ? ALL_NINES : OTHER_SCREEN);
    await ann.picture("hostile-nines");
  });
}

async function liar({ server, person, check }) {
  const home = await server();
  const { shown, tamper } = showNines();
  const ann = await person(home, { name: "Ann", tamper });
  const what = HAS_RULES ? "are found" : "are not found without the rules, nor called verified";
  await check(`cards that were never dealt ${what}, with a file that says they were shown`, async () => {
    // The host has the key: whatever it writes is signed. Only the rules can tell that these cards do not follow.
    await ann.page.route("**/api/played/*/proof", async (route) => {
      const answer = await route.fetch();
      const body = forge(await answer.text(), home.signingKey, ({ log }) => {
        for (const entry of log) if (shown.has(entry.version)) entry.shown[0] = shown.get(entry.version);
      });
      await route.fulfill({ response: answer, body });
    });
    await playWithNines(ann, shown);
    if (HAS_RULES) await finds(ann, ALL_NINES);
    else await ann.page.locator("header [data-proof=consistent]").waitFor();
  });
}

export default { rules, bytes, withheld, nines, liar };
