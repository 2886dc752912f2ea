import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { serverUrlOf, startEmbeddedPostgres } from "../db/embedded/embedded-postgres.ts";
import { migrateFor } from "../db/migrate.ts";
import { openDataDirInMemory } from "./data-dir.ts";
import { runStatements } from "./run-statements.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Server on which each test file creates its databases, as a superuser. */
    postgresUrl: string;
    /** A migrated, empty database on that server, which the server's role can use. */
    migratedTemplate: string;
  }
}

/**
 * Provides the run with one PostgreSQL, the one at `TEST_DATABASE_URL` or an embedded one for this
 * run, and a migrated template database on it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const configured = process.env["TEST_DATABASE_URL"];
  if (configured !== undefined && configured !== "") {
    const template = await provide(project, configured);
    return async () => {
      await runStatements(configured, [`DROP DATABASE ${template}`]);
      // Another run may still use it.
      const role = new URL(serverUrlOf(configured)).username;
      await runStatements(configured, [`DROP ROLE ${role}`]).catch(() => {});
    };
  }
  const dataDir = await openDataDirInMemory("test");
  const postgres = await startEmbeddedPostgres({ dataDir });
  await provide(project, postgres.ownerUrl);
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
  await migrateFor(templateUrl.href, serverUrlOf(templateUrl.href));
  project.provide("postgresUrl", url);
  project.provide("migratedTemplate", template);
  return template;
}
