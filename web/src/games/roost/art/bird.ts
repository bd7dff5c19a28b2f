// Birds as drawings: the shape of a family in the colours of a species, with the marks that tell it from others.

import type { Species } from "../../../gen/roost/Species";
import { circle, type Drawing, drawn, ellipse, group, line, path, type Shape } from "../../../look/shape";
import { points, shaped } from "./curve";
import { FAMILIES } from "./families";
import { type Marks, plumageOf } from "./plumage";
import type { Family } from "./shapes";

/** What sets a pale bird off from a pale sky. */
const EDGE = { stroke: "#2b1e16", "stroke-opacity": 0.45, "stroke-width": 2, "stroke-linejoin": "round", "paint-order": "stroke" };
const TWIG = "#7a5a3a";

const UNDER = {
  ground: () => [],
  water: () => [
    path(`M-94 61${"q8-5 16 0t16 0".repeat(9)}v22H-94z`, "#6fb0cf", { opacity: 0.85 }),
    line("M14 69q8-4 16 0M54 70q8-4 16 0", "#fff", 1.5, { opacity: 0.6 }),
  ],
  trunk: () => [path("M12-4h17q-3 46 1 88H10q4-46 2-88z", "#8a6a4a"), line("M18 2v20M24 14v26M17 40v26M25 54v22", "#6b4f34", 1.5)],
  branch: () => [path("M-60 70q100-12 220-2v5q-110-8-220 2z", TWIG), line("M78 67q8-9 16-10", TWIG, 2.5)],
  reed: () => [line("M44 84Q48 60 46 30M60 84Q58 50 66 12", "#8aa05a", 3), line("M66 14q2-8 3-12", TWIG, 6)],
} satisfies Record<string, () => Drawing>;

/** Dots, strokes or arcs that fill the ellipse of the breast. */
function onBreast({ breast: [x, y, rx, ry] }: Family, kind: "spots" | "bars" | "streaks", colour: string): Shape {
  let d = "";
  const rows = Math.max(2, Math.round(ry / 2.6));
  for (let row = 0; row < rows; row += 1) {
    const down = rows === 1 ? 0 : (row / (rows - 1)) * 2 - 1;
    const wide = rx * Math.sqrt(Math.max(0.2, 1 - down * down * 0.8));
    const at = y + down * ry;
    if (kind === "bars") {
      d += `M${x - wide} ${at}q${wide} 3 ${wide * 2} 1`;
      continue;
    }
    const count = Math.max(2, Math.round(wide / 2.4));
    for (let i = 0; i < count; i += 1) {
      const across = x - wide + ((i + (row % 2 ? 0.75 : 0.25)) / count) * wide * 2;
      d += kind === "spots" ? `M${Math.round(across * 10) / 10} ${at}h.1` : `M${Math.round(across * 10) / 10} ${at}l.8 3`;
    }
  }
  return line(d, colour, kind === "spots" ? 2.4 : 1.5);
}

/** Marks on the body, below the wing. */
function bodyMarks(family: Family, marks: Marks): Drawing {
  const list: Shape[] = [];
  const [x, y, rx, ry] = family.breast;
  if (marks.patch) list.push(ellipse(x + 3, y + 2, rx * 0.8, ry * 0.75, marks.patch));
  for (const kind of ["spots", "bars", "streaks"] as const) if (marks[kind]) list.push(onBreast(family, kind, marks[kind]));
  if (marks.collar && family.collar) {
    list.push(family.collar.endsWith("z") ? path(family.collar, marks.collar) : line(family.collar, marks.collar, 3.2));
  }
  return list;
}

/** Feathers that stand up, behind the head. */
function plumes({ crown: [x, y], front }: Family, marks: Marks): Drawing {
  const list: Shape[] = [];
  if (marks.crest)
    list.push(path(`M${x - 7} ${y + 3}Q${x + 4} ${y - 7} ${x + 18} ${y - 6}Q${x + 12} ${y} ${x + 10} ${y + 9}z`, marks.crest, EDGE));
  if (marks.fan) {
    const feathers = [-118, -96, -74, -52, -30].map((angle) => {
      const turn = (angle * Math.PI) / 180;
      return [x + Math.cos(turn) * 17, y + 6 + Math.sin(turn) * 17] as const;
    });
    const spread = (from: number) =>
      feathers.map(([fx, fy]) => `M${x + (fx - x) * from} ${y + 6 + (fy - y - 6) * from}L${fx} ${fy}`).join("");
    list.push(line(spread(0.2), marks.fan, 5.5), line(spread(0.92), "#222", 5.5));
  }
  if (marks.quills) list.push(line(`M${x} ${y + 4}q10-6 18-3M${x + 2} ${y + 7}q10-2 17 4M${x + 2} ${y + 10}q8 2 13 9`, marks.quills, 2.4));
  if (marks.tufts && front) list.push(path("M29 20 26-1 44 10zM71 20 74-1 56 10z", marks.tufts, EDGE));
  return list;
}

