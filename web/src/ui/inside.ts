/** How far from the edge of the window, in pixels. */
const MARGIN = 4;

/** Moves an element sideways, by its property `--shift`, until all of it is inside the window. */
export function inside(element: HTMLElement): void {
  const { left, width } = element.getBoundingClientRect();
  // An animation may begin smaller than its element is, around the same middle.
  const full = element.offsetWidth || width;
  const from = left + width / 2 - full / 2;
  const most = document.documentElement.clientWidth - MARGIN - full;
  const shift = Math.max(MARGIN, Math.min(from, most)) - from;
  element.style.setProperty("--shift", `${Math.round(shift)}px`);
}
