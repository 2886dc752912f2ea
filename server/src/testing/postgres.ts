import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { openDataDir } from "./data-dir.ts";
import { runStatements } from "./run-statements.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Server on which each test file makes databases of its own. */
    postgresUrl: string;
  }
}

/** Lets the server leave it to the system when it writes: what it holds goes with the run. */
const forgetful = [
  "ALTER SYSTEM SET fsync = off",
  "ALTER SYSTEM SET full_page_writes = off",
  "SELECT pg_reload_conf()",
];

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
  if (project.name !== "process") await runStatements(postgres.url, forgetful);
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
