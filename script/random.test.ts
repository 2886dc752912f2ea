import { expect, test } from "vitest";
import { sources } from "./sources.ts";

test("codes, links and secrets can't be predicted: only delays use Math.random (ASVS 6.5.3)", async () => {
  const found: string[] = [];
  for await (const [file, code] of sources())
    if (/^(contract|domain|server)\//.test(file) && code.includes("Math.random")) found.push(file);
  expect(found.toSorted()).toEqual([
    "server/src/http/limits/admission.ts",
    "server/src/http/limits/call-rates.ts",
  ]);
});
