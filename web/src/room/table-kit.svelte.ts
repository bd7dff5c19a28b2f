// What every table is made with: names, the viewer's turn, sending, refusals, notices, keys, dragging, and the animation of
// what happens. A game's table adds what is that game's.
//
//   const props: TableProps<View, Action> = $props();
//   const kit: TableKit<View, Action> = new TableKit(() => props, { window, due, over, explain });
//   const machine = kit.drag({ targetsFor, onDrop, … });
//   kit.animate({ show, cues, … });
//
//   <div {@attach kit.root}>…</div>

import { untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import { Animation, type Animated } from "../lib/animation.svelte";
import { Fault } from "../lib/api";
import type { Answer } from "../lib/connection.svelte";
import { DragMachine, type DragOptions, type Id } from "../lib/drag";
import { seatNames } from "../lib/names";
import { Notice } from "../lib/notice.svelte";
import { say } from "../lib/say";
import { countDown, cue } from "../lib/sound";
import type { TableProps } from "../lib/table";
import { Closing } from "./closing.svelte";
import { useRoom } from "./context";

export interface KitOptions {
  /** What tells one decision from the next: with it notices go, and the viewer's turn is announced. */
  window: () => unknown;
  /** What the table waits for, in words. */
  due: () => string;
  /** Whether the deal or the game is over. */
  over: () => boolean;
  /** A refusal in words. */
  explain: (fault: Fault) => string;
  /** Whether the table waits for the viewer; by default, whether there is anything they may do. */
  mine?: () => boolean;
  /** Whether the viewer hears what is due; by default, if the table waits for them. */
  announce?: () => boolean | "at once";
  /** Refusals that need no words. By default, a move that came too late, and one that a lesson has no place for: its coach
   *  speaks for itself. */
  silent?: readonly string[];
  /** In a race actions may follow each other faster than the answers: only the same one twice is held back. */
  overlapping?: boolean;
  /** An action is about to be sent. */
  onsend?: () => void;
  /** The game's own keys; says whether it was one. */
  keys?: (event: KeyboardEvent, at: HTMLElement) => boolean;
  /** Where an arrow key leads that is pressed anywhere else, the best first. */
  first?: string[];
}

/** A card or a place that an action is about. */
type About = string | number;

export class TableKit<View, Action> {
  readonly notice = new Notice();
  /** What the actions on their way are about. */
  readonly sending = new SvelteSet<About>();
  readonly room = useRoom();
  /** The element around the whole table. */
  element = $state<HTMLElement>();

  readonly #given: () => TableProps<View, Action>;
  readonly #options: KitOptions;
  readonly #underway = new SvelteSet<string>();
  readonly #roots: ((element: HTMLElement) => () => void)[] = [];
  #animation = $state.raw<Pick<Animation<never>, "behind" | "skip"> | null>(null);

  /** Names to show, by seat. */
  readonly names = $derived.by((): string[] => this.room?.names ?? seatNames(this.#props.seats));
  /** Whether an action is on its way. */
  readonly busy = $derived.by(() => this.#underway.size > 0);
  /** Events are still being shown. */
  readonly behind = $derived.by(() => this.#animation?.behind ?? false);
  /** The deal or the game is over, and everything that led to it has been shown. */
  readonly over = $derived.by(() => this.#options.over() && !this.behind);
  readonly mine = $derived.by((): boolean => {
    const { you, legal } = this.#props;
    return this.#options.mine?.() ?? (you !== null && legal.length > 0 && !this.#options.over());
  });
  readonly #closing: Closing;

  /** Make it while the table is set up. */
  constructor(props: () => TableProps<View, Action>, options: KitOptions) {
    this.#given = props;
    this.#options = options;
    this.#closing = new Closing(() => this.over);
    // The prompt is read out once per decision, and sounded where it is the viewer's own.
    $effect(() => {
      void options.window();
      untrack(() => this.#announce());
    });
    // The last seconds of the viewer's own time.
    $effect(() => {
      const { deadline } = this.#props;
      if (deadline === null || !this.mine || options.over()) return;
      return countDown(deadline);
    });
    // The result waits until the table has shown everything.
    $effect(() => (this.behind ? this.room?.holds?.() : undefined));
    $effect(() => {
      addEventListener("keydown", this.#onkeydown);
      return () => {
        removeEventListener("keydown", this.#onkeydown);
        this.notice.clear();
      };
    });
  }

  get #props(): TableProps<View, Action> {
    return this.#given();
  }

  /** Whether the last card has been seen: what was won with it may be taken in. */
  get landed(): boolean {
    return this.over && this.#closing.landed;
  }

  /** Whether the result may be laid over the table. */
  get risen(): boolean {
    return this.over && this.#closing.risen;
  }

  /** For the element around the whole table. */
  root = (element: HTMLElement): (() => void) => {
    this.element = element;
    const skip = () => this.#animation?.skip();
    element.addEventListener("click", skip);
    const ends = this.#roots.map((root) => root(element));
    return () => {
      element.removeEventListener("click", skip);
      for (const end of ends) end();
    };
  };

  /** Carries out an action, and says why if it cannot be; says whether it was accepted. `about`: what it is about. */
  async send(action: Action, about: About | null = null): Promise<boolean> {
    this.#animation?.skip();
    const id = JSON.stringify(action);
    if (this.#options.overlapping ? this.#underway.has(id) : this.busy) return false;
    this.#underway.add(id);
    if (about !== null) this.sending.add(about);
    this.notice.clear();
    this.#options.onsend?.();
    try {
      await this.#props.act(action);
      return true;
    } catch (failure) {
      this.#refuse(Fault.of(failure));
      return false;
    } finally {
      this.#underway.delete(id);
      if (about !== null) this.sending.delete(about);
    }
  }

  /** For an action that is not legal: the server says why. */
  async explainRefusal(action: Action, card: string | null = null): Promise<void> {
    if (this.busy && !this.#options.overlapping) return;
    const fault = await this.#props.ask(action);
    if (fault) this.#refuse(fault, card);
  }

  /** What the server and the game have to say about an action that is not made yet. */
  consider = (action: Action): Promise<Answer> => this.#props.consider?.(action) ?? Promise.resolve({ fault: null });

  /** The input machine of this table. `also`: what changes what may be done, beside the list of legal actions. */
  drag<Card extends Id, Target extends Id>(options: DragOptions<Card, Target>, also?: () => unknown): DragMachine<Card, Target> {
    const machine = new DragMachine<Card, Target>({ say: (text) => say(text, true), ...options });
    $effect(() => {
      void [this.#props.legal, also?.()];
      machine.refresh();
    });
    this.#roots.push(machine.root);
    return machine;
  }

  /** Shows what happens at this table. */
  animate<Event>(game: Animated<Event>): void {
    const animation = new Animation<Event>(
      () => this.#props.view,
      () => this.#props.events,
      game,
    );
    this.#animation = animation;
    this.#roots.push(animation.root);
  }

  find(...selectors: string[]): HTMLElement | null {
    for (const selector of selectors) {
      const found = this.element?.querySelector<HTMLElement>(selector);
      if (found) return found;
    }
    return null;
  }

  all(selector: string): HTMLElement[] {
    return [...(this.element?.querySelectorAll<HTMLElement>(selector) ?? [])];
  }

  /** Presses what is there; says whether anything is. */
  press(selector: string): boolean {
    const found = this.find(selector);
    found?.click();
    return found !== null;
  }

  #refuse(fault: Fault, card: string | null = null): void {
    const { silent = ["stale", "off_script"], explain } = this.#options;
    if (!silent.includes(fault.code)) this.notice.tell(explain(fault), card);
  }

  #announce(): void {
    this.notice.clear();
    const { announce, due } = this.#options;
    const heard = announce?.() ?? this.mine;
    if (!heard) return;
    say(due(), heard === "at once");
    cue("turn");
  }

  #onkeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    const at = event.target as HTMLElement;
    if (at.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
    this.#animation?.skip();
    if (this.#options.keys?.(event, at)) return event.preventDefault();
    if (!event.key.startsWith("Arrow") || at.closest("button, a, [tabindex]:not(main)")) return;
    const first = this.find(...(this.#options.first ?? []));
    if (!first) return;
    event.preventDefault();
    first.focus();
  };
}
