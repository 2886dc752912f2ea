import { expect, test } from "vitest";
import { GatePins } from "./gate-pin.ts";

const pins = new GatePins("a secret of the server with more than 32 characters");

test("a PIN has six digits, leading noughts too, and is read back as it was sealed", () => {
  const drawn = Array.from({ length: 500 }, () => pins.draw());
  expect(drawn.every((pin) => /^\d{6}$/.test(pin))).toBe(true);
  expect(new Set(drawn).size).toBeGreaterThan(490);
  expect(pins.open(7, pins.seal(7, "004217"))).toBe("004217");
});

test("what is kept tells nothing: no PIN in it, and never the same twice", () => {
  const [one, other] = [pins.seal(7, "004217"), pins.seal(7, "004217")];
  expect(one.includes("004217")).toBe(false);
  expect(one.equals(other)).toBe(false);
});

test("it opens for its own award, under its own secret, and unchanged alone", () => {
  const kept = pins.seal(7, "004217");
  expect(pins.open(8, kept)).toBeNull();
  expect(new GatePins("another secret").open(7, kept)).toBeNull();
  expect(pins.open(7, Buffer.concat([kept.subarray(0, -1), Buffer.from([0])]))).toBeNull();
  expect(pins.open(7, Buffer.alloc(3))).toBeNull();
});

test("at the gate only the whole PIN matches", () => {
  const kept = pins.seal(7, "004217");
  expect(pins.matches(7, kept, "004217")).toBe(true);
  for (const wrong of ["4217", "004218", "", "0042170"]) {
    expect(pins.matches(7, kept, wrong)).toBe(false);
  }
  expect(pins.matches(8, kept, "")).toBe(false);
});
