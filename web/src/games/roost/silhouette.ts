// Birds drawn by a few numbers: an ellipse for the body, a circle for the head, a neck between them, beak, tail, wing
// and legs. A family of birds is a set of such numbers; who belongs to which is told by the scientific name, or, for
// birds of other decks, by what is known about them. In a box of 100 by 80, looking to the left.

import type { Species } from "../../gen/roost/Species";

type Point = [x: number, y: number];

interface Shape {
  /** Middle, half length, half height, and how far it leans. */
  body: [x: number, y: number, long: number, high: number, lean: number];
  head: [x: number, y: number, r: number];
  /** Its length, its height at the root, which way it points, and how far the tip bends down. */
  beak: [long: number, high: number, turn: number, hook: number];
  /** Its length, its width at the end, which way it points, and how deep it is forked. */
  tail: [long: number, wide: number, turn: number, fork: number];
  /** Its width, and how far it bows out. */
  neck: [wide: number, bow: number];
  /** Folded over the body (a share of it, and how far it hangs) or spread (points that it goes through). */
  wing: [share: number, hang: number] | Point[];
  /** How long they are; 0: hidden. */
  legs: number;
  /** Feathers that stand up on the head: none, a crest, or two ears. */
  crest?: "crest" | "ears";
  /** Seen from the front, with both eyes. */
  front?: true;
  /** On water, or at a trunk. */
  on?: "water" | "trunk";
}