/** Marks on the head, over cap and mask. */
function headMarks({ eye: [x, y], crown }: Family, marks: Marks): Drawing {
  const list: Shape[] = [];
  const stroke = (name: string, d: string, width: number) => {
    if (marks[name]) list.push(line(d, marks[name], width));
  };
  stroke("stripe", `M${crown[0] - 9} ${crown[1] + 5}Q${crown[0]} ${crown[1]} ${crown[0] + 10} ${crown[1] + 4}`, 3.6);
  stroke("brow", `M${x - 8} ${y - 4}Q${x + 2} ${y - 8} ${x + 13} ${y - 3}`, 2.2);
  stroke("line", `M${x - 10} ${y + 2.5}Q${x} ${y - 1.5} ${x + 14} ${y + 2}`, 3);
  if (marks.moustache) list.push(path(`M${x - 5} ${y + 4}q-2 7 1 12q6-4 4.500-12z`, marks.moustache));
  if (marks.cheek) list.push(circle(x - 6, y + 5.5, 3, marks.cheek));
  if (marks.bib) list.push(path(`M${x - 9} ${y + 11}q8 5 17 0q0 9-7 12q-9-3-10-12z`, marks.bib));
  if (marks.shield) list.push(ellipse(x - 6.5, y - 1, 3, 5, marks.shield));
  return list;
}

function eyes({ eye: [x, y, r], front }: Family, iris: string | undefined): Drawing {
  const one = (x: number): Drawing => {
    const ring = iris ?? (front ? "#f3bd33" : undefined);
    if (ring) return [circle(x, y, r + 0.5, ring), circle(x, y, r * 0.6, "#1b1519"), circle(x - r * 0.25, y - r * 0.3, r * 0.2, "#fff")];
    return [
      circle(x, y, r + 0.9, "#fff", { opacity: 0.55 }),
      circle(x, y, r, "#1b1519"),
      circle(x - r * 0.3, y - r * 0.3, r * 0.35, "#fff"),
    ];
  };
  return front ? [...one(x), ...one(100 - x)] : one(x);
}

function paintBird(species: Species): Drawing {
  const { family: name, colours, marks } = plumageOf(species);
  const family: Family = FAMILIES[name];
  const outline = family.body.startsWith("M") ? [] : points(family.body);
  const shape = (text: string, fill: string, more = {}) => path(shaped(text, outline), fill, more);
  const under = UNDER[family.on ?? "ground"]();
  const legs = family.legs ? [line(family.legs, colours.legs, 2.4)] : [];
  const bird: Shape[] = [];
  if (family.far) bird.push(shape(family.far, marks.far ?? colours.wing, EDGE));
  bird.push(shape(family.tail, marks.tail ?? colours.wing, EDGE));
  bird.push(...plumes(family, marks));
  if (family.neck) {
    const [d, width, x, y, r] = family.neck;
    bird.push(line(d, EDGE.stroke, width + 2, { "stroke-opacity": EDGE["stroke-opacity"] }));
    bird.push(circle(x, y, r, colours.body, EDGE), line(d, colours.body, width));
  }
  bird.push(shape(family.beak, colours.beak, EDGE));
  if (marks.tip && family.tip) bird.push(path(family.tip, marks.tip));
  bird.push(shape(family.body, colours.body, EDGE), shape(family.belly, colours.belly), ...bodyMarks(family, marks));
  bird.push(shape(family.cap, colours.cap), shape(family.mask, colours.mask), shape(family.wing, colours.wing));
  if (family.bar) bird.push(shape(family.bar, colours.bar));
  if (family.lines && !(family.front && (marks.streaks ?? marks.bars ?? marks.spots))) bird.push(line(family.lines, colours.bar, 2.2));
  if (marks.shoulder && family.shoulder) bird.push(ellipse(...family.shoulder, 6, 4, marks.shoulder));
  bird.push(...headMarks(family, marks));
  // A beak from the front lies on the face.
  if (family.front) bird.push(shape(family.beak, colours.beak));
  bird.push(...eyes(family, marks.eye));
  const { scale } = family;
  const body = scale ? [group(`translate(${50 * (1 - scale)} 0) scale(${scale})`, bird)] : bird;
  return family.on === "water" ? [...body, ...under] : [...under, ...legs, ...body];
}

/** Returns the picture of a species, in a box of 100 by 80. */
export const birdDrawing = (species: Species): Drawing => drawn(`bird ${species.latin}`, () => paintBird(species));
