import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventQueue } from "./event-queue";
import { Flip, lasting } from "./flip";
import { settings } from "./settings.svelte";

interface Move {
  element: Element;
  frames: Keyframe[];
  options: KeyframeAnimationOptions;
  cancel: ReturnType<typeof vi.fn>;
}
let moves: Move[] = [];
let places = new Map<Element, [left: number, top: number]>();
/** Reads and starts in order: all reads must come first. */
let order: string[] = [];

function element(key: string, at: [number, number], from?: string): HTMLElement {
  const made = document.createElement("div");
  made.dataset.flip = key;
  if (from) made.dataset.flipFrom = from;
  places.set(made, at);
  return made;
}

beforeEach(() => {
  moves = [];
  order = [];
  places = new Map();
  settings.motion = "system";
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    order.push("read");
    const [left, top] = places.get(this) ?? [0, 0];
    return { left, top, width: 50, height: 70 } as DOMRect;
  });
  Element.prototype.animate = function (frames, options) {
    order.push("start");
    const move = { element: this, frames: frames as Keyframe[], options: options as KeyframeAnimationOptions, cancel: vi.fn() };
    moves.push(move);
    return move as unknown as Animation;
  };
});
afterEach(() => vi.restoreAllMocks());

describe("Flip", () => {
  it("moves a card from where it was, whatever its parent", () => {
    const root = document.createElement("div");
    root.append(element("Jd", [10, 20]));
    const flip = new Flip(root);
    flip.note();
    root.replaceChildren(element("Jd", [110, 220]));
    flip.play();
    expect(moves).toHaveLength(1);
    expect(moves[0]!.frames[0]!.transform).toBe("translate(-100px,-200px) scale(1)");
  });

  it("remembers a card that was gone for a moment", () => {
    const root = document.createElement("div");
    root.append(element("Jd", [10, 20]));
    const flip = new Flip(root);
    flip.note();
    root.replaceChildren();
    flip.play();
    flip.note();
    root.append(element("Jd", [60, 20]));
    flip.play();
    expect(moves[0]!.frames[0]!.transform).toBe("translate(-50px,0px) scale(1)");
  });

  it("lets presses through a card that is dealt or flies far, until it has arrived", () => {
    const root = document.createElement("div");
    const spot = document.createElement("div");
    spot.dataset.spot = "seat-1";
    places.set(spot, [300, 0]);
    const [dealt, moved, far] = [element("9c", [0, 0], "seat-1"), element("Jd", [10, 20]), element("Qh", [0, 300])];
    root.append(spot, moved, far);
    const flip = new Flip(root);
    flip.note();
    places.set(moved, [60, 20]);
    places.set(far, [0, 0]);
    root.append(dealt);
    flip.play();
    expect([dealt, moved, far].map(({ style }) => style.pointerEvents)).toEqual(["none", "", "none"]);
    const flight = moves.find((move) => move.element === dealt) as unknown as Animation;
    flight.onfinish!(new Event("finish") as AnimationPlaybackEvent);
    expect(dealt.style.pointerEvents).toBe("");
  });

  it("lets presses through a card that comes from elsewhere, however near that is", () => {
    const root = document.createElement("div");
    const [hand, row] = [document.createElement("div"), document.createElement("div")];
    root.append(hand, row);
    hand.append(element("dipper", [10, 60]));
    const flip = new Flip(root);
    flip.note();
    const placed = element("dipper", [10, 20]);
    hand.replaceChildren();
    row.append(placed);
    flip.play();
    expect(placed.style.pointerEvents).toBe("none");
  });

  it("lets a new card come from its spot, and leaves still ones alone", () => {
    const root = document.createElement("div");
    const spot = document.createElement("div");
    spot.dataset.spot = "seat-1";
    places.set(spot, [300, 0]);
    root.append(spot, element("9c", [0, 0], "seat-1"));
    const flip = new Flip(root);
    flip.note();
    root.append(element("Kc", [0, 0], "seat-1"));
    flip.play();
    expect(moves.map(({ element }) => (element as HTMLElement).dataset.flip)).toEqual(["Kc"]);
    expect(moves[0]!.frames[0]).toMatchObject({ transform: "translate(300px,0px) scale(0.5)", opacity: 0 });
  });

  it("reads everything before it starts anything", () => {
    const root = document.createElement("div");
    const cards = Array.from({ length: 20 }, (_, i) => element(String(i), [i, 0]));
    root.append(...cards);
    const flip = new Flip(root);
    flip.note();
    cards.forEach((card, i) => places.set(card, [500 - i * 7, 0]));
    order = [];
    flip.play();
    expect(order.lastIndexOf("read")).toBeLessThan(order.indexOf("start"));
    expect(moves).toHaveLength(20);
  });

  it("ends a move that is overtaken", () => {
    const root = document.createElement("div");
    const card = element("Jd", [0, 0]);
    root.append(card);
    const flip = new Flip(root);
    for (const at of [100, 200]) {
      flip.note();
      places.set(card, [at, 0]);
      flip.play();
    }
    expect(moves[0]!.cancel).toHaveBeenCalled();
    expect(moves[1]!.cancel).not.toHaveBeenCalled();
  });

  it("has what is taken wait for the card that takes it, and both go to the pile", () => {
    const root = document.createElement("div");
    const spot = (name: string, at: [number, number]) => {
      const made = document.createElement("div");
      made.dataset.spot = name;
      places.set(made, at);
      return made;
    };
    const taken = element("5h", [100, 100]);
    taken.innerHTML = "<svg></svg>";
    document.body.append(root);
    root.append(spot("seat-1", [0, 0]), spot("pile-1", [200, 0]), taken);
    const flip = new Flip(root);
    flip.note();
    const lifted = flip.lift(["5h"]);
    taken.remove();
    root.append(element("5s", [200, 0], "seat-1"));
    order = [];
    flip.carry(lifted, "5s", "pile-1");
    expect(order.lastIndexOf("read")).toBeLessThan(order.indexOf("start"));
    const [copy, taker] = moves;
    expect(copy!.element.outerHTML).not.toContain("data-flip");
    expect(copy!.element.querySelector("svg")).not.toBeNull();
    expect(copy!.element.isConnected).toBe(true);
    expect(copy!.frames.map(({ transform }) => transform)).toEqual(["none", "none", "translate(100px,-100px) scale(1)"]);
    expect(taker!.frames.map(({ transform }) => transform)).toEqual([
      "translate(-200px,0px) scale(1)",
      "translate(-86px,110px) scale(1)",
      "translate(-86px,110px) scale(1)",
      "none",
    ]);
    (copy as unknown as Animation & { onfinish: () => void }).onfinish();
    expect(copy!.element.isConnected).toBe(false);
  });

  it("shifts a face and leaves its button where it is", () => {
    const root = document.createElement("div");
    root.innerHTML = `<button data-at="pile"><i data-face></i></button><button data-at="1:0"><i data-face></i></button>`;
    const [pile, place] = root.querySelectorAll("button");
    places.set(pile!, [300, 0]);
    const face = place!.querySelector("i")!;
    const flip = new Flip(root);
    flip.note();
    flip.shift([
      { from: "pile", to: "1:0", late: 2 },
      { from: "nowhere", to: "1:0" },
    ]);
    expect(moves.map(({ element }) => element)).toEqual([face]);
    expect(moves[0]!.frames[0]!.transform).toBe("translate(300px,0px) scale(1)");
    expect(moves[0]!.options.delay).toBe(120);
  });

  it("flies card backs between spots and takes them away", () => {
    const root = document.createElement("div");
    root.innerHTML = `<i data-spot="deck"></i><i data-spot="seat-1"></i>`;
    places.set(root.children[1]!, [100, 0]);
    new Flip(root).fly([{ from: "deck", to: "seat-1", count: 5 }]);
    expect(root.querySelectorAll(".flying")).toHaveLength(4);
    expect(moves[0]!.frames.at(-1)!.translate).toBe("109px 11px");
    for (const move of moves) (move as unknown as { onfinish: () => void }).onfinish();
    expect(root.querySelector(".flying")).toBeNull();
    new Flip(root).fly([{ from: "deck", to: "seat-1", count: 20 }]);
    expect(root.querySelectorAll(".flying")).toHaveLength(12);
  });

  it("shakes what lies at a spot, and nothing else", () => {
    const root = document.createElement("div");
    root.innerHTML = `<i data-spot="deck"></i><i data-spot="seat-1"></i>`;
    new Flip(root).shake("deck", "nowhere");
    expect(moves.map(({ element }) => element)).toEqual([root.children[0]]);
    expect(moves[0]!.frames.at(-1)!.translate).toBe("0px 0px");
  });

  it("stays still for those who ask for stillness, and keeps their pace", () => {
    const root = document.createElement("div");
    root.append(element("Jd", [0, 0]));
    const flip = new Flip(root);
    settings.motion = "off";
    flip.note();
    root.replaceChildren(element("Jd", [90, 0]));
    flip.play();
    flip.send(["Jd"], "nowhere");
    expect(flip.lift(["Jd"])).toEqual([]);
    expect(moves).toHaveLength(0);
    settings.motion = "fast";
    expect(lasting(100)).toBe(60);
  });
});

