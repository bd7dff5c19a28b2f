// What makes a press a tap, a drag or a scroll.

/** How far a press may wander, in pixels, and still begin no drag; and still be a tap. */
export const START = { mouse: 4, touch: 8 };
export const TAP = { mouse: 6, touch: 16 };
/** How long a finger rests to lift the card, so that it can be dragged where a swipe would scroll. */
export const HOLD_MS = 350;
/** Chromium takes a tap for "stop that fling" and sends no click; we then wait this long for one. */
export const LOST_CLICK_MS = 80;
/** What scrolled within this time is still moving. */
export const BRAKE_MS = 150;

/** A pointer that is down on a card. */
export interface Press<Card> {
  pointer: number;
  touch: boolean;
  element: HTMLElement;
  card: Card;
  x: number;
  y: number;
  /** The farthest it has been from where it began. */
  far: number;
  moving: boolean;
  lifted: boolean;
  /** The finger only stops something that was still scrolling. */
  brake: boolean;
  hold: ReturnType<typeof setTimeout> | undefined;
  ghost: HTMLElement | null;
}

/** Whether the browser may scroll for a finger that moves this way. */
export function scrolls(element: HTMLElement, dx: number, dy: number): boolean {
  const allowed = getComputedStyle(element).touchAction;
  return /auto|manipulation/.test(allowed) || allowed.includes(Math.abs(dx) > Math.abs(dy) ? "pan-x" : "pan-y");
}
