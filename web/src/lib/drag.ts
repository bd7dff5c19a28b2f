// One input machine for all games. Four ways in (drag; tap a card, then a place; keyboard; screen
// reader) end in the same `onDrop(card, target)`. It knows no rules: where a card may go is asked of
// `targetsFor`, which filters the server's list of legal actions.
//
// It never cancels or stops a click and never captures the pointer, so whatever else is under the
// finger keeps working, also while cards move. What it shows, it shows by attributes, for CSS:
//   data-drag="held" | "moving"   on the card in hand
//   data-drop="open" | "over"     on the places where it may go
//   .drag-ghost                   the copy that follows the pointer

import { step } from "./arrows";
import { BRAKE_MS, HOLD_MS, LOST_CLICK_MS, type Press, scrolls, START, TAP } from "./gesture";
import { endGhost, makeGhost } from "./ghost";
import { TabStop } from "./tab-stop";

export type Id = string | number;
type Attachment = (element: HTMLElement) => () => void;

/** Texts for screen readers, in the reader's language. */
export interface DragWords {
  held(card: string, places: number): string;
  dropped(card: string, target: string): string;
  cancelled(card: string): string;
}

export interface DragOptions<Card extends Id, Target extends Id> {
  /** Where this card may go now. */
  targetsFor(card: Card): Target[];
  /** A person has put the card there. */
  onDrop(card: Card, target: Target): void;
  /** Where a plain tap or Enter sends the card at once; `null`: it is picked up and a place is asked. */
  tapTarget?(card: Card): Target | null;
  /** A person has tried a card that may go nowhere: say why. */
  onRefused?(card: Card): void;
  /** Which card is held, for those who show more than the attributes do. */
  onHeld?(card: Card | null): void;
  say?(text: string): void;
  words?: DragWords;
}

interface Held<Card, Target> {
  card: Card;
  element: HTMLElement;
  targets: Set<Target>;
}

export class DragMachine<Card extends Id = Id, Target extends Id = Id> {
  #options: DragOptions<Card, Target>;
  #root: HTMLElement | null = null;
  #sources = new Map<HTMLElement, Card>();
  #targets = new Map<HTMLElement, Target>();
  #press: Press<Card> | null = null;
  #held: Held<Card, Target> | null = null;
  /** The press was a drag: the click that may follow it is not a tap. */
  #dragged = false;
  #scrolledAt = -Infinity;
  #lostClick: ReturnType<typeof setTimeout> | undefined;
  #stop = new TabStop(() => this.#order());
  #spaceDown = false;

  constructor(options: DragOptions<Card, Target>) {
    this.#options = options;
  }

  /** The card a person holds, by whichever way. */
  get held(): Card | null {
    return this.#held?.card ?? null;
  }

