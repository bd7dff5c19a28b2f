// Numbers, percentages and dates in the chosen language. Making a formatter is slow, and tables ask for them often.

import { type Language, settings } from "./settings.svelte";

const numbers = new Map<string, Intl.NumberFormat>();

function numberFormat(language: Language, digits: number, style: "decimal" | "percent"): Intl.NumberFormat {
  const key = `${language} ${digits} ${style}`;
  let known = numbers.get(key);
  if (!known) {
    known = new Intl.NumberFormat(language, { style, minimumFractionDigits: digits, maximumFractionDigits: digits });
    numbers.set(key, known);
  }
  return known;
}

/** A share as a percentage: 0.566 is "57%" in English and "57 %" in German. */
export const percent = (share: number, digits = 0): string => numberFormat(settings.language, digits, "percent").format(share);

/** A difference: "+12", "-3", "0". */
export const signed = (value: number): string =>
  new Intl.NumberFormat(settings.language, { maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(value);

/** A number with a fixed number of digits after the point. */
export const decimal = (value: number, digits: number): string => numberFormat(settings.language, digits, "decimal").format(value);

/** A number with one digit after the point, if it needs one. */
export const rounded = (value: number): string => new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1 }).format(value);

/** A moment, given in milliseconds: "Nov 18, 2026, 12:30 PM". */
export const moment = (time: number): string =>
  new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(time);
