import type { TestProject } from "vitest/node";
import { createDatabase, rowsOf } from "./database.ts";
import { startDemo } from "./product.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Name of a database with a demo that was opened and closed again, where a run has one. */
    demoTemplate?: string;
  }
}

/** Fills one database with the demo, which every file of a run then begins with a copy of. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, filesUrl } = project.getProvidedContext();
  const database = await createDatabase(postgresUrl);
  const product = await startDemo(database, filesUrl);
  // Its stop waits for what it began.
  await product.stop();
  // Statistics now, since those who look after tables come by too late for tests.
  await rowsOf(database.url, "ANALYZE");
  project.provide("demoTemplate", new URL(database.url).pathname.slice(1));
  return () => database.drop();
}
