import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { runStatements } from "../testing/run-statements.ts";
import { migrate, MIGRATION_LOCK } from "./migrate.ts";
import { createPool } from "./pool.ts";

const migrations = new URL("./migrations/", import.meta.url);

async function openEmpty(): Promise<{ url: string; pool: Pool }> {
  const name = `gavelyard_test_${randomBytes(6).toString("hex")}`;
  const server = inject("postgresUrl");
  await runStatements(server, [`CREATE DATABASE ${name}`]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const pool = createPool(url.href);
  onTestFinished(async () => {
    await pool.end();
    await runStatements(server, [`DROP DATABASE ${name} WITH (FORCE)`]);
  });
  return { url: url.href, pool };
}

test("processes that start together create one schema, and a later start changes nothing", async () => {
  const { url, pool } = await openEmpty();
  const applied = async () => (await pool.query("SELECT * FROM migrations ORDER BY id")).rows;
  await Promise.all([migrate(url), migrate(url), migrate(url)]);
  const once = await applied();
  expect(once.map((row) => `${row.name}.sql`)).toEqual((await readdir(migrations)).sort());
  await migrate(url);
  expect(await applied()).toEqual(once);

  const undescribed = await pool.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
      AND relname <> 'migrations' AND obj_description(oid, 'pg_class') IS NULL`,
  );
  expect(undescribed.rows, "add COMMENT ON TABLE … IS 'what a row means (rule)'").toEqual([]);
});

test("a migration waits for running calls, and builds an index while other processes wait", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "gavelyard-migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { url, pool } = await openEmpty();
  const files = {
    "0001-table.sql": "CREATE TABLE units (id int); INSERT INTO units VALUES (1);",
    "0002-column.sql": "ALTER TABLE units ADD COLUMN zone text;",
    "0003-index.sql":
      "DROP INDEX CONCURRENTLY IF EXISTS units_zone;\nCREATE INDEX CONCURRENTLY units_zone ON units (zone);\n",
  };
  const [table, ...rest] = Object.entries(files);
  const write = ([file, text]: readonly [string, string]) =>
    writeFile(path.join(folder, file), text);
  if (table !== undefined) await write(table);
  await migrate(url, folder);
  await Promise.all(rest.map(write));
  // An index that an interrupted build left behind.
  await pool.query("CREATE INDEX units_zone ON units (id)");

  const reader = await pool.connect();
  await reader.query("BEGIN; SELECT id FROM units");
  const migrated = Promise.all([migrate(url, folder), migrate(url, folder)]);
  const waits = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'units'::regclass";
  await expect.poll(async () => (await pool.query(waits)).rows.length).toBeGreaterThan(0);
  // It waits behind the migration, which times out and so lets it through.
  await pool.query("UPDATE units SET id = 2");
  expect((await pool.query("SELECT * FROM units")).rows).toEqual([{ id: 2 }]);
  await reader.query("COMMIT");
  reader.release();
  await migrated;
  const { rows } = await pool.query(
    "SELECT indisvalid, pg_get_indexdef(indexrelid) LIKE '%(zone)' AS is_new FROM pg_index WHERE indrelid = 'units'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true, is_new: true }]);
});

test("a migration whose connection is lost fails, and the process goes on", async () => {
  const { url, pool } = await openEmpty();
  await migrate(url);
  const holder = await pool.connect();
  onTestFinished(() => holder.release());
  await holder.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const migrated = expect(migrate(url)).rejects.toThrow(/terminat|connection error/);
  // It polls for the lock, so the end comes between two statements or during one.
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'gavelyard-migrate'`;
  await expect.poll(async () => (await pool.query(end)).rowCount).toBe(1);
  await migrated;
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
