import { createCall } from "@gavelyard/client/call";
import { expect, test } from "vitest";
import { createQueryClient } from "../api/query-client.ts";
import { ownBidsQuery } from "./api.ts";

const bids = [{ id: 7 }, { id: 3 }];

test.each([
  ["a list", bids],
  ["bids", { bids }],
  ["data", { data: bids }],
])("a user's bids are read from %s (section 7)", async (_form, answer) => {
  const call = createCall(async ({ url }) => ({
    status: url === "/api/bids/user/1" ? 200 : 404,
    text: JSON.stringify(answer),
  }));
  const cache = createQueryClient(true, () => 1);
  const read = await cache.fetchQuery(ownBidsQuery(call, 1));
  expect(read.map(({ id }) => id)).toEqual([7, 3]);
});
