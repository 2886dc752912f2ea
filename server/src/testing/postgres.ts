import { rm } from "node:fs/promises";
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
  project.provide("postgresUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
