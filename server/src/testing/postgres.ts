import { rm } from "node:fs/promises";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { openDataDir } from "./data-dir.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Server on which each test file makes databases of its own. */
    postgresUrl: string;
  }
}

/** Gives the run one PostgreSQL: the one of `TEST_DATABASE_URL`, or an embedded one that goes with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") {
    project.provide("postgresUrl", given);
    return async () => {};
  }
  const dataDir = await openDataDir("test");
  const postgres = await startEmbeddedPostgres({ dataDir });
  // Crashes are tried on one that writes as it always does.
  if (project.name !== "process") await forgetful(postgres.url);
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Lets the server leave it to the system when it writes: what it holds goes with the run. */
async function forgetful(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const setting of ["fsync", "full_page_writes"])
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
}
