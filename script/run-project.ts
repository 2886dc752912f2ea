import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { root } from "./build-web.ts";

/** Projects of `vitest.config.ts` that `npm test` runs, those that fail soonest first. */
export const quickProjects: readonly string[] = [
  "rules",
  "components",
  "server",
  "screens",
  "process",
];
/** All projects. Only `npm run test:all`, and runs of named files, use those at the end. */
export const allProjects: readonly string[] = [
  ...quickProjects,
  "server-deep",
  "deep",
  "faults",
  "failover",
];

/** What a run of one project ended with. */
export interface ProjectRun {
  readonly passed: number;
  readonly failed: number;
  /** The failed tests' files and names, and files that didn't load. */
  readonly failures: readonly string[];
  readonly seconds: number;
}

const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Runs the tests of a project, of all files or of those whose names match a filter. */
export async function runProject(
  project: string,
  filters: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ProjectRun> {
  const started = performance.now();
  const dir = await mkdtemp(path.join(tmpdir(), "gavelyard-report-"));
  const file = path.join(dir, "report.json");
  const code = await new Promise<number>((resolve) => {
    const child = spawn(
      process.execPath,
      [
        path.join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        `--project=${project}`,
        "--reporter=dot",
        "--reporter=json",
        `--outputFile.json=${file}`,
        ...(filters.length > 0 ? ["--passWithNoTests"] : []),
        ...filters,
      ],
      {
        cwd: root,
        stdio: "inherit",
        env: {
          ...process.env,
          // Each worker skips compiling what an earlier one compiled.
          NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/gavelyard-node"),
          ...env,
          ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
        },
      },
    );
    child.on("error", () => resolve(1));
    child.on("close", (status) => resolve(status ?? 1));
  });
  const text = await readFile(file, "utf8").catch(() => null);
  await rm(dir, { recursive: true, force: true });
  const seconds = (performance.now() - started) / 1000;
  if (text === null) {
    const failures = code === 0 ? [] : [`${project} ended without a report`];
    return { passed: 0, failed: failures.length, failures, seconds };
  }
  const { numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(text));
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    const where = path.relative(root, name);
    // A file that fails to load has no failed test.
    if (tests.length === 0) return status === "failed" ? [where] : [];
    return tests.map(({ fullName }) => `${where}: ${fullName}`);
  });
  // An error outside of tests fails the run too.
  if (failures.length === 0 && code !== 0) failures.push(`${project}: an error outside of tests`);
  return {
    passed: numPassedTests,
    failed: Math.max(numFailedTests, failures.length),
    failures,
    seconds,
  };
}
