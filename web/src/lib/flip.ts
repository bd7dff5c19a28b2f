// The motion engine of every table: moves what has changed its place from where it was to where it is now (FLIP). Nothing
// waits for it: elements are at their new place at once, take clicks at once, and only look as if they were on their way.
//
//   <button data-flip="Jd">               the same key before and after: it moves, whatever its parent
//   <span data-flip="Kc" data-flip-from="seat-1">   was nowhere on screen: it comes from that spot
//   <div data-spot="seat-1">              a spot
//   <button data-at="1:3"><span data-face>   a place whose button stays where it is while the face inside moves
//
// `Animation` (animation.svelte.ts) calls `note` before the page changes and `play` after it has changed.

import { untrack } from "svelte";
import { pace } from "./settings.svelte";

const EASE = "cubic-bezier(.2,.8,.2,1)";
/** How long a move takes by default, in milliseconds. */
export const MOVE = 280;
const SHIFT = 340;
/** The time between two faces of a deal. */
const APART = 60;
/** As many cards as these, and more, are poured: more backs than usual fly. */
const MANY = 8;
const FEW_BACKS = 4;
const MANY_BACKS = 12;
/** Times its own width: what moves farther takes no presses on the way. */
const FAR = 2;

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A face that comes from another place; `late`: how many steps after the first. */
export interface Shift {
  from: string;
  to: string;
  late?: number;
}
/** Card backs that fly from spot to spot; `count`: a hand is three. */
export interface Flight {
  from: string;
  to: string;
  count?: number;
}

/** A copy of something, and where that lay. */
export interface Lifted {
  copy: HTMLElement;
  place: Place;
}

/** How long something of `ms` takes at the chosen speed; 0 if nothing is to move. */
export const lasting = (ms: number): number => untrack(pace) * ms;

export class Flip {
  /** Where each key was seen last. Kept when it vanishes: it may come back elsewhere a moment later. */
  #known = new Map<string, Place>();
  /** The elements on screen at the last note, by key. */
  #present = new Map<string, Element>();
  /** Where the places of faces were at the last note. */
  #places = new Map<string, Place>();
  #running = new WeakMap<Element, Animation>();

  constructor(readonly root: HTMLElement) {}

  /** Remembers where everything is, on its way or not. */
  note(): void {
    this.#present.clear();
    for (const element of this.root.querySelectorAll<HTMLElement>("[data-flip]")) {
      const key = element.dataset.flip!;
      this.#present.set(key, element);
      this.#known.set(key, element.getBoundingClientRect());
    }
    this.#places.clear();
    if (!this.root.querySelector("[data-face]")) return;
    for (const place of this.root.querySelectorAll<HTMLElement>("[data-at]")) {
      this.#places.set(place.dataset.at!, place.getBoundingClientRect());
    }
  }

  /** Forgets everything: what comes now comes from its spot. */
  forget(): void {
    this.#known.clear();
    this.#present.clear();
  }

