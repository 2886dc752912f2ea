import { ApiError } from "@gavelyard/client/call";
import { expect, test } from "vitest";
import { wishlistFailure } from "./api.ts";

test.each([
  ["the server's message", new ApiError(409, "This unit was withdrawn"), "This unit was withdrawn"],
  ["the error's own message", new TypeError("The list broke"), "The list broke"],
  [
    "the specification's text",
    new ApiError(500, ""),
    "An error occurred while managing your wishlist",
  ],
])("a failed watchlist shows %s", (_which, error, text) => {
  expect(wishlistFailure(error)).toBe(text);
});
