import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { openDataDir } from "./data-dir.ts";
import { runStatements } from "./run-statements.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Server on which each test file creates its databases. */
    postgresUrl: string;
    /** A migrated, empty database on that server. */
    migratedTemplate: string;
  }
}

/** Turns off durable writes: the data is discarded after the run. */
const forgetful = [
  "ALTER SYSTEM SET fsync = off",
  "ALTER SYSTEM SET full_page_writes = off",
  "SELECT pg_reload_conf()",
];

/**
 * Provides the run with one PostgreSQL, the one at `TEST_DATABASE_URL` or an embedded one for this
 * run, and a migrated template database on it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") {
    const template = await provide(project, given);
    return () => runStatements(given, [`DROP DATABASE ${template}`]);
  }
  const dataDir = await openDataDir("test");
  const postgres = await startEmbeddedPostgres({ dataDir });
  // The `process` project tests crashes, so it needs durable writes.
  if (project.name !== "process") await runStatements(postgres.url, forgetful);
  await provide(project, postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/**
 * Creates the template database for tests, because migrating takes four times as long as copying.
 * Returns its name.
 */
async function provide(project: TestProject, url: string): Promise<string> {
  const template = `gavelyard_migrated_${randomBytes(6).toString("hex")}`;
  await runStatements(url, [`CREATE DATABASE ${template}`]);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.href);
  project.provide("postgresUrl", url);
  project.provide("migratedTemplate", template);
  return template;
}