describe("EventQueue", () => {
  let shown: string[];
  let settled: ReturnType<typeof vi.fn<() => void>>;
  let queue: EventQueue<string>;
  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    settled = vi.fn<() => void>();
    queue = new EventQueue<string>(function* (event) {
      shown.push(event);
      yield 300;
      shown.push(`${event}.`);
    }, settled);
  });
  afterEach(() => {
    queue.stop();
    vi.useRealTimers();
  });

  it("shows one after another, then settles", () => {
    queue.push(["a", "b"]);
    expect(shown).toEqual(["a"]);
    expect(queue.busy).toBe(true);
    vi.advanceTimersByTime(300);
    expect(shown).toEqual(["a", "a.", "b"]);
    expect(settled).not.toHaveBeenCalled();
    vi.advanceTimersByTime(300);
    expect(shown.at(-1)).toBe("b.");
    expect(settled).toHaveBeenCalledTimes(1);
    expect(queue.busy).toBe(false);
  });

  it("shows three that wait, and skips ahead at the fourth", () => {
    queue.push(["a"]);
    queue.push(["b", "c", "d"]);
    expect(settled).not.toHaveBeenCalled();
    queue.push(["e"]);
    expect(settled).toHaveBeenCalledTimes(1);
    expect(queue.busy).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(["a"]);
    queue.push(["f"]);
    expect(shown.at(-1)).toBe("f");
  });

  it("skips when asked, once", () => {
    queue.push(["a", "b"]);
    queue.skip();
    queue.skip();
    expect(settled).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(["a"]);
  });

  it("skips while the tab is hidden", () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    queue.push(["a"]);
    expect(shown).toEqual([]);
    expect(settled).toHaveBeenCalledTimes(1);
    hidden.mockReturnValue(false);
    queue.push(["b"]);
    hidden.mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(settled).toHaveBeenCalledTimes(2);
    expect(queue.busy).toBe(false);
  });
});
