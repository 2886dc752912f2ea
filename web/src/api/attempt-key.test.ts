import { expect, test } from "vitest";
import { ApiError } from "./client.ts";
import { keyAfterFailure } from "./attempt-key.ts";

test.each([400, 403, 404, 409, 422])("a tap after a refusal (%i) is a new attempt", (status) => {
  expect(keyAfterFailure("first", new ApiError(status, "refused"))).not.toBe("first");
});

test.each([0, 500, 502, 503])("a tap after no answer (%i) repeats the attempt", (status) => {
  expect(keyAfterFailure("first", new ApiError(status, "unknown"))).toBe("first");
});

test("a tap after the network failed repeats the attempt", () => {
  expect(keyAfterFailure("first", new TypeError("Failed to fetch"))).toBe("first");
});