const PERCHING: Shape = {
  body: [52, 43, 21, 13.5, 24],
  head: [33, 28, 10.5],
  beak: [9, 6, 4, 0],
  tail: [25, 9, 28, 2],
  neck: [9, 0],
  wing: [0.92, 3],
  legs: 13,
};
const SHAPES = {
  perching: PERCHING,
  finch: { ...PERCHING, head: [34, 28, 11], beak: [8, 10, 8, 1], tail: [20, 9, 26, 4] },
  crow: { ...PERCHING, body: [53, 42, 25, 15, 18], head: [30, 27, 11], beak: [15, 8, 8, 2], tail: [24, 12, 18, 0] },
  crested: { ...PERCHING, beak: [14, 4, 12, 3], crest: "crest" },
  kingfisher: { ...PERCHING, body: [54, 45, 18, 13.5, 34], head: [38, 26, 13], beak: [25, 6, 6, 0], tail: [12, 9, 40, 0], legs: 8 },
  parrot: { ...PERCHING, body: [52, 42, 18, 13, 48], head: [42, 22, 11], beak: [7, 11, 40, 8], tail: [36, 6, 52, 0], legs: 8 },
  hornbill: { ...PERCHING, body: [57, 44, 22, 14, 30], head: [38, 25, 11], beak: [28, 14, 14, 9], tail: [26, 12, 34, 0], legs: 9 },
  woodpecker: {
    body: [52, 43, 20, 11.5, 68],
    head: [43, 18, 10],
    beak: [17, 5, 4, 0],
    tail: [20, 6, 98, 3],
    neck: [8, 0],
    wing: [0.95, 0],
    legs: 0,
    crest: "crest",
    on: "trunk",
  },
  raptor: {
    body: [52, 42, 23, 15, 52],
    head: [37, 19, 11],
    beak: [9, 9, 26, 8],
    tail: [24, 13, 66, 0],
    neck: [11, 0],
    wing: [1.12, 2],
    legs: 13,
  },
  vulture: {
    body: [54, 42, 25, 16, 40],
    head: [29, 24, 8],
    beak: [10, 7, 26, 7],
    tail: [20, 15, 54, 0],
    neck: [6, -5],
    wing: [1.15, 2],
    legs: 12,
  },
  owl: {
    body: [50, 47, 26, 17, 90],
    head: [50, 24, 17],
    beak: [6, 5, 90, 0],
    tail: [12, 10, 90, 0],
    neck: [14, 0],
    wing: [0.9, 0],
    legs: 4,
    front: true,
  },
  "eared-owl": {
    body: [50, 47, 26, 16, 90],
    head: [50, 25, 16],
    beak: [6, 5, 90, 0],
    tail: [12, 10, 90, 0],
    neck: [13, 0],
    wing: [0.9, 0],
    legs: 4,
    front: true,
    crest: "ears",
  },
  duck: {
    body: [55, 51, 29, 14, -4],
    head: [25, 28, 10.5],
    beak: [15, 7, 10, -2],
    tail: [13, 8, -20, 0],
    neck: [8, 2],
    wing: [0.82, 0],
    legs: 0,
    on: "water",
  },
  grebe: {
    body: [56, 53, 24, 12, -6],
    head: [33, 31, 9],
    beak: [11, 4, 2, 0],
    tail: [5, 8, -24, 0],
    neck: [6, 3],
    wing: [0.8, 0],
    legs: 0,
    on: "water",
  },
  game: {
    body: [52, 44, 24, 18, 8],
    head: [28, 22, 9],
    beak: [7, 6, 14, 2],
    tail: [14, 12, 20, 0],
    neck: [8, -2],
    wing: [0.8, 2],
    legs: 15,
  },
  bustard: {
    body: [54, 38, 26, 15, 4],
    head: [27, 13, 8],
    beak: [10, 5, 6, 0],
    tail: [16, 12, -8, 0],
    neck: [6, -3],
    wing: [0.9, 1],
    legs: 25,
  },
  wader: {
    body: [54, 38, 22, 12, 8],
    head: [32, 24, 8.5],
    beak: [21, 4, 8, 0],
    tail: [14, 8, 14, 0],
    neck: [6, 0],
    wing: [0.98, 1],
    legs: 26,
  },
  curlew: {
    body: [55, 39, 22, 12, 8],
    head: [34, 23, 8],
    beak: [29, 4, 14, 9],
    tail: [13, 8, 14, 0],
    neck: [6, 0],
    wing: [0.98, 1],
    legs: 26,
  },
  lapwing: {
    body: [53, 40, 22, 12.5, 8],
    head: [32, 25, 9],
    beak: [9, 4, 6, 0],
    tail: [15, 9, 14, 0],
    neck: [7, 0],
    wing: [0.98, 1],
    legs: 22,
    crest: "crest",
  },
  heron: {
    body: [59, 40, 21, 11, 14],
    head: [30, 13, 7],
    beak: [21, 6, 8, 0],
    tail: [12, 8, 22, 0],
    neck: [5, 11],
    wing: [1, 2],
    legs: 27,
    crest: "crest",
  },
  stork: {
    body: [58, 37, 22, 12, 10],
    head: [33, 13, 8],
    beak: [26, 6, 22, 0],
    tail: [13, 9, 18, 0],
    neck: [6, -4],
    wing: [1, 2],
    legs: 29,
  },
  flamingo: {
    body: [58, 36, 19, 11, 4],
    head: [31, 12, 7],
    beak: [12, 8, 48, 7],
    tail: [10, 7, 20, 0],
    neck: [4.5, 14],
    wing: [0.95, 2],
    legs: 33,
  },
  shoebill: {
    body: [58, 39, 21, 14, 20],
    head: [37, 17, 11],
    beak: [22, 15, 20, 8],
    tail: [14, 11, 30, 0],
    neck: [8, -3],
    wing: [1, 2],
    legs: 26,
  },
  pelican: {
    body: [58, 45, 25, 15, -2],
    head: [35, 19, 8.5],
    beak: [30, 13, 32, 3],
    tail: [11, 9, -14, 0],
    neck: [7, 9],
    wing: [0.9, 1],
    legs: 0,
    on: "water",
  },
  cormorant: {
    body: [55, 47, 24, 12, 44],
    head: [37, 15, 8],
    beak: [15, 5, -6, 5],
    tail: [20, 10, 50, 0],
    neck: [6, 7],
    wing: [0.98, 1],
    legs: 6,
  },
  puffin: {
    body: [52, 45, 22, 15, 62],
    head: [41, 21, 12],
    beak: [13, 16, 10, 4],
    tail: [9, 9, 70, 0],
    neck: [12, 0],
    wing: [0.9, 0],
    legs: 8,
  },
  gull: {
    body: [50, 48, 24, 8.5, 6],
    head: [27, 44, 7.5],
    beak: [11, 4, 6, 2],
    tail: [19, 9, 10, 6],
    neck: [7, 0],
    wing: [
      [40, 44],
      [34, 18],
      [60, 4],
      [86, 2],
      [62, 18],
      [60, 46],
    ],
    legs: 0,
  },
  albatross: {
    body: [52, 50, 24, 9, 4],
    head: [28, 47, 8],
    beak: [15, 5, 6, 5],
    tail: [12, 9, 6, 0],
    neck: [8, 0],
    wing: [
      [42, 46],
      [30, 22],
      [44, 8],
      [96, 0],
      [58, 22],
      [62, 48],
    ],
    legs: 0,
  },
  swift: {
    body: [48, 40, 19, 7, 8],
    head: [30, 37, 7],
    beak: [4, 4, 8, 0],
    tail: [20, 8, 12, 12],
    neck: [6, 0],
    wing: [
      [40, 37],
      [40, 14],
      [70, 4],
      [94, 10],
      [64, 20],
      [56, 41],
    ],
    legs: 0,
  },
  hummingbird: {
    body: [50, 46, 16, 9, 46],
    head: [38, 30, 8],
    beak: [25, 2.5, 2, 0],
    tail: [18, 8, 66, 4],
    neck: [7, 0],
    wing: [
      [44, 38],
      [52, 10],
      [76, 2],
      [88, 8],
      [70, 26],
      [54, 46],
    ],
    legs: 0,
  },
} as const satisfies Record<string, Shape>;

