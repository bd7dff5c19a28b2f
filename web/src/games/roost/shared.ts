// A view comes whole with every update, and most of it is as it was. What is equal stays the very same object, so that
// only what has changed is drawn anew: with forty-five birds on the table that is most of the work.

export function shared<T>(before: T, now: T): T {
  if (before === now || typeof before !== "object" || typeof now !== "object" || before === null || now === null) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const [old, fresh] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const names = Object.keys(fresh);
  let same = names.length === Object.keys(old).length;
  const merged: Record<string, unknown> = {};
  for (const name of names) {
    merged[name] = shared(old[name], fresh[name]);
    same &&= Object.hasOwn(old, name) && merged[name] === old[name];
  }
  if (same) return before;
  return (Array.isArray(now) ? names.map((name) => merged[name]) : merged) as T;
}
