import fc from "fast-check";
import { expect, test } from "vitest";
import { keyOf, nextKey, type Press } from "./key-press.ts";
import { shortcuts } from "./shortcuts.ts";

type Held = Partial<Press> & { readonly altGraph?: boolean };
const press = (key: string, held: Held = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  altGraph: false,
  ...held,
});

test.each<[ReturnType<typeof press>, string | null]>([
  [press("j"), "j"],
  [press("J"), "j"], // Caps lock
  [press("J", { shiftKey: true }), null],
  [press("?", { shiftKey: true }), "?"],
  [press("/", { shiftKey: true }), "/"],
  [press("["), "["],
  [press("[", { ctrlKey: true, altKey: true, altGraph: true }), "["],
  [press("w", { ctrlKey: true, altKey: true, altGraph: true }), null],
  [press("w", { ctrlKey: true }), null],
  [press("w", { metaKey: true }), null],
  [press("w", { altKey: true }), null],
  [press("w", { isComposing: true }), null],
  [press("k", { ctrlKey: true }), "ctrl k"],
  [press("K", { metaKey: true }), "ctrl k"],
  [press("k", { ctrlKey: true, shiftKey: true }), null],
  [press("z", { ctrlKey: true }), "ctrl z"],
  [press("Z", { metaKey: true, shiftKey: true }), null], // Redo
  [press("Escape"), "esc"],
  [press("Escape", { ctrlKey: true }), null],
  [press("Enter"), null],
  [press("Tab"), null],
  [press(" "), null],
  [press("Dead"), null],
])("%j is %j", (pressed, expected) => {
  expect(keyOf(pressed, pressed.altGraph)).toBe(expected);
});

test("a letter with a modifier is never a shortcut, except Ctrl K and Ctrl Z", () => {
  const held = fc.record({
    ctrlKey: fc.boolean(),
    metaKey: fc.boolean(),
    altKey: fc.boolean(),
    shiftKey: fc.boolean(),
    altGraph: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), held, (letter, modifiers) => {
      const isPlain = Object.values(modifiers).every((each) => !each);
      const name = keyOf(press(letter, modifiers), modifiers.altGraph);
      expect(name === null || name.startsWith("ctrl ") || isPlain).toBe(true);
    }),
  );
});

const some = ["j", "g h", "g v"];

test("keys in time complete a sequence; a late key starts a new one", () => {
  const first = nextKey("g", null, 0, some);
  expect(first).toEqual({ done: null, begun: { keys: "g", atMs: 0 } });
  expect(nextKey("h", first.begun, 1_500, some)).toEqual({ done: "g h", begun: null });
  expect(nextKey("h", first.begun, 1_501, some)).toEqual({ done: null, begun: null });
  expect(nextKey("g", first.begun, 1_501, some).begun).toEqual({ keys: "g", atMs: 1_501 });
  expect(nextKey("j", first.begun, 1_501, some).done).toBe("j");
});

test("after the first key of a sequence, other keys do nothing", () => {
  const { begun } = nextKey("g", null, 0, some);
  expect(nextKey("j", begun, 10, some)).toEqual({ done: null, begun: null });
  expect(nextKey("g", begun, 10, some)).toEqual({ done: null, begun: null });
});

test("no shortcut equals or starts with another's keys", () => {
  const keys = shortcuts.flatMap((each) => each.keys);
  expect(new Set(keys).size).toBe(keys.length);
  for (const one of keys) expect(keys.filter((other) => other.startsWith(`${one} `))).toEqual([]);
});

test("typing a shortcut's keys triggers it and no other", () => {
  for (const { keys } of shortcuts) {
    for (const sequence of keys) {
      let begun: Parameters<typeof nextKey>[1] = null;
      let done: string | null = null;
      const all = shortcuts.flatMap((each) => each.keys);
      for (const key of sequence.startsWith("ctrl ") ? [sequence] : sequence.split(" "))
        ({ done, begun } = nextKey(key, begun, 0, all));
      expect(done).toBe(sequence);
    }
  }
});
