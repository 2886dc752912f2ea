import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A busy machine does what is expected, if not soon. */
const patient = { poll: { timeout: 60_000 } };
/** Many times what the slowest test takes alone. */
const patientTest = { testTimeout: 600_000, hookTimeout: 600_000, expect: patient };
const setupFiles = ["server/src/testing/fixed-seed.ts"];

const components = "web/src/**/*.component.test.tsx";

/** Files of few lines that take long come first, so that none is left alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes("/axe-");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Tests of the server on a real PostgreSQL. */
const server = (name: string, include: string[], exclude: string[] = []) => ({
  test: {
    name,
    setupFiles,
    include,
    exclude,
    globalSetup: ["server/src/testing/postgres.ts"],
    ...patientTest,
    // While one waits for the database another has the processor.
    maxWorkers: availableParallelism() + 1,
    // The product's modules keep nothing that one file could leave to the next.
    isolate: false,
  },
});

/** Tests of pages in a browser, on the demo. */
const screens = (name: string, folder: string) => ({
  test: {
    name,
    include: [`tests/${folder}/**/*.test.ts`],
    globalSetup: [
      "server/src/testing/postgres.ts",
      "tests/shared-files.ts",
      "tests/demo-template.ts",
    ],
    ...patientTest,
    // While one waits for a page another has the processor.
    maxWorkers: availableParallelism() + 1,
    // Screens whose data is withheld mostly wait until the page gives up.
    maxConcurrency: 3,
    isolate: false,
  },
});

/** Tests of the product as a process of its own. */
const processes = (name: string, folders: string) => ({
  test: {
    name,
    include: [`tests/${folders}/**/*.test.ts`],
    globalSetup: ["server/src/testing/postgres.ts"],
    ...patientTest,
    maxWorkers: availableParallelism(),
  },
});

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // What the product logs while a test passes would hide what failed.
    silent: "passed-only",
    projects: [
      {
        test: {
          name: "rules",
          setupFiles,
          include: ["*/src/**/*.test.{ts,tsx}", "script/**/*.test.ts"],
          exclude: ["server/**", components],
          testTimeout: 120_000,
          expect: patient,
          maxWorkers: availableParallelism(),
          // A file in a process of its own takes three times as long. Files reset what they change.
          isolate: false,
        },
      },
      {
        test: {
          // Screens without a browser or server: what they show when calls fail or aren't answered.
          name: "components",
          environment: "happy-dom",
          environmentOptions: { happyDOM: { url: "http://gavelyard.test/" } },
          include: [components],
          testTimeout: 120_000,
          expect: patient,
          maxWorkers: availableParallelism(),
        },
      },
      server("server", ["server/src/**/*.test.ts"], ["**/deep/**"]),
      screens("screens", "e2e"),
      screens("deep", "deep"),
      processes("process", "{process,start}"),
      server("server-deep", ["server/src/**/deep/*.test.ts"]),
      processes("faults", "faults"),
      {
        test: {
          // It bounds how long a view takes, so nothing else runs beside it.
          name: "failover",
          include: ["tests/failover/**/*.test.ts"],
          ...patientTest,
        },
      },
    ],
  },
});