  /** Starts the moves from the places noted. `apart`: how much later each new element sets off. */
  play({ ms = MOVE, apart = 0 }: { ms?: number; apart?: number } = {}): void {
    const duration = lasting(ms);
    if (duration === 0) return;
    const elements = [...this.root.querySelectorAll<HTMLElement>("[data-flip]")];
    // A running move would be measured as the place: end it first. Then read everything, then write:
    // a read after a write makes the browser lay the page out again, card by card.
    for (const element of elements) this.#running.get(element)?.cancel();
    const places = elements.map((element) => element.getBoundingClientRect());
    const spots = new Map<string, Place>();
    for (const spot of this.root.querySelectorAll<HTMLElement>("[data-spot]")) {
      spots.set(spot.dataset.spot!, spot.getBoundingClientRect());
    }
    let late = 0;
    elements.forEach((element, i) => {
      const key = element.dataset.flip!;
      const spot = spots.get(element.dataset.flipFrom ?? "");
      const fresh = !this.#present.has(key);
      const from = fresh && spot ? spot : this.#known.get(key);
      const to = places[i]!;
      if (!from || to.width === 0) return;
      const appears = from === spot;
      // Between the middles, since that is what scaling keeps in place. Only what the compositor can do
      // alone is animated: transform and opacity.
      const dx = from.left + from.width / 2 - (to.left + to.width / 2);
      const dy = from.top + from.height / 2 - (to.top + to.height / 2);
      // A spot is a place, not a card: what comes from there starts small.
      const scale = appears ? 0.5 : from.width / to.width || 1;
      if (Math.abs(dx) + Math.abs(dy) < 1 && Math.abs(scale - 1) < 0.01) return;
      const start: Keyframe = { transform: `translate(${dx}px,${dy}px) scale(${scale})` };
      const end: Keyframe = { transform: "none" };
      if (appears) [start.opacity, end.opacity] = [0, 1];
      const delay = appears ? lasting(apart) * late++ : 0;
      const move = element.animate?.([start, end], { duration, delay, easing: EASE, fill: "backwards" });
      if (!move) return;
      this.#running.set(element, move);
      element.style.zIndex = "5";
      // What flies far or comes from elsewhere crosses buttons: a press on the way is meant for those. What only makes room
      // among its like can be pressed.
      const stays = this.#present.get(key) === element && Math.hypot(dx, dy) <= FAR * to.width;
      element.style.pointerEvents = stays ? "" : "none";
      move.onfinish = move.oncancel = () => {
        if (this.#running.get(element) !== move) return;
        element.style.zIndex = "";
        element.style.pointerEvents = "";
      };
    });
  }

  /** Sends elements away to a spot, growing small. They stay invisible until they are taken away. */
  send(keys: string[], spot: string, ms = MOVE): void {
    const duration = lasting(ms);
    const to = this.root.querySelector<HTMLElement>(`[data-spot="${spot}"]`)?.getBoundingClientRect();
    if (duration === 0 || !to) return;
    const elements = keys.flatMap((key) => this.#all(key));
    const places = elements.map((element) => element.getBoundingClientRect());
    elements.forEach((element, i) => {
      const from = places[i]!;
      const dx = to.left + to.width / 2 - (from.left + from.width / 2);
      const dy = to.top + to.height / 2 - (from.top + from.height / 2);
      const away = { transform: `translate(${dx}px,${dy}px) scale(.35)`, opacity: 0 };
      this.#running.get(element)?.cancel();
      const move = element.animate?.([{ transform: "none", opacity: 1 }, away], {
        duration,
        easing: "cubic-bezier(.5,0,.8,.4)",
        fill: "forwards",
      });
      if (!move) return;
      this.#running.set(element, move);
      element.style.pointerEvents = "none";
      move.oncancel = () => {
        if (this.#running.get(element) === move) element.style.pointerEvents = "";
      };
    });
  }

  /** Lets faces look as if they came from other places. Their buttons stay where they are and can be pressed at any moment,
   *  so nobody's claim is lost in an animation. */
  shift(shifts: Shift[]): void {
    const duration = lasting(SHIFT);
    if (duration === 0) return;
    const found = shifts.flatMap(({ from, to, late = 0 }) => {
      const face = this.root.querySelector<HTMLElement>(`[data-at="${to}"] [data-face]`);
      const start = this.#places.get(from);
      return face && start ? [{ face, start, end: face.getBoundingClientRect(), late }] : [];
    });
    for (const { face, start, end, late } of found) {
      const path = [towards(end, start, Infinity), { transform: "none" }];
      const move = face.animate?.(path, { duration, delay: lasting(APART) * late, easing: EASE, fill: "backwards" });
      if (!move) continue;
      face.style.zIndex = "6";
      move.onfinish = move.oncancel = () => (face.style.zIndex = "");
    }
  }

  /** Card backs that fly between spots: decoration above the table, which takes no clicks. */
  fly(flights: Flight[]): void {
    const duration = lasting(MOVE);
    if (duration === 0) return;
    const spot = (name: string) => this.root.querySelector(`[data-spot="${name}"]`)?.getBoundingClientRect();
    // Read all places first, then write.
    const paths = flights.map(({ from, to, count = 1 }) => ({ a: spot(from), b: spot(to), count }));
    const base = this.root.getBoundingClientRect();
    const at = (box: DOMRect) => `${box.left + box.width / 2 - base.left - 16}px ${box.top + box.height / 2 - base.top - 24}px`;
    for (const { a, b, count } of paths) {
      if (!a || !b) continue;
      for (let i = 0; i < Math.min(count, count < MANY ? FEW_BACKS : MANY_BACKS); i++) {
        const back = document.createElement("div");
        back.className = "flying";
        back.ariaHidden = "true";
        this.root.append(back);
        const path = [
          { translate: at(a), rotate: "0deg", opacity: 0 },
          { opacity: 1, offset: 0.2 },
          { translate: at(b), rotate: `${8 * (i - 1)}deg`, opacity: 0.9 },
        ];
        const move = back.animate?.(path, { duration, delay: lasting(40) * i, easing: "cubic-bezier(.3,.1,.2,1)", fill: "both" });
        if (move) move.onfinish = move.oncancel = () => back.remove();
        else back.remove();
      }
    }
  }

  /** Shakes what lies at these spots. */
  shake(...names: string[]): void {
    const duration = lasting(SHIFT);
    if (duration === 0) return;
    const path = [0, -7, 6, -4, 0].map((x, i) => ({ translate: `${x}px ${i % 2 ? 3 : 0}px`, rotate: `${x / 4}deg` }));
    for (const name of names) this.root.querySelector(`[data-spot="${name}"]`)?.animate?.(path, { duration, easing: "ease-out" });
  }

  /** Copies of elements where they lie now, for when the page takes the elements themselves away. */
  lift(keys: string[]): Lifted[] {
    if (lasting(MOVE) === 0) return [];
    const elements = keys.flatMap((key) => this.#all(key));
    const places = elements.map((element) => element.getBoundingClientRect());
    return elements.map((element, i) => {
      const place = places[i]!;
      const copy = document.createElement("div");
      // Only its content: the copy has no name and takes no presses.
      copy.append(...[...element.children].map((child) => child.cloneNode(true)));
      copy.inert = true;
      copy.ariaHidden = "true";
      Object.assign(copy.style, { position: "absolute", width: `${place.width}px`, zIndex: "6", pointerEvents: "none" });
      return { copy, place };
    });
  }

  /** Sends copies to a spot. First `taker`, which the page shows at that spot already, comes to fetch them. Positions within the
   *  root count from the root's own corner. */
  carry(lifted: Lifted[], taker: string, spot: string): void {
    const duration = lasting(MOVE * 2.5);
    const to = this.root.querySelector(`[data-spot="${spot}"]`)?.getBoundingClientRect();
    const [element] = this.#all(taker);
    const last = lifted.at(-1);
    if (duration === 0 || !to || !element?.animate || !last) return;
    this.#running.get(element)?.cancel();
    const home = element.getBoundingClientRect();
    const start = this.root.querySelector(`[data-spot="${element.dataset.flipFrom}"]`)?.getBoundingClientRect();
    const from = this.#present.has(taker) ? this.#known.get(taker) : start;
    const base = this.root.getBoundingClientRect();
    for (const { copy, place } of lifted) {
      Object.assign(copy.style, { left: `${place.left - base.left}px`, top: `${place.top - base.top}px` });
      this.root.append(copy);
      const here = { transform: "none", opacity: 1 };
      const away = { ...towards(place, to), opacity: 0.5 };
      const move = copy.animate([here, { ...here, offset: 0.6, easing: EASE }, away], duration);
      move.onfinish = move.oncancel = () => copy.remove();
    }
    const { left, top, width, height } = last.place;
    const meeting = towards(home, { left: left + 14, top: top + 10, width, height });
    const fetch: Keyframe[] = [
      { ...(from ? towards(home, from) : meeting), easing: EASE },
      { ...meeting, offset: 0.35 },
      { ...meeting, offset: 0.6, easing: EASE },
      { transform: "none" },
    ];
    const move = element.animate(fetch, duration);
    this.#running.set(element, move);
    Object.assign(element.style, { zIndex: "7", pointerEvents: "none" });
    move.onfinish = move.oncancel = () => {
      if (this.#running.get(element) === move) Object.assign(element.style, { zIndex: "", pointerEvents: "" });
    };
  }

  #all(key: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(`[data-flip="${CSS.escape(key)}"]`)];
  }
}

/** How an element that is at `here` looks as if it were at `there`, at most `grown` times as large. */
function towards(here: Place, there: Place, grown = 1.6): { transform: string } {
  const dx = there.left + there.width / 2 - (here.left + here.width / 2);
  const dy = there.top + there.height / 2 - (here.top + here.height / 2);
  // A spot is a place, not a card.
  return { transform: `translate(${dx}px,${dy}px) scale(${Math.min(grown, there.width / here.width || 1)})` };
}
