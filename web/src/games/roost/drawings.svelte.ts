// The drawings come in a file of their own, while names can be read already. Without them the table can be played as well.

import type { Habitat } from "../../gen/roost/Habitat";
import type { Species } from "../../gen/roost/Species";
import type { Drawing } from "../../look/shape";

let art = $state.raw<typeof import("./art") | null>(null);

void import("./art").then(
  (module) => (art = module),
  () => {},
);

const NOTHING: Drawing = [];

/** Nothing until it is there. */
export const birdDrawing = (species: Species): Drawing => art?.birdDrawing(species) ?? NOTHING;
export const sceneDrawing = (habitats: readonly Habitat[]): Drawing => art?.sceneDrawing(habitats) ?? NOTHING;
export const stripDrawing = (habitat: Habitat, tiles: number): Drawing => art?.stripDrawing(habitat, tiles) ?? NOTHING;
