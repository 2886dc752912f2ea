import type { TestProject } from "vitest/node";
import { createDatabase, rowsOf } from "./database.ts";
import { startDemo } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Name of a database with a stopped demo, if the run has one. */
    demoTemplate?: string;
  }
}

/** Fills a database with the demo. Every test file of the run starts from a copy of it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, filesUrl } = project.getProvidedContext();
  const database = await createDatabase(postgresUrl);
  const product = await startDemo(database, filesUrl);
  // Stopping waits for work in progress.
  await product.stop();
  // Autovacuum updates statistics too late for tests.
  await rowsOf(database.ownerUrl, "ANALYZE");
  project.provide("demoTemplate", new URL(database.url).pathname.slice(1));
  return () => database.drop();
}
