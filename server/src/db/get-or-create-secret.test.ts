import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type TestDatabase } from "../testing/database.ts";
import { getOrCreateSecret } from "./get-or-create-secret.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openDatabase();
  pool = createPool(database.url, 4);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("processes that ask together get one secret, and keep it", async () => {
  const fresh = ["one", "two", "three"];
  const [first, ...others] = await Promise.all(
    fresh.map((each) => getOrCreateSecret(pool, "shared", each)),
  );
  expect(fresh).toContain(first);
  expect(others).toEqual([first, first]);
  expect(await getOrCreateSecret(pool, "shared", "four")).toBe(first);
});

test("a transaction that reads a secret writes nothing, so others don't wait for it", async () => {
  await getOrCreateSecret(pool, "read", "the secret");
  const tx = await pool.connect();
  try {
    await tx.query("BEGIN READ ONLY");
    expect(await getOrCreateSecret(tx, "read", "another")).toBe("the secret");
  } finally {
    tx.release(true);
  }
});
