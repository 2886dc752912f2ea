import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";

/** An empty database, and a folder for what else the product keeps. */
export interface FreshDatabase {
  readonly url: string;
  readonly dataDir: string;
  drop(): Promise<void>;
}

export async function createDatabase(server: string): Promise<FreshDatabase> {
  const name = `gavelyard_product_${randomBytes(6).toString("hex")}`;
  const run = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), "gavelyard-product-"));
  return {
    url: url.href,
    dataDir,
    drop: async () => {
      await run(`DROP DATABASE ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
