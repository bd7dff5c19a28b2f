// Moves what has changed its place from where it was to where it is now (FLIP), and shows events one
// after another. Nothing here waits for an animation to let a person act: elements are at their new
// place at once, take clicks at once, and only look as if they were still on their way.
//
//   <div bind:this={root}>
//     <button data-flip="Jd">               the same key before and after: it moves, whatever its parent
//     <span data-flip="Kc" data-flip-from="seat-1">   was nowhere on screen: it comes from that spot
//     <div data-spot="seat-1">              a spot
//
//   const flip = new Flip(root);
//   $effect.pre(() => { view; flip.note(); });   before the page changes
//   $effect(() => { view; flip.play(); });       after it has changed

import { untrack } from "svelte";
import { pace } from "./settings.svelte";

const EASE = "cubic-bezier(.2,.8,.2,1)";
/** The usual length of a move, in milliseconds. */
export const MOVE = 280;
/** Times its own width: what moves farther takes no presses on the way. */
const FAR = 2;

interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
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
  /** What was on screen at the last note, by key. */
  #present = new Map<string, Element>();
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

  /** Copies of elements where they lie now, for when the page takes the elements themselves away. */
  lift(keys: string[]): Lifted[] {
    if (lasting(MOVE) === 0) return [];
    const elements = keys.flatMap((key) => this.#all(key));
    const places = elements.map((element) => element.getBoundingClientRect());
    return elements.map((element, i) => {
      const place = places[i]!;
      const copy = document.createElement("div");
      // What is in it only: the copy answers to no name and no finger.
      copy.append(...[...element.children].map((child) => child.cloneNode(true)));
      copy.inert = true;
      copy.ariaHidden = "true";
      Object.assign(copy.style, { position: "absolute", width: `${place.width}px`, zIndex: "6", pointerEvents: "none" });
      return { copy, place };
    });
  }

  /** Sends copies to a spot. First `taker`, which the page shows at that spot already, comes to fetch them. What
   *  is positioned in the root must be so from the root's own corner. */
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

/** How an element that is at `here` looks as if it were at `there`. */
function towards(here: Place, there: Place): { transform: string } {
  const dx = there.left + there.width / 2 - (here.left + here.width / 2);
  const dy = there.top + there.height / 2 - (here.top + here.height / 2);
  // A spot is a place, not a card.
  return { transform: `translate(${dx}px,${dy}px) scale(${Math.min(1.6, there.width / here.width || 1)})` };
}

/** More events than this waiting, and the queue jumps to the present. */
const MOST_WAITING = 3;

/**
 * Shows events one after another. `show` changes what is on screen and yields how many milliseconds to
 * leave it there before it goes on (keep it to about 300; what a person may want to read can stay longer,
 * since `skip` ends it). `settle` shows the present, whatever was shown before: it is called when the
 * queue has run dry, and when it skips.
 */
export class EventQueue<T> {
  #waiting: T[] = [];
  #current: Generator<number, void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hidden = () => {
    if (document.hidden) this.skip();
  };

  constructor(
    readonly show: (event: T) => Generator<number, void>,
    readonly settle: () => void,
  ) {
    document.addEventListener("visibilitychange", this.#hidden);
  }

  /** Whether something is still being shown. */
  get busy(): boolean {
    return this.#current !== null;
  }

  push(events: T[]): void {
    if (events.length === 0) return;
    this.#waiting.push(...events);
    if (document.hidden || this.#waiting.length - (this.busy ? 0 : 1) > MOST_WAITING) this.skip();
    else if (!this.busy) this.#next();
  }

  /** Jumps to the present. */
  skip(): void {
    clearTimeout(this.#timer);
    const interrupted = this.busy || this.#waiting.length > 0;
    this.#current = null;
    this.#waiting = [];
    if (interrupted) this.settle();
  }

  /** Ends it for good. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#current = null;
    this.#waiting = [];
    document.removeEventListener("visibilitychange", this.#hidden);
  }

  #next(): void {
    const event = this.#waiting.shift();
    if (event === undefined) {
      this.#current = null;
      this.settle();
      return;
    }
    this.#current = this.show(event);
    this.#step();
  }

  #step(): void {
    const current = this.#current;
    const { done, value } = current!.next();
    // `show` may have skipped.
    if (this.#current !== current) return;
    if (done) this.#next();
    else this.#timer = setTimeout(() => this.#step(), value);
  }
}
