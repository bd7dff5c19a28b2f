// Drawings as data: small trees of SVG elements with attributes, no markup, no ids, no references but to glyphs. A drawing is
// turned into elements once and cloned from then on, since a hand of court cards has a thousand paths.

import type { Attachment } from "svelte/attachments";
import { ensureGlyph } from "./glyph";

export type Attributes = Readonly<Record<string, string | number>>;

export interface Shape {
  readonly tag: "path" | "circle" | "ellipse" | "rect" | "use" | "g" | "svg";
  readonly attributes: Attributes;
  readonly children?: Drawing;
}
export type Drawing = readonly Shape[];

export const path = (d: string, fill: string, more: Attributes = {}): Shape => ({ tag: "path", attributes: { d, fill, ...more } });
export const line = (d: string, stroke: string, width: number, more: Attributes = {}): Shape =>
  path(d, "none", { stroke, "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round", ...more });
export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}): Shape => ({
  tag: "circle",
  attributes: { cx, cy, r, fill, ...more },
});
export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}): Shape => ({
  tag: "ellipse",
  attributes: { cx, cy, rx, ry, fill, ...more },
});
export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): Shape => ({
  tag: "rect",
  attributes: { x, y, width, height, fill, ...more },
});
export const group = (transform: string, children: Drawing): Shape => ({ tag: "g", attributes: { transform }, children });
/** A part of a drawing that is cut off at its edges. */
export const clipped = (x: number, y: number, width: number, height: number, children: Drawing): Shape => ({
  tag: "svg",
  attributes: { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` },
  children,
});
/** A shape and its reflection about the middle of a box of 64, as faces have them. */
export const pair = (draw: (side: -1 | 1) => Drawing): Drawing => [...draw(-1), ...draw(1)];
/** A drawing in a card's box of 100 by 140, and the same turned upside down: cards have no upper end. */
export const bothEnds = (drawing: Drawing): Drawing => [...drawing, group("rotate(180 50 70)", drawing)];

const made = new Map<string, Drawing>();
/** Makes each drawing once, so that it is also built once. */
export function drawn(key: string, make: () => Drawing): Drawing {
  let drawing = made.get(key);
  if (!drawing) made.set(key, (drawing = make()));
  return drawing;
}

const SVG = "http://www.w3.org/2000/svg";

function element({ tag, attributes, children = [] }: Shape): SVGElement {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (tag === "use") ensureGlyph(String(attributes.href));
  node.append(...children.map(element));
  return node;
}

const templates = new WeakMap<Drawing, DocumentFragment>();

/** Fills an element with a drawing. Equal drawings should be the same array: it is built once and cloned. */
export function paint(drawing: Drawing): Attachment<SVGElement> {
  return (node) => {
    let template = templates.get(drawing);
    if (!template) {
      template = document.createDocumentFragment();
      template.append(...drawing.map(element));
      templates.set(drawing, template);
    }
    node.replaceChildren(template.cloneNode(true));
  };
}

/** Returns every shape of a drawing, at any depth. */
export const shapesOf = (drawing: Drawing): Shape[] => drawing.flatMap((shape) => [shape, ...shapesOf(shape.children ?? [])]);
