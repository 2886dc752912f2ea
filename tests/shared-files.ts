import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    /** `FILES_URL` of all demos in the run, so that each picture is encoded once. */
    filesUrl: string;
  }
}

/** Provides a shared folder for files, deleted after the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), "gavelyard-files-"));
  project.provide("filesUrl", pathToFileURL(directory).href);
  return () => rm(directory, { recursive: true, force: true });
}
