import { expect, test } from "vitest";
import { nextItem, placeIn, type Place } from "./next-item.ts";

const item = (auction: number) => ({ path: `/admin-dashboard?tab=winners&auction=${auction}` });
const [a, b, c] = [item(1), item(2), item(3)];
const queryOf = (text: string) => new URLSearchParams(text);
const nowhere: Place = { path: null, index: 0 };

test("the next item follows the one whose address the page has, and starts over at the end", () => {
  const at = placeIn([a, b, c], queryOf("tab=winners&auction=2&queue=WINNERS&filter=all"), nowhere);
  expect(at).toEqual({ path: b.path, index: 1 });
  expect(nextItem([a, b, c], at)).toBe(c);
  expect(nextItem([a, b, c], { path: c.path, index: 2 })).toBe(a);
  expect(nextItem([b], at)).toBeNull();
  expect(nextItem([], nowhere)).toBeNull();
});

test("several entries of one page are one item", () => {
  expect(nextItem([a, a, a, b], { path: a.path, index: 0 })).toBe(b);
});

test("a finished item, or one that the page has closed, keeps its place", () => {
  const at = { path: b.path, index: 1 };
  const closed = placeIn([a, b, c], queryOf("tab=winners"), at);
  expect(closed).toBe(at);
  expect(nextItem([a, b, c], closed)).toBe(c);
  const finished = placeIn([a, c], queryOf("tab=winners&auction=2"), at);
  expect(finished).toBe(at);
  expect(nextItem([a, c], finished)).toBe(c);
  expect(nextItem([a], finished)).toBe(a);
  // An earlier item was finished by somebody else.
  expect(placeIn([b, c], queryOf("tab=winners"), at)).toEqual({ path: b.path, index: 0 });
});

test("a page that was opened after its item was finished leads to the first item", () => {
  const at = placeIn([b, c], queryOf("tab=winners&auction=1"), nowhere);
  expect(at).toBe(nowhere);
  expect(nextItem([b, c], at)).toBe(b);
});
