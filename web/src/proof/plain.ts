// JSON in the one form that `JSON.stringify` and the server's program both write (docs/fairness.md), so that a text has one
// reading: no spaces, no member twice, integers that every number here holds, no member whose name is made of digits.

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a value can be written in the one form. */
export function isPlainValue(value: unknown): boolean {
  if (value === null || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isSafeInteger(value) && !Object.is(value, -0);
  // The program cannot read half a character, and would refuse what the page accepts.
  if (typeof value === "string") return !LONE_SURROGATE.test(value);
  if (Array.isArray(value)) return value.every(isPlainValue);
  if (typeof value !== "object") return false;
  // JavaScript moves names made of digits to the front, so their order would be lost.
  return Object.entries(value).every(([name, member]) => !/^\d+$/.test(name) && isPlainValue(name) && isPlainValue(member));
}

/** The value that a text in the one form stands for; `undefined` if it is in another form. */
export function readPlain(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainValue(value) && JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
