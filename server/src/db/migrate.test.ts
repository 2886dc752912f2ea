import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { expect, inject, test } from "vitest";
import { runStatements } from "../testing/run-statements.ts";
import { migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";

const migrations = new URL("./migrations/", import.meta.url);

test("processes that start together make one schema, and a later start changes nothing", async () => {
  const name = `gavelyard_test_${randomBytes(6).toString("hex")}`;
  const server = inject("postgresUrl");
  await runStatements(server, [`CREATE DATABASE ${name}`]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = createPool(url.href);
  const applied = async () => (await pool.query("SELECT * FROM migrations ORDER BY id")).rows;
  try {
    await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
    const once = await applied();
    expect(once.map((row) => `${row.name}.sql`)).toEqual((await readdir(migrations)).sort());
    await migrate(url.href);
    expect(await applied()).toEqual(once);

    const undescribed = await pool.query(
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
        AND relname <> 'migrations' AND obj_description(oid, 'pg_class') IS NULL`,
    );
    expect(undescribed.rows, "add COMMENT ON TABLE … IS 'what a row means (rule)'").toEqual([]);
  } finally {
    await pool.end();
    await runStatements(server, [`DROP DATABASE ${name} WITH (FORCE)`]);
  }
});

test("the baseline defines each table, function, trigger and index once", async () => {
  const files = (await readdir(migrations)).filter((file) => file < "0011");
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, migrations), "utf8")));
  const defined = [
    ...texts
      .join("\n")
      .matchAll(
        /^CREATE (?:OR REPLACE )?(?:UNLOGGED |UNIQUE )?(TABLE|VIEW|FUNCTION|TRIGGER|INDEX) (\w+)/gmu,
      ),
  ].map(([, kind, name]) => `${kind} ${name}`);
  expect(defined.length).toBeGreaterThan(150);
  expect(defined.filter((name, at) => defined.indexOf(name) !== at)).toEqual([]);
});
