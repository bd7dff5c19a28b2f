// What a table says for a moment when something did not go: near the hand, aloud, and with a sound.

import { say } from "./say";
import { cue } from "./sound";

const LASTS_MS = 4000;

export class Notice {
  text = $state<string | null>(null);
  /** The card it is about, if it is about one. */
  card = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  tell(text: string, card: string | null = null): void {
    this.clear();
    this.text = text;
    this.card = card;
    say(text, true);
    cue("no");
    this.#timer = setTimeout(() => this.clear(), LASTS_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.text = this.card = null;
  }
}
