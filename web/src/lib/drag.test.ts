import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DragMachine, type DragOptions } from "./drag";

type Options = DragOptions<string, string>;

/** Three cards and three places; `targets` says which card goes where. */
function table(targets: Record<string, string[]>, more: Partial<Options> = {}) {
  const calls = { drop: vi.fn(), refused: vi.fn(), say: vi.fn(), held: vi.fn() };
  const machine = new DragMachine<string, string>({
    targetsFor: (card) => targets[card] ?? [],
    onDrop: calls.drop,
    onRefused: calls.refused,
    onHeld: calls.held,
    say: calls.say,
    words: {
      held: (card, places) => `${card} up, ${places}`,
      dropped: (card, target) => `${card} to ${target}`,
      cancelled: (card) => `${card} back`,
    },
    ...more,
  });
  const root = document.createElement("div");
  root.innerHTML = `<div class="places"><div id="p" aria-label="pile"></div><div id="q" aria-label="quay"></div><div id="r"></div></div>
    <button id="a" aria-label="Ace"><i></i></button><button id="b" aria-label="Bee"></button><button id="c" aria-label="Sea"></button>`;
  document.body.append(root);
  const get = (id: string) => root.querySelector<HTMLElement>(`#${id}`)!;
  const cleanups = [machine.root(root)];
  const forget: Record<string, () => void> = {};
  for (const card of ["a", "b", "c"]) forget[card] = machine.source(card)(get(card));
  for (const place of ["p", "q", "r"]) cleanups.push(machine.target(place)(get(place)));
  stop = () => cleanups.forEach((cleanup) => cleanup());
  return { machine, root, get, forget, ...calls };
}
let stop = () => {};

/** What lies under the pointer; the test browser has no layout. */
let under: Element | null = null;

const pointer = (type: string, on: EventTarget, x: number, y: number, kind = "mouse", id = 1) =>
  on.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: x,
      clientY: y,
      pointerId: id,
      pointerType: kind,
      button: 0,
    }),
  );
const click = (on: Element, detail = 1) => on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
const key = (on: Element, name: string) => {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true });
  on.dispatchEvent(event);
  return event;
};
const tap = (on: Element, kind = "touch") => {
  pointer("pointerdown", on, 10, 10, kind);
  pointer("pointerup", on, 10, 10, kind);
  click(on);
};
const drag = (from: Element, to: Element | null, kind = "mouse") => {
  pointer("pointerdown", from, 10, 10, kind);
  pointer("pointermove", from, 60, 10, kind);
  under = to;
  pointer("pointermove", from, 200, 90, kind);
  pointer("pointerup", from, 200, 90, kind);
};

