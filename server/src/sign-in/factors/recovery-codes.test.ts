import { expect, test } from "vitest";
import { generateRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";

test("ten different codes of 120 bits", () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
});

test.each([
  "4K7W-91CD-0ZQE-MT3X",
  " 4k7w 91cd 0zqe mt3x ",
  "4k7w9icdozqemt3x",
  "4k7w-9lcd-Ozqe-mt3x",
])("%j is the same code, however it is typed", (typed) =>
  expect(recoveryCodeHash(typed)).toEqual(recoveryCodeHash("4k7w-91cd-0zqe-mt3x")),
);
