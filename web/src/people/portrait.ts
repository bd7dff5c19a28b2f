// Portraits from a seed. People are animals in a round frame, bots are brass automata in a square one: a bot never
// passes for a person. Nothing here depends on cards, or on anything but the seed and the name.

import { SHAPE } from "../cards/suits";
import { circle, type Drawing, drawn, group, pair, path, rect } from "../look/shape";
import { animal, SPECIES, type Species } from "./animals";
import { BOW_TIE, HATS, INK, stroke, WORN } from "./parts";
import { chooser } from "./random";

const GROUNDS = ["#f0c987", "#9fc9b8", "#e8a598", "#a9bfe0", "#cdb4dd", "#d9cf8a", "#8fbfc9", "#e6b9a0"];
const CLOTHS = ["#a63446", "#2d5d8a", "#2d6d55", "#c07a1c", "#5d4483", "#37414f", "#b5532c", "#1f6f73"];

/** The pictures that profiles had before they were drawn, and what they are now. */
const GIVEN: Readonly<Record<string, readonly [species: Species, fur: number]>> = {
  "😀": ["otter", 0],
  "😎": ["cat", 0],
  "🤖": ["bear", 1],
  "👻": ["owl", 1],
  "🦊": ["fox", 0],
  "🐼": ["badger", 0],
  "🐸": ["frog", 0],
  "🐙": ["cat", 1],
  "🦄": ["hare", 1],
  "🐝": ["bear", 0],
  "🌵": ["hedgehog", 0],
  "🍕": ["marten", 0],
  "🚀": ["heron", 0],
  "🎲": ["lynx", 0],
  "🔥": ["robin", 0],
  "⭐": ["wren", 0],
};

/** Returns the animal that a seed stands for: a given picture, a name that ends with an animal, or any other text. */
export function speciesOf(seed: string): Species {
  const last = seed.toLowerCase().split(/[ .]/).pop();
  return GIVEN[seed]?.[0] ?? SPECIES.find((species) => species === last) ?? chooser(seed).one(SPECIES);
}

/** Draws somebody. The seed chooses the animal; seed and name choose what it wears, so that equal animals differ. */
export function person(seed: string, name: string): Drawing {
  // "Ann (2)" is called so at one table only.
  const choose = chooser(`${seed} ${name.replace(/ \(\d+\)$/, "")}`);
  const species = speciesOf(seed);
  const { furs, head, face, eyes } = animal(species);
  const fur = furs[GIVEN[seed]?.[1] ?? choose.number(furs.length)]!;
  const ground = choose.one(GROUNDS);
  const cloth = choose.one(CLOTHS);
  const chosen = choose.one(CLOTHS);
  const other = chosen === cloth ? CLOTHS[(CLOTHS.indexOf(cloth) + 3) % CLOTHS.length]! : chosen;
  const worn = choose.number(WORN.length);
  const mood = choose.number(4) % 3;
  const collar: Drawing[] = [
    [stroke("M10 58q22-10 44 0M8 63q24-10 48 0", 2, "#ffffff3a")],
    [path("M25 48h14l-7 9z", "#fff6e4")],
    [stroke("M32 50v14", 1.5, "#0003"), circle(32, 59, 1.2, "#fff8")],
    [],
  ];
  const wears = HATS.includes(worn) && (species === "hare" || species === "frog") ? BOW_TIE : worn;
  return [
    rect(0, 0, 64, 64, ground),
    circle(32, 30, 25, "#fff", { opacity: 0.22 }),
    path("M6 66C6 54 16 48 32 48s26 6 26 18z", cloth),
    ...choose.one(collar),
    ...head(fur),
    ...eyes(mood),
    ...face,
    ...WORN[wears]!(cloth, other),
  ];
}

/** Metal, its shade, its shine. */
const METALS = [
  ["#d9a441", "#8d5f14", "#f3d48b"],
  ["#c77b4e", "#7a3f1d", "#eebc97"],
  ["#9aa7ad", "#566167", "#d9e1e3"],
  ["#6fa394", "#376257", "#b9dccf"],
] as const;

/** What a portrait shows of a game: it is asked, or it has reason to be glad. */
export type Mood = "calm" | "keen" | "glad";

/** Draws a bot by its name. */
export function bot(name: string, mood: Mood = "calm"): Drawing {
  const choose = chooser(`bot ${name}`);
  const [metal, shade, shine] = choose.one(METALS);
  const ground = choose.one(["#33415c", "#4a3550", "#2f4d48", "#52382f", "#3d3d4d"]);
  const gaze = choose.number(3);
  const lens = pair((side) => {
    const x = 32 + side * 8;
    if (mood === "glad") return [circle(x, 29, 6.2, shade), circle(x, 29, 4.7, "#fff6dd"), stroke(`M${x - 3} 30.5q3-5 6 0`, 2)];
    const looks: Drawing[] = [
      [circle(x, 29, 2.5, INK), circle(x + 1, 28, 0.9, "#fff")],
      [stroke(`M${x - 2.8} 29.6q2.8-3.4 5.6 0`, 1.9)],
      [circle(x, 29, 3.2, "#2f8f86"), circle(x, 29, 1.5, INK)],
    ];
    return [circle(x, 29, 6.2, shade), circle(x, 29, 4.7, "#fff6dd"), ...looks[mood === "keen" ? 2 : gaze]!];
  });
  const top = choose.one<Drawing>([
    [stroke("M32 13V6", 2, shade), circle(32, 5, 2.8, "#f0b33a")],
    [path("M24 13q8-9 16 0z", shade), circle(32, 8, 1.5, shine)],
    [stroke("M22 13l-4-6M42 13l4-6", 2, shade), circle(18, 6.5, 2.2, shine), circle(46, 6.5, 2.2, shine)],
    [path("M28 12h8v-3h4V5h-4V3h-8v2h-4v4h4z", shade)],
  ]);
  const corner = choose.one([8, 14, 18]);
  const mouth = choose.one<Drawing>([
    [stroke("M25 41h14M25 44h14", 1.5, shade)],
    [stroke("M25 41q7 5 14 0", 2, shade)],
    [path("M25 39.5h14v5H25z", shade), stroke("M28.5 40v4M32 40v4M35.5 40v4", 1, shine)],
  ]);
  return [
    rect(0, 0, 64, 64, ground),
    circle(32, 30, 25, "#fff", { opacity: 0.08 }),
    path("M8 66C8 56 16 51 32 51s24 5 24 15z", shade),
    path("M26 47h12v6H26z", shine),
    ...top,
    rect(13, 13, 38, 35, metal, { rx: corner }),
    stroke(`M${13 + corner * 0.6} 15.5h${38 - corner * 1.2}`, 2, shine),
    rect(9, 26, 5, 10, shade, { rx: 2 }),
    rect(50, 26, 5, 10, shade, { rx: 2 }),
    ...lens,
    ...(mood === "glad" ? [path("M23 39.5h18q-2 7.5-9 7.5t-9-7.5z", shade), stroke("M26 41.5h12", 1.5, shine)] : mouth),
    circle(17.5, 43, 1, shade),
    circle(46.5, 43, 1, shade),
    group("translate(29.2 57) scale(.056)", [path(SHAPE[choose.one(["s", "h", "d", "c"] as const)], shine)]),
  ];
}

/** Returns a portrait; asked again, the same one. */
export const portrait = (seed: string, name: string, isBot: boolean, mood: Mood = "calm"): Drawing =>
  isBot ? drawn(`bot ${mood} ${name}`, () => bot(name, mood)) : drawn(`person ${seed} ${name}`, () => person(seed, name));
