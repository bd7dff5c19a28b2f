// The copy of a card that follows the pointer. A copy, because the hand may scroll and would cut off the card itself.

import { pace } from "./settings.svelte";

const RETURN_MS = 160;

/** A copy of a card, exactly above it. `root`: where it goes if the card has no parent. */
export function makeGhost(card: HTMLElement, root: HTMLElement | null): HTMLElement {
  const box = card.getBoundingClientRect();
  const ghost = card.cloneNode(true) as HTMLElement;
  ghost.className += " drag-ghost";
  for (const name of ["id", "data-source", "data-flip", "data-drag"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    margin: "0",
    zIndex: "1000",
    pointerEvents: "none",
  });
  // Beside the card, where it looks the same.
  (card.parentElement ?? root)?.append(ghost);
  // Where something around the table makes "fixed" mean something else.
  const at = ghost.getBoundingClientRect();
  ghost.style.left = `${2 * box.left - at.left + (at.width - box.width) / -2}px`;
  ghost.style.top = `${2 * box.top - at.top + (at.height - box.height) / -2}px`;
  return ghost;
}

/** It is gone: at once, or after it has flown home. */
export function endGhost(ghost: HTMLElement, home: boolean): void {
  const duration = RETURN_MS * pace();
  if (!home || duration === 0 || !ghost.animate) return ghost.remove();
  const flight = ghost.animate([{ translate: ghost.style.translate }, { translate: "0 0" }], { duration, easing: "ease-out" });
  flight.onfinish = flight.oncancel = () => ghost.remove();
}
