import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { allEndpoints } from "@gavelyard/contract/all";
import type { RefusalCode } from "@gavelyard/contract/refusals";
import { beforeAll, expect, test } from "vitest";
import { ApiError } from "@gavelyard/client/call";
import { createQueryClient, forgetUser } from "./query-client.ts";

const source = path.resolve(import.meta.dirname, "..");

/** A query in the source: the fixed parts of its key, and whether its call is public. */
interface Query {
  readonly key: readonly string[];
  readonly isPublic: boolean;
}
let queries: Query[];
let written = 0;
beforeAll(async () => {
  queries = [];
  for await (const file of glob(`${source}/**/*.{ts,tsx}`)) {
    const text = file.includes(".test.") ? "" : await readFile(file, "utf8");
    written += text.split("queryFn:").length - 1;
    const definitions = /queryKey: \[([^\]]*)\],\s*queryFn:(?=((?:(?!queryKey:)[\s\S]){0,400}))/g;
    for (const [, key = "", read = ""] of text.matchAll(definitions)) {
      const call = /(?:call|readFile)\(\s*"(\w+)"/.exec(read)?.[1];
      const endpoint = Object.entries(allEndpoints).find(([name]) => name === call)?.[1];
      queries.push({
        key: [...key.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word),
        // Messages of the public topics write what has no call of its own.
        isPublic: endpoint?.access === "public" || read.trimStart().startsWith("skipToken"),
      });
    }
  }
});

test("no personal query is visible to another user or outlives its user", () => {
  let userId: number | null = 1;
  const cache = createQueryClient(false, () => userId);
  expect(queries.length).toBe(written);
  expect(written).toBeGreaterThan(40);
  for (const { key } of queries) cache.setQueryData(key, "of user 1");
  const found = () => queries.filter(({ key }) => cache.getQueryData(key) !== undefined);
  expect(found()).toEqual(queries);
  for (const other of [2, null]) {
    userId = other;
    expect(found().filter(({ isPublic }) => !isPublic)).toEqual([]);
  }
  userId = 1;
  forgetUser(cache);
  expect(found().filter(({ isPublic }) => !isPublic)).toEqual([]);
  // A lot's bids include which ones are the viewer's.
  expect(found().filter(({ key }) => key[0] === "bids")).toEqual([]);
  expect(found().map(({ key }) => key[0])).toContain("auctions");
});

test("a response that arrives after its user signed out is not cached", async () => {
  const cache = createQueryClient(false, () => 1);
  let answer = (_name: string) => {};
  const read = cache.fetchQuery({
    queryKey: ["me", "profile"],
    queryFn: () => new Promise<string>((resolve) => (answer = resolve)),
  });
  forgetUser(cache);
  answer("User 1");
  await read.catch(() => null);
  expect(cache.getQueryCache().getAll()).toEqual([]);
});

test("a call that lacks a permission refetches the permissions (D57)", async () => {
  const cache = createQueryClient(false, () => 1);
  const key = ["me", "profile"];
  cache.setQueryData(key, { permissions: ["money"] });
  const refused = (code?: RefusalCode) => async () => {
    throw new ApiError(403, "Refused", [], null, code);
  };
  const isStale = () => cache.getQueryState(key)?.isInvalidated;
  await cache.fetchQuery({ queryKey: ["staff"], queryFn: refused() }).catch(() => null);
  expect(isStale()).toBe(false);
  const queryFn = refused("permission-missing");
  await cache.fetchQuery({ queryKey: ["staff"], queryFn }).catch(() => null);
  expect(isStale()).toBe(true);
});
