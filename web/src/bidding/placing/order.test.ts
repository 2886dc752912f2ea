import { ApiError } from "@gavelyard/client/call";
import { expect, test } from "vitest";
import { failedAttempt, offerFor, type Attempt, type Order } from "./order.ts";

const plain: Order = { amount: 16_300, maxAmount: null };
const maximum: Order = { amount: 16_300, maxAmount: 27_700 };
const failed = (order: Order, status: number, code?: "bid-too-low" | "bid-limit-exceeded") =>
  failedAttempt(order, 0, new ApiError(status, "", [], null, code));

test.each<[string, Order, number, Attempt | null, object]>([
  ["a bid at the next amount is ready", plain, 16_300, null, { order: plain, state: "ready" }],
  [
    "a plain bid follows the price",
    plain,
    16_400,
    null,
    { order: { amount: 16_400, maxAmount: null }, state: "moved" },
  ],
  ["also down, after a retraction", plain, 16_000, null, { order: { amount: 16_000 } }],
  ["a maximum stays as it is", maximum, 20_000, null, { order: maximum, state: "ready" }],
  ["until the price passes it", maximum, 27_800, null, { state: "passed" }],
  [
    "a bid without an answer is sent again as it was",
    plain,
    16_400,
    failed(plain, 0),
    { order: plain, state: "again" },
  ],
  [
    "a maximum without an answer, too",
    maximum,
    27_800,
    failed(maximum, 503),
    { order: maximum, state: "again" },
  ],
  [
    "what was refused as too low waits for the new price",
    plain,
    16_300,
    failed(plain, 409, "bid-too-low"),
    { order: plain, state: "late" },
  ],
  [
    "and then offers it",
    plain,
    16_400,
    failed(plain, 409, "bid-too-low"),
    { order: { amount: 16_400, maxAmount: null }, state: "moved" },
  ],
  [
    "what a limit refused isn't sent again",
    plain,
    16_300,
    failed(plain, 409, "bid-limit-exceeded"),
    { state: "refused" },
  ],
  ["too many calls are no refusal", plain, 16_300, failed(plain, 429), { state: "again" }],
  [
    "another order's refusal doesn't count",
    plain,
    16_300,
    failed(maximum, 409, "bid-limit-exceeded"),
    { state: "ready" },
  ],
])("%s", (_what, asked, minNextBid, attempt, offer) => {
  expect(offerFor(asked, minNextBid, attempt)).toMatchObject(offer);
});
