// Faces and colours in words.

import type { Color } from "../../gen/eights/Color";
import type { Face } from "../../gen/eights/Face";
import { look } from "../../cards/colour";
import { t } from "./text";

/** "5, red"; "Skip, blue"; "8, wild". */
export function cardName(face: Face): string {
  const { kind, color, print } = look(face);
  const card = t.maybe(`kind.${kind}`) ?? print;
  return color ? t("card.colored", { card, color: colorName(color) }) : card;
}

export const colorName = (color: Color): string => t.maybe(`color.${color}`) ?? color;

/** "Steal, blue: you take a random card from the next player"; nothing to say about numbers. */
export function cardAbout(face: Face): string | null {
  const about = t.maybe(`about.${look(face).kind}`);
  return about && t("about-line", { card: cardName(face), about });
}

export function listNames(names: string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : t("and", { a: names.slice(0, -1).join(", "), b: last });
}