type Family = keyof typeof SHAPES;

/** Genera by family. */
const GENERA: Partial<Record<Family, string>> = {
  perching: "Cuculus Coracias Cinclus Sturnus Turdus Agelaius Sturnella Oriolus",
  finch: "Loxia Linaria Carduelis Melospiza Panurus Passer Emberiza Fringilla Pyrrhula Chloris Spinus",
  crow: "Corvus Garrulus Pica Coloeus Cyanocitta Nucifraga",
  crested: "Upupa Bombycilla Galerida",
  kingfisher: "Alcedo Ceryle Megaceryle Halcyon Chloroceryle Merops",
  parrot: "Melopsittacus Psittacula Ara Cacatua Amazona Agapornis",
  hornbill: "Buceros Ramphastos Tockus",
  woodpecker: "Dendrocopos Melanerpes Dryocopus Picus Sitta Certhia Dryobates Colaptes",
  raptor: "Harpia Pernis Falco Buteo Pandion Circus Milvus Accipiter Aquila Haliaeetus",
  vulture: "Cathartes Gyps Vultur Coragyps",
  owl: "Strix Athene Tyto Surnia Glaucidium",
  "eared-owl": "Asio Bubo Otus",
  duck: "Anas Somateria Bucephala Aix Anser Cygnus Branta Aythya Mergus Spatula Mareca Tadorna",
  grebe: "Tachybaptus Podiceps Gavia Fulica Gallinula",
  game: "Bonasa Perdix Crex Coturnix Phasianus Tetrao Lagopus Rallus Scolopax Columba Streptopelia Caprimulgus Steatornis",
  bustard: "Otis Sagittarius Grus Struthio",
  wader: "Haematopus Recurvirostra Himantopus Tringa Calidris Limosa Gallinago",
  curlew: "Numenius Plegadis Threskiornis",
  lapwing: "Vanellus Charadrius Pluvialis",
  heron: "Ardea Botaurus Egretta Nycticorax Ixobrychus",
  stork: "Ciconia Platalea",
  flamingo: "Phoenicopterus Phoeniconaias",
  shoebill: "Balaeniceps",
  pelican: "Pelecanus",
  cormorant: "Phalacrocorax Morus Sula Anhinga",
  puffin: "Fratercula Alca Uria Spheniscus Aptenodytes",
  gull: "Thalasseus Sterna Larus Chroicocephalus Rissa",
  albatross: "Diomedea Thalassarche Fulmarus",
  swift: "Apus Hirundo Delichon Riparia Progne",
  hummingbird: "Archilochus Selasphorus Calypte Trochilus",
};
const FAMILY = new Map(Object.entries(GENERA).flatMap(([family, genera]) => genera.split(" ").map((genus) => [genus, family as Family])));

