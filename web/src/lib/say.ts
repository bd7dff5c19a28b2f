// Speaks to screen readers through two live regions at the end of the page.
//
//   say("Your turn")             when there is a pause
//   say("Follow hearts", true)   at once: an answer to what the person just did

type Region = { element: HTMLElement; waiting: string[]; timer: ReturnType<typeof setTimeout> | undefined };

const regions = new Map<boolean, Region>();

function region(urgent: boolean): Region {
  let found = regions.get(urgent);
  if (!found?.element.isConnected) {
    const element = document.createElement("div");
    element.setAttribute("aria-live", urgent ? "assertive" : "polite");
    element.setAttribute("role", urgent ? "alert" : "status");
    element.dataset.say = urgent ? "urgent" : "polite";
    // Out of sight, but not `display: none`, which would silence it. Set by script: the page's content
    // policy forbids inline style attributes, not this.
    Object.assign(element.style, {
      position: "fixed",
      width: "1px",
      height: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
      whiteSpace: "nowrap",
    });
    document.body.append(element);
    found = { element, waiting: [], timer: undefined };
    regions.set(urgent, found);
  }
  return found;
}

/** Says a text. Texts that come in the same moment are said together. */
export function say(text: string, urgent = false): void {
  if (typeof document === "undefined" || !text) return;
  const target = region(urgent);
  if (urgent) target.waiting = [];
  target.waiting.push(text);
  // Emptied first, so that the same words twice are two messages.
  target.element.textContent = "";
  clearTimeout(target.timer);
  target.timer = setTimeout(() => {
    target.element.textContent = target.waiting.join(" ");
    target.waiting = [];
  }, 60);
}
