import fc from "fast-check";
import { expect, test } from "vitest";
import { avatarFile, avatarInitials, avatarTone, drawAvatar } from "./avatar.ts";

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

test("the same name always gets the same valid tone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 12 }), (name, tones) => {
      const tone = avatarTone(name, tones);
      expect(Number.isInteger(tone) && tone >= 0 && tone < tones).toBe(true);
      expect(avatarTone(` ${name} `, tones)).toBe(tone);
    }),
  );
});

test("names spread over the tones, in any case", () => {
  const names = Array.from({ length: 200 }, (_, index) => `Bidder Number ${index}`);
  expect(new Set(names.map((name) => avatarTone(name, 8))).size).toBe(8);
  expect(avatarTone("DALE", 97)).toBe(avatarTone("dale", 97));
});

test.each([0, -1, 1.5])("throws for %d tones", (tones) => {
  expect(() => avatarTone("Dale", tones)).toThrow(RangeError);
});

test("any name's avatar can be drawn from its file name, in both sizes", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(64 as const, 128 as const),
      (name, size) => {
        const file = avatarFile(name, size);
        const drawn = drawAvatar(decodeURIComponent(file));
        expect(drawn).toContain(`width="${size}" height="${size}"`);
        expect(drawn).toContain(`>${avatarInitials(name)}</text>`);
      },
    ),
  );
});

test("a file name reveals only the initials", () => {
  expect(avatarFile("Dale Hutchins", 128)).toMatch(/^128-\d-DH\.svg$/);
  expect(decodeURIComponent(avatarFile("", 64))).toMatch(/^64-\d-\?\.svg$/);
});

test.each([
  "128-0-.svg",
  "128-9-DH.svg",
  "32-0-DH.svg",
  "128-0-DH.png",
  "128-0-<b>.svg",
  "128-0-D H.svg",
  "128-0-ABCDEFGHI.svg",
])("there is no avatar named %s", (file) => {
  expect(drawAvatar(file)).toBeNull();
});
