// Where a note goes: as near as possible to what it speaks of, without covering anything that must stay visible.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
/** A place to keep free, and how much it matters. */
export interface Taken extends Box {
  weight: number;
}

/** How fine the search is, in pixels. */
const STEP = 8;
/** What a pixel of distance costs, in square pixels that are covered. */
const FAR = 10;
/** A note moves away from what weighs at least this much. */
const MATTERS = 1;
/** A note that is as near as this, and in nobody's way, stays: buttons do not wander under a finger. */
const NEAR = 24;

const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
};

/** How far two boxes are from each other. */
const distance = (a: Box, b: Box): number => {
  const x = Math.max(0, a.left - (b.left + b.width), b.left - (a.left + a.width));
  const y = Math.max(0, a.top - (b.top + b.height), b.top - (a.top + a.height));
  return Math.hypot(x, y);
};

/** The best place for a note of this size within bounds. `now`: where it stands, and stays if it can. */
export function place(
  size: { width: number; height: number },
  bounds: Box,
  anchor: Box | null,
  taken: Taken[],
  now?: { left: number; top: number },
): { left: number; top: number } {
  const middle = anchor ?? bounds;
  let best = { left: bounds.left, top: bounds.top, cost: Infinity };
  const right = Math.max(bounds.left, bounds.left + bounds.width - size.width);
  const bottom = Math.max(bounds.top, bounds.top + bounds.height - size.height);
  for (let top = bounds.top; ; top = Math.min(top + STEP, bottom)) {
    for (let left = bounds.left; ; left = Math.min(left + STEP, right)) {
      const box = { left, top, ...size };
      let cost = anchor ? distance(box, anchor) * FAR : 0;
      // Of places that are equally near, the one that is in line.
      cost += Math.abs(left + size.width / 2 - (middle.left + middle.width / 2));
      for (const one of taken) cost += overlap(box, one) * one.weight;
      if (cost < best.cost) best = { left, top, cost };
      if (left >= right) break;
    }
    if (top >= bottom) break;
  }
  if (now && stays({ ...now, ...size }, { ...best, ...size }, bounds, anchor, taken)) return now;
  return { left: best.left, top: best.top };
}

/** Whether a note can remain where it is: near enough, and covering nothing that the best place would leave free. */
function stays(here: Box, best: Box, bounds: Box, anchor: Box | null, taken: Taken[]): boolean {
  const inside =
    here.left >= bounds.left &&
    here.top >= bounds.top &&
    here.left + here.width <= bounds.left + bounds.width &&
    here.top + here.height <= bounds.top + bounds.height;
  if (!inside || (anchor && distance(here, anchor) > NEAR)) return false;
  const covered = (box: Box) => taken.reduce((sum, one) => sum + (one.weight < MATTERS ? 0 : overlap(box, one) * one.weight), 0);
  return covered(here) <= covered(best);
}
