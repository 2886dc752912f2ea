import { permissions } from "@gavelyard/domain/users/permissions";
import { expect, test } from "vitest";
import { nextKey } from "../shortcuts/key-press.ts";
import { shortcuts } from "../shortcuts/shortcuts.ts";
import { staffShortcuts } from "./staff-shortcuts.ts";

const keysOf = (all: readonly { keys: readonly string[] }[]) => all.flatMap(({ keys }) => keys);
const all = keysOf(staffShortcuts({ admin: true, permissions }));

test("no shortcut of staff equals or starts with another's keys, and each can be typed", () => {
  expect(new Set(all).size).toBe(all.length);
  for (const one of all) expect(all.filter((other) => other.startsWith(`${one} `))).toEqual([]);
  for (const sequence of all.filter((keys) => keys.startsWith("g "))) {
    const { begun } = nextKey("g", null, 0, all);
    expect(nextKey(sequence.slice(2), begun, 1, all).done).toBe(sequence);
  }
});

test("staff have rooms instead of bidding and watching", () => {
  const forReaders = keysOf(shortcuts).filter((key) => !all.includes(key));
  expect(forReaders).toEqual(["w", "b", "g m"].filter((key) => !all.includes(key)));
  expect(all).toEqual(expect.arrayContaining(["n", "g q", "g i", "g a", "g w", "g p", "g u"]));
});

test("a room that the reader may not open has no key", () => {
  const forGate = keysOf(staffShortcuts({ admin: false, permissions: ["gate"] }));
  expect(forGate).toContain("g g");
  expect(forGate).toContain("g q");
  expect(forGate).not.toContain("g p");
  expect(forGate).not.toContain("g i");
});
