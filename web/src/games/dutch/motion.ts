// Cards on their way. Only faces move: the button of a card stays where it is and can be pressed at every moment.
// That is how nobody's claim is lost in somebody else's animation.
//
//   <button data-at="1:3"><span data-face>…</span></button>    also data-at="pile", "discard", "drawn", "seat-1"

import type { Event } from "../../gen/dutch/Event";
import type { View } from "../../gen/dutch/View";
import { lasting } from "../../lib/flip";
import { key } from "./choices";

const MOVE = 340;
/** The time between two cards of a deal. */
const APART = 60;
const EASE = "cubic-bezier(.2,.8,.2,1)";

interface Move {
  from: string;
  to: string;
  late?: number;
}

/** What moves, told by what happened. Nobody's card has a name; it is known by where it lay. */
export function moves(events: Event[], view: View): Move[] {
  return events.flatMap((event): Move[] => {
    if (typeof event === "string") return [];
    const last = (seat: number, back = 0) => key({ seat, slot: (view.hands[seat]?.length ?? 0) - 1 - back });
    if ("dealt" in event) {
      const places = view.hands.flatMap((hand, seat) => hand.map((_, slot) => ({ seat, slot })));
      places.sort((a, b) => a.slot - b.slot);
      return places.map((place, i) => ({ from: "pile", to: key(place), late: i }));
    }
    if ("drew" in event) return [{ from: "pile", to: "drawn" }];
    if ("took" in event) return [{ from: "discard", to: "drawn" }];
    if ("played" in event) {
      const { seat, from } = event.played;
      if (from === "drawn") return [{ from: "drawn", to: "discard" }];
      const at = key({ seat, slot: from.slot });
      return [
        { from: at, to: "discard" },
        { from: "drawn", to: at },
      ];
    }
    if ("matched" in event) return [{ from: key(event.matched), to: "discard" }];
    if ("match_failed" in event) {
      const { seat, penalty } = event.match_failed;
      return Array.from({ length: penalty }, (_, i) => ({ from: "pile", to: last(seat, penalty - 1 - i), late: i * 3 }));
    }
    if ("turn_missed" in event && event.turn_missed.kept) return [{ from: "drawn", to: last(event.turn_missed.seat) }];
    if ("collected" in event) {
      const { seat, card } = event.collected;
      const slot = view.hands[seat]?.findIndex((held) => held?.card === card) ?? -1;
      return slot < 0 ? [] : [{ from: "discard", to: key({ seat, slot }) }];
    }
    if ("swapped" in event) {
      const [a, b] = [key(event.swapped.a), key(event.swapped.b)];
      return [
        { from: a, to: b },
        { from: b, to: a },
      ];
    }
    return "reshuffled" in event ? [{ from: "discard", to: "pile" }] : [];
  });
}

export class Motion {
  #places = new Map<string, DOMRect>();

  constructor(readonly root: HTMLElement) {}

  /** Remembers where everything lies. */
  note(): void {
    this.#places.clear();
    for (const element of this.root.querySelectorAll<HTMLElement>("[data-at]")) {
      this.#places.set(element.dataset.at!, element.getBoundingClientRect());
    }
  }

  /** Lets what has moved look as if it were on its way. All reads come before the first write. */
  play(list: Move[]): void {
    const duration = lasting(MOVE);
    if (duration === 0) return;
    const found = list.flatMap(({ from, to, late = 0 }) => {
      const face = this.root.querySelector<HTMLElement>(`[data-at="${to}"] [data-face]`);
      const start = this.#places.get(from);
      return face && start ? [{ face, start, end: face.getBoundingClientRect(), late }] : [];
    });
    for (const { face, start, end, late } of found) {
      const dx = start.left + start.width / 2 - (end.left + end.width / 2);
      const dy = start.top + start.height / 2 - (end.top + end.height / 2);
      const scale = start.width / end.width || 1;
      const path = [{ transform: `translate(${dx}px,${dy}px) scale(${scale})` }, { transform: "none" }];
      const move = face.animate?.(path, { duration, delay: lasting(APART) * late, easing: EASE, fill: "backwards" });
      if (!move) continue;
      face.style.zIndex = "6";
      move.onfinish = move.oncancel = () => (face.style.zIndex = "");
    }
  }
}
