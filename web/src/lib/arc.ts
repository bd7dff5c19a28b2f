// Something small that flies in an arc from one place to another and is gone when it has landed. Nobody waits for it.

import { type Component, mount, unmount } from "svelte";

interface Arc<Props extends Record<string, unknown>> {
  /** What flies, `size` pixels across. */
  what: Component<Props>;
  props: Props;
  size: number;
  /** Where it is put: an element that the places lie in. */
  root: HTMLElement;
  from: DOMRect;
  to: DOMRect;
  /** In milliseconds. */
  lasts: number;
  delay?: number;
  /** It has landed. */
  onland?: () => void;
}

export function arc<Props extends Record<string, unknown>>({
  what,
  props,
  size,
  root,
  from,
  to,
  lasts,
  delay = 0,
  onland,
}: Arc<Props>): void {
  const base = root.getBoundingClientRect();
  const thing = document.createElement("span");
  thing.className = "arc";
  thing.inert = true;
  const middle = (box: DOMRect) => [box.left + box.width / 2, box.top + box.height / 2] as const;
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  Object.assign(thing.style, {
    position: "absolute",
    zIndex: "15",
    left: `${x - base.left - size / 2}px`,
    top: `${y - base.top - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    pointerEvents: "none",
    willChange: "transform",
  });
  const shown = mount(what, { target: thing, props });
  root.append(thing);
  const [dx, dy] = [toX - x, toY - y];
  const flight = thing.animate?.(
    [
      { transform: "scale(.3)", opacity: 0 },
      { transform: `translate(${dx * 0.12}px,${dy * 0.12 - 34}px) scale(1.15)`, opacity: 1, offset: 0.3 },
      { transform: `translate(${dx}px,${dy}px) scale(.75)`, opacity: 1, offset: 0.92 },
      { transform: `translate(${dx}px,${dy}px) scale(.5)`, opacity: 0 },
    ],
    { duration: lasts, delay, easing: "cubic-bezier(.35,.1,.3,1)", fill: "backwards" },
  );
  const end = () => {
    void unmount(shown);
    thing.remove();
    onland?.();
  };
  if (flight) flight.onfinish = flight.oncancel = end;
  else end();
}
