import { expect, test } from "vitest";
import { hashSecret, matchesSecret } from "./password-hash.ts";

test("a password matches only its own hash, in any Unicode normalization", async () => {
  const [one, other] = await Promise.all([hashSecret("caf\u00E9 racer"), hashSecret("another")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await matchesSecret(one, "cafe\u0301 racer")).toBe(true);
  expect(await matchesSecret(other, "caf\u00E9 racer")).toBe(false);
});

test("without a hash nothing matches", async () => {
  expect(await matchesSecret(null, "")).toBe(false);
  expect(await matchesSecret(null, "a pass phrase")).toBe(false);
});

test("one unreadable hash doesn't affect other accounts", async () => {
  const hashed = await hashSecret("a pass phrase");
  const answers = await Promise.allSettled([
    matchesSecret("no hash at all", "a pass phrase"),
    matchesSecret(hashed, "a pass phrase"),
  ]);
  expect(answers).toMatchObject([{ status: "rejected" }, { status: "fulfilled", value: true }]);
  expect(await matchesSecret(hashed, "a pass phrase")).toBe(true);
});
