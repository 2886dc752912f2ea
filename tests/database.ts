import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { withClient } from "../server/src/db/client.ts";
import { serverUrlOf } from "../server/src/db/embedded/embedded-postgres.ts";
import { migrateFor } from "../server/src/db/migrate.ts";

export async function rowsOf<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(text, [...values])).rows);
}

export interface FreshDatabase {
  /** As the server's role. */
  readonly url: string;
  /** As a superuser, who owns the tables. */
  readonly ownerUrl: string;
  readonly dataDir: string;
  drop(): Promise<void>;
}

/** Creates a migrated, empty database, or a copy of `template`. */
export async function createDatabase(server: string, template?: string): Promise<FreshDatabase> {
  const name = `gavelyard_product_${randomBytes(6).toString("hex")}`;
  await rowsOf(server, `CREATE DATABASE ${name} TEMPLATE ${template ?? "template1"}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const ownerUrl = url.href;
  if (template === undefined) await migrateFor(ownerUrl, serverUrlOf(ownerUrl));
  const dataDir = await mkdtemp(path.join(tmpdir(), "gavelyard-product-"));
  return {
    url: serverUrlOf(ownerUrl),
    ownerUrl,
    dataDir,
    drop: async () => {
      await rowsOf(server, `DROP DATABASE ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