beforeEach(() => {
  vi.useFakeTimers();
  document.elementFromPoint = () => under;
  under = null;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe("drag", () => {
  it("drops on an open place, by mouse and by finger", () => {
    for (const kind of ["mouse", "touch"]) {
      const { get, drop } = table({ a: ["p"] });
      drag(get("a"), get("p"), kind);
      expect(drop).toHaveBeenCalledExactlyOnceWith("a", "p");
      stop();
      document.body.replaceChildren();
    }
  });

  it("shows open places and the one under the pointer while it moves", () => {
    const { get, root } = table({ a: ["p", "q"] });
    pointer("pointerdown", get("a"), 10, 10);
    under = get("q");
    pointer("pointermove", get("a"), 80, 10);
    expect(get("p").dataset.drop).toBe("open");
    expect(get("q").dataset.drop).toBe("over");
    expect(get("r").dataset.drop).toBeUndefined();
    expect(get("a").dataset.drag).toBe("moving");
    expect(root.querySelector(".drag-ghost")).not.toBeNull();
    pointer("pointerup", get("a"), 80, 10);
    expect(get("p").dataset.drop).toBeUndefined();
    expect(get("a").dataset.drag).toBeUndefined();
  });

  it("puts the card back when it ends nowhere", () => {
    const { get, drop, machine, refused } = table({ a: ["p"] });
    drag(get("a"), get("r"));
    expect(drop).not.toHaveBeenCalled();
    expect(refused).not.toHaveBeenCalled();
    expect(machine.held).toBeNull();
  });

  it("asks why when a card without a place is dragged away", () => {
    const { get, refused } = table({});
    drag(get("a"), get("p"));
    expect(refused).toHaveBeenCalledExactlyOnceWith("a");
  });

  it("finds the place around what is under the pointer", () => {
    const { get, drop } = table({ a: ["p"] });
    const inner = get("p").appendChild(document.createElement("span"));
    drag(get("a"), inner);
    expect(drop).toHaveBeenCalledWith("a", "p");
  });

  it("lets the browser have the finger for scrolling", () => {
    const { get, drop, machine } = table({ a: ["p"] });
    pointer("pointerdown", get("a"), 10, 10, "touch");
    pointer("pointermove", get("a"), 30, 10, "touch");
    pointer("pointercancel", get("a"), 30, 10, "touch");
    expect(machine.held).toBeNull();
    under = get("p");
    pointer("pointerup", get("a"), 30, 10, "touch");
    expect(drop).not.toHaveBeenCalled();
  });

  it("stops the page from scrolling only once a card is lifted or dragged", () => {
    const { get } = table({ a: ["p"] });
    const touch = () => {
      const event = new Event("touchmove", { bubbles: true, cancelable: true });
      get("a").dispatchEvent(event);
      return event.defaultPrevented;
    };
    pointer("pointerdown", get("a"), 10, 10, "touch");
    expect(touch()).toBe(false);
    vi.advanceTimersByTime(400);
    expect(touch()).toBe(true);
    pointer("pointerup", get("a"), 10, 10, "touch");
    expect(touch()).toBe(false);
    // A swipe across the card is a drag at once. What the browser took for a scroll would cost the next tap its click.
    pointer("pointerdown", get("a"), 10, 10, "touch");
    pointer("pointermove", get("a"), 10, 60, "touch");
    expect(touch()).toBe(true);
    pointer("pointerup", get("a"), 10, 60, "touch");
  });

  it("leaves a finger alone that moves the way the page scrolls, unless it has lifted the card", () => {
    const { get, held, drop } = table({ a: ["p"] });
    get("a").style.touchAction = "pan-y";
    pointer("pointerdown", get("a"), 10, 10, "touch");
    pointer("pointermove", get("a"), 12, 60, "touch");
    expect(held).not.toHaveBeenCalled();
    pointer("pointerup", get("a"), 12, 60, "touch");
    pointer("pointerdown", get("a"), 10, 10, "touch");
    pointer("pointermove", get("a"), 60, 12, "touch");
    expect(held).toHaveBeenLastCalledWith("a");
    pointer("pointerup", get("a"), 60, 12, "touch");
    pointer("pointerdown", get("a"), 10, 10, "touch");
    vi.advanceTimersByTime(400);
    under = get("p");
    pointer("pointermove", get("a"), 12, 90, "touch");
    pointer("pointerup", get("a"), 12, 90, "touch");
    expect(drop).toHaveBeenCalledExactlyOnceWith("a", "p");
  });

  it("lifts under a resting finger; let go, nothing is played", () => {
    const { get, drop, held } = table({ a: ["p"] }, { tapTarget: () => "p" });
    pointer("pointerdown", get("a"), 10, 10, "touch");
    vi.advanceTimersByTime(400);
    expect(held).toHaveBeenLastCalledWith("a");
    pointer("pointerup", get("a"), 10, 10, "touch");
    click(get("a"));
    vi.advanceTimersByTime(400);
    expect(drop).not.toHaveBeenCalled();
    expect(held).toHaveBeenLastCalledWith(null);
  });

  it("ignores a second finger", () => {
    const { get, drop } = table({ a: ["p"], b: ["q"] });
    pointer("pointerdown", get("a"), 10, 10, "touch", 1);
    pointer("pointerdown", get("b"), 50, 10, "touch", 2);
    under = get("p");
    pointer("pointermove", get("b"), 150, 90, "touch", 2);
    pointer("pointerup", get("b"), 150, 90, "touch", 2);
    expect(drop).not.toHaveBeenCalled();
    pointer("pointermove", get("a"), 150, 90, "touch", 1);
    pointer("pointerup", get("a"), 150, 90, "touch", 1);
    expect(drop).toHaveBeenCalledExactlyOnceWith("a", "p");
  });

  it("puts the card back when it vanishes in the middle of the drag", () => {
    const { get, forget, root, machine, drop } = table({ a: ["p"] });
    pointer("pointerdown", get("a"), 10, 10);
    pointer("pointermove", get("a"), 80, 10);
    forget.a!();
    expect(machine.held).toBeNull();
    expect(root.querySelector(".drag-ghost")).toBeNull();
    under = get("p");
    pointer("pointerup", window, 80, 10);
    expect(drop).not.toHaveBeenCalled();
  });
});

describe("a click after a drag", () => {
  it("is not a tap if it belongs to the drag", () => {
    const { get, drop, refused } = table({ a: ["p"] }, { tapTarget: () => "p" });
    drag(get("a"), get("r"));
    click(get("a"));
    expect(drop).not.toHaveBeenCalled();
    expect(refused).not.toHaveBeenCalled();
  });

  it("is a tap if it comes later, as after a touch drag that ends while moving", () => {
    const { get, drop } = table({ a: ["p"], b: ["p"] }, { tapTarget: () => "p" });
    drag(get("a"), get("p"), "touch");
    tap(get("b"));
    expect(drop.mock.calls).toEqual([
      ["a", "p"],
      ["b", "p"],
    ]);
  });

  it("is a tap without a press too: a screen reader sends nothing else", () => {
    const { get, drop } = table({ a: ["p"] }, { tapTarget: () => "p" });
    drag(get("a"), get("r"));
    vi.advanceTimersByTime(1);
    click(get("a"), 0);
    expect(drop).toHaveBeenCalledOnce();
  });

  it("is made up for when the browser eats it, once", () => {
    const { get, drop } = table({ a: ["p"] }, { tapTarget: () => "p" });
    pointer("pointerdown", get("a"), 10, 10, "touch");
    pointer("pointerup", get("a"), 10, 10, "touch");
    expect(drop).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(drop).toHaveBeenCalledOnce();
    click(get("a"));
    expect(drop).toHaveBeenCalledOnce();
  });
});

describe("a finger that stops a scroll", () => {
  it("plays nothing", () => {
    const { get, root, drop } = table({ a: ["p"] }, { tapTarget: () => "p" });
    root.dispatchEvent(new Event("scroll"));
    pointer("pointerdown", get("a"), 10, 10, "touch");
    pointer("pointerup", get("a"), 10, 10, "touch");
    vi.advanceTimersByTime(200);
    expect(drop).not.toHaveBeenCalled();
  });
});

describe("tap", () => {
  it("a card, then a place", () => {
    const { get, drop, machine } = table({ a: ["p", "q"] });
    tap(get("a"));
    expect(machine.held).toBe("a");
    expect(get("a").getAttribute("aria-pressed")).toBe("true");
    tap(get("q"));
    expect(drop).toHaveBeenCalledExactlyOnceWith("a", "q");
    expect(get("a").hasAttribute("aria-pressed")).toBe(false);
  });

  it("another card changes the choice, the same one or the ground takes it back", () => {
    const { get, drop, machine, root } = table({ a: ["p"], b: ["q"] });
    tap(get("a"));
    tap(get("b"));
    expect(machine.held).toBe("b");
    tap(get("b"));
    expect(machine.held).toBeNull();
    tap(get("a"));
    tap(root.querySelector(".places")!);
    expect(machine.held).toBeNull();
    expect(drop).not.toHaveBeenCalled();
  });

  it("a place where it may not go takes it back", () => {
    const { get, drop, machine } = table({ a: ["p"] });
    tap(get("a"));
    tap(get("r"));
    expect(machine.held).toBeNull();
    expect(drop).not.toHaveBeenCalled();
  });

  it("sends the card at once where the game says so", () => {
    const { get, drop } = table({ a: ["p", "q"] }, { tapTarget: () => "q" });
    tap(get("a").firstElementChild!, "mouse");
    expect(drop).toHaveBeenCalledExactlyOnceWith("a", "q");
  });

  it("a card without a place asks why", () => {
    const { get, refused } = table({ a: ["p"] });
    tap(get("b"));
    expect(refused).toHaveBeenCalledExactlyOnceWith("b");
  });

  it("survives a hand that trembles", () => {
    const { get, drop } = table({ a: ["p"] }, { tapTarget: () => "p" });
    pointer("pointerdown", get("a"), 10, 10, "touch");
    pointer("pointermove", get("a"), 20, 14, "touch");
    pointer("pointerup", get("a"), 20, 14, "touch");
    click(get("a"));
    expect(drop).toHaveBeenCalledOnce();
  });

  it("never stops or cancels a click", () => {
    const { get } = table({ a: ["p"] }, { tapTarget: () => "p" });
    const outside = vi.fn((event: Event) => expect(event.defaultPrevented).toBe(false));
    document.addEventListener("click", outside);
    tap(get("a"));
    tap(get("p"));
    drag(get("a"), get("p"));
    click(get("a"));
    document.removeEventListener("click", outside);
    expect(outside).toHaveBeenCalledTimes(3);
  });
});

describe("keyboard", () => {
  it("has one stop for Tab, and arrows go on from there", () => {
    const { get } = table({});
    expect(["a", "b", "c"].map((id) => get(id).tabIndex)).toEqual([0, -1, -1]);
    get("a").focus();
    key(get("a"), "ArrowRight");
    expect(document.activeElement).toBe(get("b"));
    expect(["a", "b", "c"].map((id) => get(id).tabIndex)).toEqual([-1, 0, -1]);
    key(get("b"), "ArrowLeft");
    key(get("a"), "ArrowLeft");
    expect(document.activeElement).toBe(get("c"));
    key(get("c"), "Home");
    expect(document.activeElement).toBe(get("a"));
    key(get("a"), "End");
    expect(document.activeElement).toBe(get("c"));
  });

  it("Enter picks up, arrows go among the open places, Enter drops", () => {
    const { get, drop } = table({ b: ["p", "r"] });
    get("b").focus();
    expect(key(get("b"), "Enter").defaultPrevented).toBe(true);
    expect(document.activeElement).toBe(get("p"));
    key(get("p"), "ArrowDown");
    expect(document.activeElement).toBe(get("r"));
    key(get("r"), " ");
    expect(drop).toHaveBeenCalledExactlyOnceWith("b", "r");
    expect(document.activeElement).toBe(get("b"));
    expect(get("r").hasAttribute("tabindex")).toBe(false);
  });

  it("Escape puts it back, wherever the focus is", () => {
    const { get, drop, machine } = table({ b: ["p"] });
    get("b").focus();
    key(get("b"), " ");
    key(get("p"), "Escape");
    expect(machine.held).toBeNull();
    expect(document.activeElement).toBe(get("b"));
    tap(get("b"));
    key(document.body, "Escape");
    expect(machine.held).toBeNull();
    expect(drop).not.toHaveBeenCalled();
  });

  it("leaves other keys and shortcuts alone", () => {
    const { get } = table({ a: ["p"] });
    get("a").focus();
    expect(key(get("a"), "x").defaultPrevented).toBe(false);
    const event = new KeyboardEvent("keydown", { key: "ArrowRight", altKey: true, bubbles: true, cancelable: true });
    get("a").dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  it("goes on to the neighbour when the card leaves", async () => {
    const { get, forget } = table({});
    get("b").focus();
    const leaving = get("b");
    forget.b!();
    leaving.remove();
    (document.activeElement as HTMLElement | null)?.blur();
    await Promise.resolve();
    expect(document.activeElement).toBe(get("c"));
    expect(get("c").tabIndex).toBe(0);
  });
});

describe("screen reader", () => {
  it("is told what is held, dropped and put back", () => {
    const { get, say } = table({ a: ["p", "q"] });
    click(get("a"), 0);
    expect(say).toHaveBeenLastCalledWith("Ace up, 2");
    expect(document.activeElement).toBe(get("p"));
    click(get("q"), 0);
    expect(say).toHaveBeenLastCalledWith("Ace to quay");
    click(get("a"), 0);
    click(get("a"), 0);
    expect(say).toHaveBeenLastCalledWith("Ace back");
  });
});

describe("an update", () => {
  it("changes the open places of a held card", () => {
    const targets: Record<string, string[]> = { a: ["p"] };
    const { get, machine } = table(targets);
    tap(get("a"));
    targets.a = ["q"];
    machine.refresh();
    expect(get("p").dataset.drop).toBeUndefined();
    expect(get("q").dataset.drop).toBe("open");
  });

  it("puts a card back that may go nowhere any more", () => {
    const targets: Record<string, string[]> = { a: ["p"] };
    const { get, machine, say } = table(targets);
    tap(get("a"));
    targets.a = [];
    machine.refresh();
    expect(machine.held).toBeNull();
    expect(say).toHaveBeenLastCalledWith("Ace back");
  });

  it("shows a place that appears while a card is held", () => {
    const { get, machine, root } = table({ a: ["new"] });
    tap(get("a"));
    const place = root.appendChild(document.createElement("div"));
    const forget = machine.target("new")(place);
    expect(place.dataset.drop).toBe("open");
    forget();
    expect(place.dataset.drop).toBeUndefined();
  });
});
