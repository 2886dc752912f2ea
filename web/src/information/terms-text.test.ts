import { termsVersion } from "@gavelyard/domain/terms";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { terms } from "./terms-text.ts";

test("a change of the terms has a new version, which customers accept again (D78)", () => {
  const words = terms.parts.map(({ heading, paragraphs }) => [
    heading,
    ...paragraphs.filter((paragraph) => typeof paragraph === "string"),
  ]);
  expect(words.flat().length).toBeGreaterThan(20);
  const digest = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  // Changed the text? Then raise `termsVersion` in `domain/src/terms.ts`, and state both here.
  expect([termsVersion, digest.slice(0, 16)]).toEqual(["2026-11-28", "64e0b52dad383dfc"]);
});
