// Going through cards and places by keyboard: they may lie in several rows.

/** Where a key leads from one element of a list that may lie in several rows. */
export function step(list: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (list.length === 0) return undefined;
  const along = (by: number) => list[(Math.max(at, by > 0 ? -1 : 0) + by + list.length) % list.length];
  switch (key) {
    case "ArrowRight":
      return along(1);
    case "ArrowLeft":
      return along(-1);
    case "Home":
      return list[0];
    case "End":
      return list.at(-1);
    case "ArrowDown":
      return row(list, at, 1) ?? along(1);
    case "ArrowUp":
      return row(list, at, -1) ?? along(-1);
    default:
      return undefined;
  }
}

/** The nearest one in the next row below (1) or above (-1), if there is such a row. */
function row(list: HTMLElement[], at: number, side: 1 | -1): HTMLElement | undefined {
  const from = list[at]?.getBoundingClientRect();
  if (!from || from.height === 0) return undefined;
  const places = list.map((element) => ({ element, box: element.getBoundingClientRect() }));
  const beyond = places.filter(({ box }) => (box.top - from.top) * side > from.height / 3);
  if (beyond.length === 0) return undefined;
  const nearest = Math.min(...beyond.map(({ box }) => Math.abs(box.top - from.top)));
  const line = beyond.filter(({ box }) => Math.abs(box.top - from.top) < nearest + from.height / 3);
  const off = ({ box }: { box: DOMRect }) => Math.abs(box.left - from.left);
  return line.reduce((best, place) => (off(place) < off(best) ? place : best)).element;
}

/** For the keydown of a list whose buttons are one stop for Tab: up and down lead from button to button. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  if (["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const next = at < 0 ? undefined : step(buttons, at, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
