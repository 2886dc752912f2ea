import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const source = path.join(import.meta.dirname, "../server/src");

/** Matches the start of a SQL statement in a string of code. */
const statement =
  /["`]\s*(WITH \w|SELECT [\w*"(]|INSERT INTO \w|UPDATE \w+ (\w+ )?SET |DELETE FROM \w|TRUNCATE |(CREATE|DROP|ALTER) (SCHEMA|TABLE) )/;

/** Shared database code and tests, which can contain statements. */
const shared = /^(db|events|testing)\/|^jobs\/enqueue[.]ts$|^http\/health[.]ts$|[.]test[.]ts$/;

const isForStatements = (file: string) => /(^|[/-])sql[.]ts$/.test(file);

test.each([
  ['await tx.query("SELECT 1 FROM lots")', true],
  ["tx.query(`\n      UPDATE lots l SET closed_at = $1`)", true],
  ['pool.query("DELETE FROM planned_lots")', true],
  ['"Select a file", "Update profile", "Delete from list"', false],
])("%s is SQL: %j", (code, isSql) => {
  expect(statement.test(code)).toBe(isSql);
});

test("SQL is only in sql.ts and *-sql.ts", async () => {
  const files = (await readdir(source, { recursive: true }))
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts") && !isForStatements(file) && !shared.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = await Promise.all(
    files.map(async (file) => {
      const hit = statement.exec(await readFile(path.join(source, file), "utf8"));
      return hit === null ? [] : [`${file}: ${hit[0].trim()}`];
    }),
  );
  expect(found.flat()).toEqual([]);
});
