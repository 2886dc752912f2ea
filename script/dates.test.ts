import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { workspaces } from "./workspaces.ts";

const root = path.join(import.meta.dirname, "..");

/** Patterns that format a date in UTC or in an unspecified time zone. */
const unzoned: readonly RegExp[] = [
  /toISOString\(\)\s*\.slice\(/,
  /\.toLocale(Date|Time)String\(/,
  /new Date\([^)]*\)\.toLocaleString\(/,
  /["']UTC["']/,
  /formatDate(Time)?\([^()]*fallbackZone/,
  /to_char\((?![^,]*AT TIME ZONE)[^,]*,\s*'[^']*(YY|Mon|DD|HH)/,
  /new Intl\.DateTimeFormat\("en-US", \{(?![^}]*timeZone)/,
];

/** Files in which UTC is right, with the reason. */
const allowed: ReadonlyMap<string, string> = new Map([
  ["domain/src/time-zone.ts", "formats every other date"],
  ["domain/src/wall-time.ts", "reads and writes wall times of forms"],
  ["domain/src/business-days.ts", "calculates with calendar dates, which have no zone"],
  ["domain/src/sales/pickup.ts", "calculates with calendar dates, which have no zone"],
  ["web/src/auctions/month.ts", "calculates with calendar dates, which have no zone"],
  ["domain/src/users/quiet-hours.ts", "calculates with calendar dates, which have no zone"],
  ["server/src/audit/chain-sql.ts", "publishes roots by days in UTC; docs/api.md says so"],
  ["server/src/sign-in/factors/sql.ts", "writes a day as the setting STAFF_FACTOR_FROM does"],
  ["server/src/work-queue/sql.ts", "says when a backup was made, and that it is UTC"],
  ["server/src/page-reports/sql.ts", "counts reports of pages by days in UTC"],
  ["server/src/reports/charts-sql.ts", "counts by days in UTC; the Stats tab says so"],
  ["server/src/reports/sums-sql.ts", "counts by days in UTC; the Stats tab says so"],
  ["server/src/sales/spending-sql.ts", "names months that are already in the auctions' zones"],
  ["server/src/finance/sql.ts", "writes the instants of a JSON document, with their Z"],
]);

test("dates on screens, in emails and in PDFs name their time zone", async () => {
  const faults: string[] = [];
  const needed = new Set<string>();
  for (const file of await sources()) {
    const text = await readFile(path.join(root, file), "utf8");
    const found = unzoned.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
    if (found.length === 0) continue;
    if (allowed.has(file)) needed.add(file);
    else faults.push(`${file}: ${found.join(" and ")}`);
  }
  expect(faults).toEqual([]);
  expect([...needed].toSorted()).toEqual([...allowed.keys()].toSorted());
});

async function sources(): Promise<string[]> {
  const folders = workspaces.map((name) => path.join(name, "src"));
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(path.join(root, folder), { recursive: true })).map((name) =>
        path.join(folder, name),
      ),
    ),
  );
  return files.flat().filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
}
