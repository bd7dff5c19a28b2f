// Where birds live: a piece of landscape in a box of 100 by 80, in the colours of roost.css. A card of several habitats has a
// strip of each.

import type { Habitat } from "../../../gen/roost/Habitat";
import { circle, clipped, type Drawing, drawn, group, line, path, rect } from "../../../look/shape";

const fill = (habitat: Habitat, name: string) => `var(--${habitat}-${name})`;

const GRASS =
  "M0 71l3-6 2 5 3-7 3 7 4-5 2 5 4-7 3 7 4-5 3 5 4-7 2 7 4-6 4 6 3-7 3 7 4-5 3 5 4-7 3 7 4-6 3 6 4-5 3 5 4-7 3 7 4-6 3 6 3-5h8v16H0z";

const LAND: Record<Habitat, () => Drawing> = {
  forest: () => [
    circle(80, 16, 9, fill("forest", "sun")),
    path("M0 46l9-16 8 12 9-18 10 20 8-13 9 15 9-20 10 18 9-14 9 16 10-17v60H0z", fill("forest", "far")),
    path("M0 58q25-10 52-3t48-4v29H0z", fill("forest", "mid")),
    path("M0 70q30-7 60-1t40-2v13H0z", fill("forest", "near")),
  ],
  grassland: () => [
    circle(80, 18, 9, fill("grassland", "sun")),
    path("M0 50q24-16 50-6t50-8v44H0z", fill("grassland", "far")),
    path("M0 60q28-10 56-2t44-4v26H0z", fill("grassland", "mid")),
    path(GRASS, fill("grassland", "near")),
  ],
  wetland: () => [
    circle(78, 17, 8, fill("wetland", "sun")),
    path("M0 44q20-8 44-3t56-5v44H0z", fill("wetland", "far")),
    path("M0 54h100v26H0z", fill("wetland", "mid")),
    line("M8 62q8-4 16 0M40 60q8-4 16 0M70 66q8-4 16 0M26 72q8-4 16 0", "#fff", 1.3, { opacity: 0.5 }),
    path("M90 80q2-26-2-44q5 18 4 44zM95 80q3-22 1-34q5 14 3 34zM4 80q-1-20 1-30q2 14 2 30z", fill("wetland", "near")),
  ],
};

const scene = (habitat: Habitat): Drawing => [rect(0, 0, 100, 80, fill(habitat, "sky")), ...LAND[habitat]()];

/** Returns the landscape of a card that may live in these habitats. */
export function sceneDrawing(habitats: readonly Habitat[]): Drawing {
  return drawn(`scene ${habitats.join(" ")}`, () => {
    const wide = 100 / habitats.length;
    if (habitats.length === 1) return scene(habitats[0]!);
    return habitats.map((habitat, i) => clipped(i * wide, 0, wide, 80, scene(habitat)));
  });
}

/** Boxes overlap a little, so that no seam is seen. */
const STEP = 98.6;

/** Returns the landscape behind a row of a mat: as many boxes as `tiles`, each second one mirrored so that hills meet. */
export function stripDrawing(habitat: Habitat, tiles: number): Drawing {
  const turned = (i: number) => (i % 2 ? `translate(${(i + 1) * STEP} 0) scale(-1 1)` : `translate(${i * STEP} 0)`);
  // Layer by layer: what is far away never lies over what is near in the box beside it.
  return drawn(`strip ${habitat} ${tiles}`, () =>
    LAND[habitat]()
      .slice(1)
      .flatMap((shape) => Array.from({ length: tiles }, (_, i) => group(turned(i), [shape]))),
  );
}