export function familyOf({ latin, wingspan_cm, foods, habitats, nest }: Species): Family {
  const known = FAMILY.get(latin.split(" ")[0] ?? "");
  if (known) return known;
  const wet = habitats.includes("wetland");
  if (foods.includes("rodent") && wingspan_cm > 60) return nest === "cavity" ? "owl" : "raptor";
  if (wet && foods.includes("fish")) return wingspan_cm > 110 ? "heron" : wingspan_cm > 60 ? "gull" : "kingfisher";
  if (wet && wingspan_cm > 45) return nest === "ground" ? "wader" : "duck";
  if (nest === "ground" && wingspan_cm > 40) return "game";
  return wingspan_cm > 80 ? "crow" : foods.includes("seed") ? "finch" : "perching";
}

export interface Drawing {
  /** What is filled in the first colour: tail, body, neck, head. */
  body: string;
  /** Wing and crest: in the second. */
  wing: string;
  /** In the third. */
  beak: string;
  /** What is only lines: legs, water, a trunk. */
  lines: string;
  eyes: [x: number, y: number, r: number][];
}

const n = (value: number): string => String(Math.round(value * 10) / 10);
const at = ([x, y]: Point): string => `${n(x)} ${n(y)}`;
const go = ([x, y]: Point, degrees: number, far: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
};

const ellipse = (middle: Point, a: number, b: number, lean: number): string => {
  const [from, to] = [go(middle, lean, -a), go(middle, lean, a)];
  const arc = `A${n(a)} ${n(b)} ${lean} 1 1 `;
  return `M${at(from)}${arc}${at(to)}${arc}${at(from)}Z`;
};

/** A curved band from one point to another, wider at its end. */
function band(from: Point, to: Point, wide: number, wider: number, bow: number): string {
  const across = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI + 90;
  const middle = go([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], across, bow);
  const half = (wide + wider) / 2;
  const side = (sign: 1 | -1): [Point, Point, Point] => [
    go(from, across, wide * sign),
    go(middle, across, half * sign),
    go(to, across, wider * sign),
  ];
  // In the same sense as an ellipse: where two shapes overlap, both are filled.
  const [a, b] = [side(-1), side(1)];
  return `M${at(a[0])}Q${at(a[1])} ${at(a[2])}L${at(b[2])}Q${at(b[1])} ${at(b[0])}Z`;
}

/** A smooth closed line through points. */
function smooth(points: readonly Point[]): string {
  const mid = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [first, ...rest] = points;
  let path = `M${at(first!)}`;
  rest.forEach((point, i) => {
    const next = rest[i + 1];
    path += next ? `Q${at(point)} ${at(mid(point, next))}` : `L${at(point)}`;
  });
  return `${path}Z`;
}

