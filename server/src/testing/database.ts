import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { inject } from "vitest";
import { serverUrlOf } from "../db/embedded/embedded-postgres.ts";
import { createPool } from "../db/pool.ts";
import { runStatements } from "./run-statements.ts";

export interface TestDatabase {
  /** As the server's role. */
  readonly url: string;
  /** As a superuser, who owns the tables. */
  readonly ownerUrl: string;
  drop(): Promise<void>;
}

/** Creates a migrated database that only the caller uses. */
export async function openDatabase(): Promise<TestDatabase> {
  const name = `gavelyard_test_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject("migratedTemplate")}`);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return {
    url: serverUrlOf(url.href),
    ownerUrl: url.href,
    drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Creates a pool like the product's, whose calls wait as long as a busy machine needs. */
export function openPool(url: string, size?: number): Pool {
  const pool = createPool(url, size);
  pool.options.connectionTimeoutMillis = 60_000;
  return pool;
}

const onServer = (statement: string) => runStatements(inject("postgresUrl"), [statement]);
