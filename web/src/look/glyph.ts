// The print on cards, in the display font. Each rank is a text in one hidden sprite that cards refer to: text
// inside a card would count as the words of the button around it, twice or three times, and upside down.

import type { Attributes, Shape } from "./shape";

interface Glyph {
  readonly text: string;
  readonly weight: number;
  /** Whether it is squeezed to the width of an em; a card's scale gives it its width. */
  readonly squeezed: boolean;
}
const EM = 100;
const known = new Map<string, Glyph>();
const SVG = "http://www.w3.org/2000/svg";

/** Prints a text with its middle at `x` and its foot at `y`: so high, and squeezed to this width if there is one. */
export function printed(text: string, weight: number, x: number, y: number, size: number, width: number | null, fill: string): Shape {
  const id = `glyph-${weight}${width === null ? "" : "-fit"}-${text.replace("+", "plus")}`;
  known.set(id, { text, weight, squeezed: width !== null });
  const across = width === null ? size / EM : width / EM;
  const attributes: Attributes = { href: `#${id}`, fill, transform: `translate(${x} ${y}) scale(${across} ${size / EM})` };
  return { tag: "use", attributes };
}

let sprite: SVGElement | null = null;

/** Puts a glyph into the sprite of this page, if it is not there. */
export function ensureGlyph(reference: string): void {
  const id = reference.slice(1);
  const glyph = known.get(id);
  if (!glyph) throw new Error(`no glyph ${reference}`);
  if (!sprite?.isConnected) {
    sprite = document.createElementNS(SVG, "svg");
    for (const [name, value] of Object.entries({ class: "glyphs", width: "0", height: "0", "aria-hidden": "true" })) {
      sprite.setAttribute(name, value);
    }
    document.body.append(sprite);
  }
  if (sprite.querySelector(`[id="${id}"]`)) return;
  const text = document.createElementNS(SVG, "text");
  const attributes: Record<string, string> = {
    id,
    class: "glyph",
    "font-size": String(EM),
    "font-weight": String(glyph.weight),
    "text-anchor": "middle",
  };
  if (glyph.squeezed) Object.assign(attributes, { textLength: String(EM), lengthAdjust: "spacingAndGlyphs" });
  for (const [name, value] of Object.entries(attributes)) text.setAttribute(name, value);
  text.textContent = glyph.text;
  sprite.append(text);
}
