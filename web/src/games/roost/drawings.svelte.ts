// The drawings come in a file of their own, while names are read already.

import type { Species } from "../../gen/roost/Species";
import type { Drawing } from "./silhouette";

let painter = $state.raw<typeof import("./silhouette") | null>(null);
const done = new Map<string, Drawing>();

// Without them the table can be played as well.
void import("./silhouette").then(
  (module) => (painter = module),
  () => {},
);

/** `null` until there are any. */
export function drawingOf(species: Species): Drawing | null {
  if (!painter) return null;
  const family = painter.familyOf(species);
  let drawing = done.get(family);
  if (!drawing) done.set(family, (drawing = painter.draw(family)));
  return drawing;
}
