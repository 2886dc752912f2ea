import { expect, test } from "vitest";
import { FieldCipher } from "./sealed.ts";

const secret = "a secret of the server with more than 32 characters";
const cipher = new FieldCipher(secret, "gate PINs");

test("a sealed value opens for its own row", () => {
  expect(cipher.open("award 7", cipher.seal("award 7", "004217"))).toBe("004217");
});

test("the stored value reveals nothing: no plain text, and never the same twice", () => {
  const [one, other] = [cipher.seal("award 7", "004217"), cipher.seal("award 7", "004217")];
  expect(one.includes("004217")).toBe(false);
  expect(one.equals(other)).toBe(false);
});

test("it opens only for its own row, purpose and secret, and only unchanged", () => {
  const kept = cipher.seal("award 7", "004217");
  expect(cipher.open("award 7", kept)).toBe("004217");
  expect(cipher.open("award 8", kept)).toBeNull();
  expect(new FieldCipher(secret, "tax numbers").open("award 7", kept)).toBeNull();
  expect(new FieldCipher("another secret", "gate PINs").open("award 7", kept)).toBeNull();
  const last = kept.at(-1) ?? 0;
  const touched = Buffer.concat([kept.subarray(0, -1), Buffer.from([last ^ 1])]);
  expect(cipher.open("award 7", touched)).toBeNull();
  expect(cipher.open("award 7", Buffer.alloc(3))).toBeNull();
});
