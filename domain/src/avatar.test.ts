import fc from "fast-check";
import { expect, test } from "vitest";
import { avatarInitials, avatarTone } from "./avatar.ts";

test.each([
  ["Dale Hutchins", "DH"],
  ["dale", "D"],
  ["  Maria  del Carmen Ortiz ", "MO"],
  ["Jean-Luc O’Neill", "JO"],
  ["Łukasz Żak", "ŁŻ"],
  ["E\u0301ric A\u030Angström", "ÉÅ"],
  ["李小龙", "李"],
  ["𝒜da 𝓛ovelace", "𝒜𝓛"],
  ["4 Wheels LLC", "4L"],
  ["(Guest) User", "GU"],
  ["", "?"],
  [" — ", "?"],
  ["🚚", "?"],
])("%j has the initials %s", (name, initials) => {
  expect(avatarInitials(name)).toBe(initials);
});

test("a name always has the same tone, within the tones there are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 12 }), (name, tones) => {
      const tone = avatarTone(name, tones);
      expect(Number.isInteger(tone) && tone >= 0 && tone < tones).toBe(true);
      expect(avatarTone(` ${name} `, tones)).toBe(tone);
    }),
  );
});

test("names spread over the tones, whatever their case", () => {
  const names = Array.from({ length: 200 }, (_, index) => `Bidder Number ${index}`);
  expect(new Set(names.map((name) => avatarTone(name, 8))).size).toBe(8);
  expect(avatarTone("DALE", 97)).toBe(avatarTone("dale", 97));
});

test.each([0, -1, 1.5])("there is no choice of %d tones", (tones) => {
  expect(() => avatarTone("Dale", tones)).toThrow(RangeError);
});
