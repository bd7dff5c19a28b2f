import { expect, it } from "vitest";
import { makeView } from "./fixtures";
import { shared } from "./shared";

it("what is equal stays the same object", () => {
  const before = makeView();
  expect(shared(before, makeView())).toBe(before);
});
it("what has changed is new, and only that", () => {
  const before = makeView();
  const now = makeView();
  now.open.mats[0]!.rows[0][0]!.eggs = 4;
  const found = shared(before, now);
  expect(found).toEqual(now);
  expect(found.open.mats[0]!.rows[0][0]).not.toBe(before.open.mats[0]!.rows[0][0]);
  expect(found.open.mats[0]!.rows[0][1]).toBe(before.open.mats[0]!.rows[0][1]);
  expect(found.open.mats[1]).toBe(before.open.mats[1]);
});
it("lists grow and shrink, and things come and go", () => {
  expect(shared([1, 2, 3], [1, 2])).toEqual([1, 2]);
  expect(shared<unknown>({ a: 1, b: undefined }, { a: 1, c: undefined })).toEqual({ a: 1, c: undefined });
  expect(shared<unknown>([], {})).toEqual({});
  expect(shared<unknown>(null, { a: 1 })).toEqual({ a: 1 });
});
