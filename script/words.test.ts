import { expect, test } from "vitest";
import { avoidedIn } from "./words.ts";

test("finds words that read like a translation, with their lines", () => {
  expect(avoidedIn("It is computed\nAnew for whoever asks.")).toEqual([
    "2: Anew (write: again)",
    "2: whoever (write: anyone who)",
  ]);
  expect(avoidedIn("/**\n * It sees those\n * of the role.\n */")).toEqual([
    "2: those of (write: name what they are)",
  ]);
  expect(avoidedIn("Renewed for anyone who asks; a manewver.")).toEqual([]);
});
