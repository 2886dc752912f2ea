import { expect, test } from "vitest";
import { Sealer } from "./sealed.ts";

const secret = "a secret of the server with more than 32 characters";
const sealer = new Sealer(secret, "gate PINs");

test("what is sealed is read back for its own row", () => {
  expect(sealer.open("award 7", sealer.seal("award 7", "004217"))).toBe("004217");
});

test("what is kept tells nothing: no text in it, and never the same twice", () => {
  const [one, other] = [sealer.seal("award 7", "004217"), sealer.seal("award 7", "004217")];
  expect(one.includes("004217")).toBe(false);
  expect(one.equals(other)).toBe(false);
});

test("it opens for its own row, purpose and secret, and unchanged alone", () => {
  const kept = sealer.seal("award 7", "004217");
  expect(sealer.open("award 8", kept)).toBeNull();
  expect(new Sealer(secret, "tax numbers").open("award 7", kept)).toBeNull();
  expect(new Sealer("another secret", "gate PINs").open("award 7", kept)).toBeNull();
  const last = kept.at(-1) ?? 0;
  const touched = Buffer.concat([kept.subarray(0, -1), Buffer.from([last ^ 1])]);
  expect(sealer.open("award 7", touched)).toBeNull();
  expect(sealer.open("award 7", Buffer.alloc(3))).toBeNull();
});
