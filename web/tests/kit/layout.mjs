// Where things are on a table: what must keep its place, what must be seen together, and what may not be covered.

/** Windows in which a table must be whole, with everybody at it. */
export const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 320, height: 568 },
  { width: 360, height: 640 },
  { width: 390, height: 844 },
  { width: 568, height: 320 },
  { width: 844, height: 390 },
  { width: 1920, height: 1080 },
];

/** What keeps its place in the zones of each game, as far as it is there. */
export const STEADY = {
  eights: [".deck .backs", ".pile"],
  euchre: ["[data-zone='centre'] .middle"],
  casino: [".felt", "[data-pile]"],
  dutch: [".draw", ".discard", "[data-zone='hand'] [data-at]", ".player .hand"],
};

/** Of these things lies one in the middle that everybody looks at. */
export const PILES = { eights: ".pile .discards", euchre: "[data-zone='centre'] .middle", casino: ".felt", dutch: ".discard" };

/**
 * Measures the table in the page. Returns `places`, the boxes in whole pixels of all that must not move, by name; and
 * `troubles`, what is cut off, covered or outside of the window, in words.
 */
export const measure = (page, game) =>
  page.evaluate(
    ({ steady, pile }) => {
      const box = (element) => element.getBoundingClientRect();
      const whole = ({ left, top, width, height }) => [left, top, width, height].map(Math.round).join(" ");
      const places = {};
      for (const zone of document.querySelectorAll("[data-zone]")) places[zone.dataset.zone] = whole(box(zone));
      // The portrait is where a person sits. Words beside it come and go.
      for (const seat of document.querySelectorAll("[data-seat]"))
        places[`seat ${seat.dataset.seat}`] = whole(box(seat.querySelector(".face")));
      for (const selector of steady) {
        const found = [...document.querySelectorAll(selector)];
        // With another number of cards it is another row.
        for (const [i, element] of found.entries()) places[`${selector} ${i} of ${found.length}`] = whole(box(element));
      }

      const troubles = [];
      const isInside = ({ left, top, right, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      const around = (element) => `${whole(box(element))} in ${innerWidth} ${innerHeight}`;
      const isOnTop = (x, y, within) => document.elementFromPoint(x, y)?.closest(within) != null;
      for (const selector of [pile, "[data-zone='prompt']", "[data-zone='hand']"]) {
        const element = document.querySelector(selector);
        if (!element) troubles.push(`${selector} is missing`);
        else if (!isInside(box(element)) || box(element).height < 24) troubles.push(`${selector} is cut off: ${around(element)}`);
      }
      const prompt = document.querySelector("[data-zone='prompt'] .prompt");
      if (prompt) {
        const { left, top, width, height } = box(prompt);
        if (prompt.scrollHeight > prompt.clientHeight + 1) troubles.push(`the prompt is cut: ${prompt.textContent}`);
        const spots = [0.1, 0.5, 0.9].flatMap((x) => [0.15, 0.85].map((y) => [left + width * x, top + height * y]));
        // A list of choices has a label of its own.
        if (!spots.every(([x, y]) => isOnTop(x, y, "[data-zone='prompt'], .picker"))) troubles.push("something covers the prompt");
      }
      const scrolls = document.querySelector("[data-zone='hand'] .scrolls") !== null;
      for (const card of scrolls ? [] : document.querySelectorAll("[data-zone='hand'] [data-card]")) {
        const { left, top } = box(card);
        if (!isInside(box(card))) troubles.push(`the card ${card.dataset.card} is cut off: ${around(card)}`);
        else if (!isOnTop(left + 8, top + 14, "[data-zone='hand']")) troubles.push(`something covers the card ${card.dataset.card}`);
      }
      const over = document.scrollingElement.scrollWidth - innerWidth;
      if (over > 0) troubles.push(`the page is ${over} pixels wider than its window`);
      return { places, troubles };
    },
    { steady: STEADY[game], pile: PILES[game] },
  );

/** The elements that have moved. An element that appeared or disappeared has not moved. */
export const moved = (before, now) =>
  Object.keys(now).flatMap((name) =>
    before[name] === undefined || before[name] === now[name] ? [] : [`${name}: ${before[name]} -> ${now[name]}`],
  );

/** Sees the table in all windows, one after the other, and returns what is wrong. `first`: by window, where everything was. */
export async function survey(person, game, first) {
  const wrong = [];
  for (const viewport of WINDOWS) {
    const size = `${viewport.width}x${viewport.height}`;
    await person.resize({ viewport, touch: false });
    await person.atRest();
    const { places, troubles } = await measure(person.page, game);
    first[size] = { ...places, ...first[size] };
    const all = [...moved(first[size], places), ...troubles];
    if (all.length > 0) await person.picture(`layout-${game}-${size}`);
    wrong.push(...all.map((text) => `${size}: ${text}`));
  }
  await person.resize({ viewport: WINDOWS[0], touch: false });
  return wrong;
}
