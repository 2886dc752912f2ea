import { expect, onTestFinished, test } from "vitest";
import type { Db } from "../db/pool.ts";
import { filterBounds } from "./facets-sql.ts";

test("bounds of which one read fails first are an ordinary failure", async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => {
    process.off("unhandledRejection", hear);
  });
  const failed = new Error("the read failed");
  let reads = 0;
  const db = {
    query: async () => {
      reads += 1;
      if (reads === 1) throw failed;
      // Later than Node tells of a rejection that nobody handles.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { rows: [] };
    },
  } as unknown as Db;
  await expect(filterBounds(db)).rejects.toBe(failed);
  expect(unhandled).toEqual([]);
});
