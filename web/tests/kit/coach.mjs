// The coach of a lesson and its ring.

import { timeout } from "./timeouts.mjs";

/**
 * Resolves once the coach and its ring are at rest, the ring is round something, and the coach does not cover it. It is sent
 * to the browser as text, so it uses only what page-script.mjs put there.
 */
const waitUntilAtRest = async (ms) => {
  const { frame, progress, travels } = globalThis.journey;
  const same = (a, b) => ["left", "top", "width", "height"].every((side) => Math.abs(a[side] - b[side]) < 1.5);
  let why = "";
  const alive = progress(ms, () => `the coach does not come to rest: ${why}`);
  const boxes = () => [".coach", ".coach-ring"].map((name) => document.querySelector(name)?.getBoundingClientRect());
  for (;;) {
    const before = boxes();
    await frame();
    alive();
    const [note, ring] = boxes();
    why = "the coach or its ring is missing";
    if (!note || !ring || !before[0] || !before[1]) continue;
    why = "it moves";
    if (!same(note, before[0]) || !same(ring, before[1]) || travels(document.querySelector(".coach"))) continue;
    const width = Math.min(note.right, ring.right) - Math.max(note.left, ring.left);
    const height = Math.min(note.bottom, ring.bottom) - Math.max(note.top, ring.top);
    why = "it covers what it speaks of";
    if (width > 0 && height > 0) continue;
    // The ring leaves six pixels of room.
    const inner = { left: ring.left + 6, top: ring.top + 6, width: ring.width - 12, height: ring.height - 12 };
    why = "the ring is round nothing";
    if ([...document.querySelectorAll("#main *")].some((element) => same(element.getBoundingClientRect(), inner) && !travels(element)))
      return;
  }
};

/** The coach and its ring have come to rest, and the coach does not cover what it speaks of. */
export const coachStands = (page) => page.evaluate(waitUntilAtRest, timeout.short);
