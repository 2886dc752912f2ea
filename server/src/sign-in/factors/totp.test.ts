import { describe, expect, test } from "vitest";
import { base32, codeOf, matchingStep, stepAt } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

describe("codes of authenticator apps", () => {
  // RFC 6238, appendix B, SHA-1.
  test.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("at %d s it is %s", (unixSec, code) => {
    expect(codeOf(secret, stepAt(unixSec), 8)).toBe(code);
    expect(codeOf(secret, stepAt(unixSec))).toBe(code.slice(2));
  });

  test.each([
    [-2, null],
    [-1, 99],
    [0, 100],
    [1, 101],
    [2, null],
  ])("a code %d steps off counts for step %s", (off, step) => {
    expect(matchingStep(secret, codeOf(secret, 100 + off), 100 * 30 + 29)).toBe(step);
  });

  test.each(["", "12345", "1234567", "abcdef", "１２３４５６"])("%j isn't a code", (code) => {
    expect(matchingStep(secret, code, 3_000)).toBeNull();
  });
});

// The test vectors of RFC 4648, without padding.
test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("%j is %j in base32", (bytes, letters) => {
  expect(base32(Buffer.from(bytes))).toBe(letters);
});