export function draw(family: Family): Drawing {
  const shape: Shape = SHAPES[family];
  const [x, y, long, high, lean] = shape.body;
  const [hx, hy, hr] = shape.head;
  const middle: Point = [x, y];
  const head: Point = [hx, hy];
  const chest = shape.front ? go(middle, lean, -long * 0.3) : go(middle, lean, -long * 0.62);
  const rump = go(middle, lean, long * 0.7);

  const [tailLong, tailWide, tailTurn, fork] = shape.tail;
  const tip = go(rump, tailTurn, tailLong + long * 0.2);
  const root = high * 0.5;
  const tail = `M${at(go(rump, tailTurn - 90, root))}L${at(go(tip, tailTurn - 90, tailWide / 2))}L${at(go(tip, tailTurn, -fork))}L${at(go(tip, tailTurn + 90, tailWide / 2))}L${at(go(rump, tailTurn + 90, root))}Z`;

  const [beakLong, beakHigh, beakTurn, hook] = shape.beak;
  const turn = shape.front ? 90 : 180 - beakTurn;
  const beakRoot = shape.front ? go(head, 90, hr * 0.12) : go(head, turn, hr * 0.75);
  const end = go(beakRoot, turn, beakLong + (shape.front ? 0 : hr * 0.25));
  const bent: Point = [end[0], end[1] + hook];
  const [up, down] = [go(beakRoot, turn + 90, beakHigh / 2), go(beakRoot, turn - 90, beakHigh / 2)];
  const beak = `M${at(up)}Q${at(go(go(beakRoot, turn, beakLong * 0.75), turn + 90, beakHigh * 0.42))} ${at(bent)}Q${at(go(beakRoot, turn, beakLong * 0.55))} ${at(down)}Z`;

  let crest = "";
  if (shape.crest === "crest")
    crest = `M${at(go(head, -70, hr * 0.9))}Q${at(go(head, -40, hr * 1.7))} ${at(go(head, -22, hr * 2))}Q${at(go(head, -22, hr * 1.2))} ${at(go(head, 5, hr * 0.9))}Z`;
  if (shape.crest === "ears")
    crest = [-1, 1]
      .map(
        (side) =>
          `M${at([hx + side * hr * 0.35, hy - hr * 0.85])}L${at([hx + side * hr * 0.85, hy - hr * 1.5])}L${at([hx + side * hr * 0.95, hy - hr * 0.2])}Z`,
      )
      .join("");

  const wing = typeof shape.wing[0] === "number" ? folded(shape, shape.wing as [number, number]) : smooth(shape.wing as Point[]);

  let lines = "";
  if (shape.legs > 0) {
    for (const side of shape.front ? [-5, 5] : [-3, 4]) {
      const hip: Point = shape.front ? [x + side, y + long - 2] : [x + side, y + high * 0.8];
      lines += `M${at(hip)}v${n(shape.legs)}h-5m5 0h3`;
    }
  }
  if (shape.on === "water") lines += `M12 66q8-5 16 0t16 0t16 0t16 0t14-1`;
  if (shape.on === "trunk") lines += "M25 4V78";

  const eyes: Drawing["eyes"] = shape.front
    ? [-1, 1].map((side): [number, number, number] => [hx + side * hr * 0.42, hy - hr * 0.08, hr * 0.24])
    : [[hx - hr * 0.22, hy - hr * 0.2, Math.max(1.5, hr * 0.17)]];
  return {
    body: `${tail}${ellipse(middle, long, high, lean)}${band(head, chest, shape.neck[0], high * 0.75, shape.neck[1])}${ellipse(chest, high * 0.75, high * 0.75, 0)}${ellipse(head, hr, hr, 0)}`,
    wing: wing + crest,
    beak,
    lines,
    eyes,
  };
}

/** A folded wing; from the front there are two. */
function folded({ body: [x, y, long, high, lean], front }: Shape, [share, hang]: [number, number]): string {
  if (front) {
    const one = (side: 1 | -1) => {
      const edge = x + side * high;
      return `M${n(edge)} ${n(y - long * 0.45)}Q${n(edge + side * 4)} ${n(y + long * 0.2)} ${n(x + side * high * 0.45)} ${n(y + long * share)}Q${n(x + side * high * 0.5)} ${n(y)} ${n(edge)} ${n(y - long * 0.45)}Z`;
    };
    return one(-1) + one(1);
  }
  const middle: Point = [x, y];
  const shoulder = go(go(middle, lean, -long * 0.55), lean - 90, high * 0.1);
  const tip = go(go(middle, lean, long * share * 1.1), lean + 90, hang - high * 0.15);
  const above = go(go(middle, lean, long * 0.1), lean - 90, high * 0.75);
  const below = go(go(middle, lean, long * 0.05), lean + 90, high * 0.85);
  return `M${at(shoulder)}Q${at(above)} ${at(tip)}Q${at(below)} ${at(shoulder)}Z`;
}
