import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";

/** Runs one query on a new connection. */
export async function rowsOf<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  // A lost connection fails the statement, which says so.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** A test's own database, and a folder for other data. */
export interface FreshDatabase {
  readonly url: string;
  readonly dataDir: string;
  drop(): Promise<void>;
}

/** Creates an empty database, or a copy of `template`. */
export async function createDatabase(
  server: string,
  template = "template1",
): Promise<FreshDatabase> {
  const name = `gavelyard_product_${randomBytes(6).toString("hex")}`;
  await rowsOf(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), "gavelyard-product-"));
  return {
    url: url.href,
    dataDir,
    drop: async () => {
      await rowsOf(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
