// A view comes whole with every update, and most of it is as it was. Equal parts stay the very same object, so that
// only what has changed is drawn again: with forty-five birds on the table that is most of the work.

export function shared<T>(before: T, now: T): T {
  if (before === now || typeof before !== "object" || typeof now !== "object" || before === null || now === null) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  if (Array.isArray(before) && Array.isArray(now)) {
    const old: unknown[] = before;
    const merged = now.map((one: unknown, i) => shared(old[i], one));
    return before.length === now.length && merged.every((one, i) => one === before[i]) ? before : (merged as T);
  }
  const [old, fresh] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const names = Object.keys(fresh);
  let same = names.length === Object.keys(old).length;
  let merged = fresh;
  for (const name of names) {
    const one = shared(old[name], fresh[name]);
    same &&= one === old[name] && Object.hasOwn(old, name);
    if (one !== fresh[name]) {
      if (merged === fresh) merged = { ...fresh };
      merged[name] = one;
    }
  }
  return same ? before : (merged as T);
}