  /** For the element around all cards and places. */
  root: Attachment = (element) => {
    this.#root = element;
    const here: [string, (event: never) => void, AddEventListenerOptions?][] = [
      ["pointerdown", this.#down],
      ["click", this.#click],
      ["keydown", this.#key],
      ["keyup", this.#keyUp],
      ["focusin", this.#focusIn],
      ["contextmenu", this.#menu],
      ["dragstart", this.#native],
      // Not passive: once a card is lifted or dragged, the page must not scroll under it.
      ["touchmove", this.#touchMove, { passive: false }],
    ];
    window.addEventListener("scroll", this.#scroll, { capture: true, passive: true });
    for (const [type, handler, options] of here) {
      element.addEventListener(type, handler as EventListener, options);
    }
    return () => {
      this.#endPress();
      this.#putDown();
      clearTimeout(this.#lostClick);
      window.removeEventListener("scroll", this.#scroll, { capture: true });
      for (const [type, handler] of here) element.removeEventListener(type, handler as EventListener);
      this.#root = null;
    };
  };

  /** For a card that can be picked up; a `<button>` with a label. */
  source(card: Card): Attachment {
    return (element) => {
      this.#sources.set(element, card);
      element.dataset.source = "";
      this.#stop.add(element);
      return () => this.#forget(element);
    };
  }

  /** For a place where a card can be put. */
  target(target: Target): Attachment {
    return (element) => {
      this.#targets.set(element, target);
      this.#mark();
      return () => {
        this.#targets.delete(element);
        this.#close(element);
      };
    };
  }

  /** The legal actions have changed: what is held may go elsewhere now, or nowhere. */
  refresh(): void {
    const held = this.#held;
    if (!held) return;
    const before = held.targets.size;
    held.targets = new Set(this.#options.targetsFor(held.card));
    if (before > 0 && held.targets.size === 0) this.cancel();
    else this.#mark();
  }

  /** Puts the held card back. */
  cancel(): void {
    const held = this.#held;
    this.#endPress();
    if (!held) return;
    this.#putDown();
    this.#say((words) => words.cancelled(labelOf(held.element)));
  }

  #pickUp(element: HTMLElement, card: Card, targets = this.#options.targetsFor(card)): void {
    this.#putDown();
    this.#held = { card, element, targets: new Set(targets) };
    element.dataset.drag = "held";
    element.setAttribute("aria-pressed", "true");
    this.#mark();
    // Anywhere: not every browser moves the focus to a button that is clicked.
    window.addEventListener("keydown", this.#escape);
    this.#options.onHeld?.(card);
  }

  #putDown(): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    delete held.element.dataset.drag;
    held.element.removeAttribute("aria-pressed");
    for (const element of this.#targets.keys()) this.#close(element);
    window.removeEventListener("keydown", this.#escape);
    this.#options.onHeld?.(null);
  }

  #drop(target: HTMLElement): void {
    const held = this.#held;
    const place = this.#targets.get(target);
    if (!held || place === undefined) return;
    const keyboard = document.activeElement === target;
    this.#putDown();
    // The focus goes home; when the card leaves the hand, it goes on to the neighbour.
    if (keyboard) held.element.focus({ preventScroll: true });
    this.#say((words) => words.dropped(labelOf(held.element), labelOf(target)));
    this.#options.onDrop(held.card, place);
  }

  #say(text: (words: DragWords) => string): void {
    if (this.#options.words) this.#options.say?.(text(this.#options.words));
  }

  /** Shows where the held card may go, and lets the focus go there. */
  #mark(over: HTMLElement | null = null): void {
    for (const [element, target] of this.#targets) {
      if (!this.#held?.targets.has(target)) {
        this.#close(element);
        continue;
      }
      element.dataset.drop = element === over ? "over" : "open";
      if (!element.hasAttribute("tabindex")) {
        element.tabIndex = 0;
        element.dataset.dropLent = "";
      }
    }
  }

  #close(element: HTMLElement): void {
    delete element.dataset.drop;
    if (element.dataset.dropLent === undefined) return;
    delete element.dataset.dropLent;
    element.removeAttribute("tabindex");
  }

  #click = (event: MouseEvent): void => {
    clearTimeout(this.#lostClick);
    if (this.#dragged) {
      this.#dragged = false;
      return;
    }
    // Keyboards and screen readers click without a place on the screen.
    this.#activate(event.target as Element | null, event.detail === 0);
  };

  #activate(from: Element | null, byKeyboard: boolean): void {
    const place = this.#openTarget(from);
    if (place) return this.#drop(place);
    const source = this.#up(from, this.#sources);
    if (!source) {
      if (this.#held) this.cancel();
      return;
    }
    if (this.#held?.element === source) return this.cancel();
    this.#putDown();
    const card = this.#sources.get(source) as Card;
    const targets = this.#options.targetsFor(card);
    if (targets.length === 0) return this.#options.onRefused?.(card);
    const at = this.#options.tapTarget?.(card) ?? null;
    if (at !== null && targets.includes(at)) return this.#options.onDrop(card, at);
    this.#pickUp(source, card, targets);
    this.#say((words) => words.held(labelOf(source), targets.length));
    if (byKeyboard) this.#openTargets()[0]?.focus();
  }

  #up<T>(from: Element | null, among: Map<HTMLElement, T>): HTMLElement | null {
    for (let at = from; at && at !== this.#root; at = at.parentElement) {
      if (among.has(at as HTMLElement)) return at as HTMLElement;
    }
    return null;
  }

  /** The innermost place around an element where the held card may go. */
  #openTarget(from: Element | null): HTMLElement | null {
    if (!this.#held) return null;
    for (let at = this.#up(from, this.#targets); at; at = this.#up(at.parentElement, this.#targets)) {
      if (this.#held.targets.has(this.#targets.get(at) as Target)) return at;
    }
    return null;
  }

  #down = (event: PointerEvent): void => {
    this.#dragged = false;
    clearTimeout(this.#lostClick);
    if (event.button !== 0 || this.#press) return;
    const element = this.#up(event.target as Element | null, this.#sources);
    // A press on a card that lies on an open place means the place.
    if (!element || this.#openTarget(event.target as Element | null)) return;
    const touch = event.pointerType === "touch";
    this.#press = {
      pointer: event.pointerId,
      touch,
      element,
      card: this.#sources.get(element) as Card,
      x: event.clientX,
      y: event.clientY,
      far: 0,
      moving: false,
      lifted: false,
      brake: performance.now() - this.#scrolledAt < BRAKE_MS,
      hold: touch ? setTimeout(this.#lift, HOLD_MS) : undefined,
      ghost: null,
    };
    window.addEventListener("pointermove", this.#move);
    window.addEventListener("pointerup", this.#release);
    window.addEventListener("pointercancel", this.#pointerCancel);
  };

  #lift = (): void => {
    const press = this.#press;
    if (!press || press.moving) return;
    press.lifted = true;
    this.#pickUp(press.element, press.card);
  };

  #move = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    const dx = event.clientX - press.x;
    const dy = event.clientY - press.y;
    press.far = Math.max(press.far, Math.hypot(dx, dy));
    if (!press.moving) {
      if (press.far < START[press.touch ? "touch" : "mouse"]) return;
      // A finger that moves the way the page scrolls is the browser's, unless it has lifted the card.
      if (press.touch && !press.lifted && scrolls(press.element, dx, dy)) return clearTimeout(press.hold);
      this.#start(press);
    }
    if (press.ghost) press.ghost.style.translate = `${dx}px ${dy}px`;
    this.#mark(this.#openTarget(document.elementFromPoint(event.clientX, event.clientY)));
  };

  #start(press: Press<Card>): void {
    clearTimeout(press.hold);
    press.moving = true;
    if (this.#held?.element !== press.element) this.#pickUp(press.element, press.card);
    press.element.dataset.drag = "moving";
    press.ghost = makeGhost(press.element, this.#root);
  }

  #release = (event: PointerEvent): void => {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    const wandered = press.far >= TAP[press.touch ? "touch" : "mouse"];
    if (!wandered && !press.lifted) {
      // A tap: its click follows, or its click is lost.
      const element = press.element;
      const before = press.moving;
      this.#endPress();
      if (before) this.#putDown();
      if (press.touch && !press.brake) this.#lostClick = setTimeout(() => this.#tapWithoutClick(element), LOST_CLICK_MS);
      return;
    }
    this.#dragged = true;
    // A click follows at once or not at all; whatever comes later is a tap of its own.
    setTimeout(() => (this.#dragged = false));
    const below = wandered ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const target = this.#openTarget(below);
    const nowhere = this.#held?.targets.size === 0;
    const away = wandered && this.#up(below, this.#sources) !== press.element;
    this.#endPress(target ? null : press.element);
    if (target) return this.#drop(target);
    this.#putDown();
    if (nowhere && away) this.#options.onRefused?.(press.card);
  };

  #tapWithoutClick(element: HTMLElement): void {
    if (!element.isConnected || !this.#sources.has(element)) return;
    this.#activate(element, false);
    // Should the click come after all, it has been heard already.
    this.#dragged = true;
    setTimeout(() => (this.#dragged = false), LOST_CLICK_MS);
  }

  /** The browser has taken the finger for scrolling or zooming. */
  #pointerCancel = (event: PointerEvent): void => {
    if (event.pointerId !== this.#press?.pointer) return;
    this.#endPress(this.#press.element);
    this.#putDown();
  };

  /** Forgets the press; the ghost flies home, if it has one. */
  #endPress(home: HTMLElement | null = null): void {
    const press = this.#press;
    if (!press) return;
    this.#press = null;
    clearTimeout(press.hold);
    window.removeEventListener("pointermove", this.#move);
    window.removeEventListener("pointerup", this.#release);
    window.removeEventListener("pointercancel", this.#pointerCancel);
    if (press.ghost) endGhost(press.ghost, home !== null);
  }

  #scroll = (): void => {
    this.#scrolledAt = performance.now();
  };
  #touchMove = (event: TouchEvent): void => {
    // The browser must not see a scroll here: it would take a card let go in motion for a fling, and the next tap for
    // one that only stops that fling, without a click.
    if ((this.#press?.lifted || this.#press?.moving) && event.cancelable) event.preventDefault();
  };
  /** No menu for a finger that rests on a card. */
  #menu = (event: Event): void => {
    if (this.#press?.touch) event.preventDefault();
  };
  /** The browser's own dragging of pictures and links. */
  #native = (event: Event): void => {
    if (this.#up(event.target as Element | null, this.#sources)) event.preventDefault();
  };

  #escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.#held) return;
    event.preventDefault();
    const element = this.#held.element;
    this.cancel();
    element.focus({ preventScroll: true });
  };

  #key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const on = event.target as Element | null;
    const source = this.#up(on, this.#sources);
    if (event.key === "Enter" || event.key === " ") {
      if (event.repeat || (!source && !this.#openTarget(on))) return;
      // Not left to the button: a place need not be one.
      event.preventDefault();
      this.#spaceDown = event.key === " ";
      this.#activate(on, true);
      return;
    }
    const list = this.#held ? this.#openTargets() : source ? this.#order() : [];
    const at = list.indexOf((this.#held ? this.#openTarget(on) : source) as HTMLElement);
    const next = step(list, at, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  };

  /** Some browsers click a button when Space comes up, whatever became of its way down. */
  #keyUp = (event: KeyboardEvent): void => {
    if (event.key === " " && this.#spaceDown) event.preventDefault();
    this.#spaceDown = false;
  };

  #focusIn = (event: FocusEvent): void => {
    this.#stop.focus(this.#up(event.target as Element | null, this.#sources));
  };

  #forget(element: HTMLElement): void {
    this.#sources.delete(element);
    if (this.#press?.element === element) this.#endPress();
    if (this.#held?.element === element) this.#putDown();
    this.#stop.remove(element);
  }

  #order(): HTMLElement[] {
    return [...(this.#root?.querySelectorAll<HTMLElement>("[data-source]") ?? [])].filter((element) => this.#sources.has(element));
  }

  #openTargets(): HTMLElement[] {
    return [...(this.#root?.querySelectorAll<HTMLElement>("[data-drop]") ?? [])];
  }
}

function labelOf(element: HTMLElement): string {
  return element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
}
