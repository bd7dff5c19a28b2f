// Where people sit: round the table on wide screens, in an arc above it on phones. Places are shares of a zone whose size
// does not depend on what is in it, so nobody moves when a turn, a clock or a prompt does.

/** The edge of the table a seat is at. */
export type Side = "top" | "left" | "right";

export interface Chair {
  side: Side;
  /** The middle of the seat, in percent of the ground's width and height, on wide screens. */
  x: number;
  y: number;
  /** On phones: the middle of the seat in percent of the ground's width, and its row from the top. */
  column: number;
  row: 0 | 1;
}

/** The most seats of one row on a phone. */
const ACROSS = 5;
/** How far apart seats at the top are at most, in percent. */
const STEP = 25;
/** The share of the width that the seats at the top are spread over. */
const SPREAD = 74;
const HEIGHTS = [[], [36], [47, 22]] as const;

/** How many sit at each of the two short edges. */
function beside(count: number): 0 | 1 | 2 {
  if (count < 3) return 0;
  return count < 7 ? 1 : 2;
}

/** The chairs of all others, clockwise from the viewer's left. `across`: how many fit in one row on a phone. */
export function chairs(count: number, across = ACROSS): Chair[] {
  const low = lowRow(count, across);
  const top = count - 2 * beside(count);
  const step = top > 1 ? Math.min(STEP, SPREAD / (top - 1)) : 0;
  const heights = HEIGHTS[beside(count)];
  return Array.from({ length: count }, (_, at) => {
    const phone = onPhone(at, count, low);
    const last = count - 1 - at;
    if (at < heights.length) return { side: "left", x: 0, y: heights[at]!, ...phone };
    if (last < heights.length) return { side: "right", x: 100, y: heights[last]!, ...phone };
    return { side: "top", x: 50 + (at - heights.length - (top - 1) / 2) * step, y: 0, ...phone };
  });
}

/** How many sit in the lower row on a phone: as many on the left as on the right, with the pile between them. */
function lowRow(count: number, across: number): number {
  const over = Math.max(0, count - across);
  return over + (over % 2);
}

/** How many columns a phone shows. */
export const columns = (count: number, across = ACROSS): number => Math.max(1, count - lowRow(count, across), lowRow(count, across));
/** How many rows a phone shows. */
export const rows = (count: number, across = ACROSS): 1 | 2 => (lowRow(count, across) > 0 ? 2 : 1);

function onPhone(at: number, count: number, low: number): { column: number; row: 0 | 1 } {
  const half = low / 2;
  const upper = count - low;
  const width = 100 / Math.max(upper, low);
  // From the viewer's left hand outwards, then along the far side, then back to the right hand.
  if (at < half) return { column: (half - at - 0.5) * width, row: 1 };
  if (at >= count - half) return { column: 100 - (at - (count - half) + 0.5) * width, row: 1 };
  return { column: ((at - half + 0.5) * 100) / upper, row: 0 };
}
