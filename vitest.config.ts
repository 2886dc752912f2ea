import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "rules",
          include: [
            "domain/src/**/*.test.ts",
            "contract/src/**/*.test.ts",
            "web/src/**/*.test.{ts,tsx}",
            "script/**/*.test.ts",
          ],
        },
      },
      {
        test: {
          name: "server",
          include: ["server/src/**/*.test.ts"],
          globalSetup: ["server/src/testing/postgres.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "product",
          include: ["tests/**/*.test.ts"],
          globalSetup: ["server/src/testing/postgres.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
