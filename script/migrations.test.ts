import { describe, expect, test } from "vitest";
import { doubledNumbers, migrationFaults } from "./migrations.ts";

const refused = [
  "ALTER TABLE lots ADD COLUMN zone text NOT NULL;",
  "ALTER TABLE lots ADD COLUMN a text, ADD COLUMN zone text NOT NULL;",
  "ALTER TABLE lots ADD zone text NOT NULL, ADD a int NOT NULL DEFAULT 1;",
  "ALTER TABLE lots ADD COLUMN zone int CHECK (zone > 0);",
  "ALTER TABLE lots ADD COLUMN key uuid DEFAULT gen_random_uuid();",
  "ALTER TABLE lots ADD COLUMN at timestamptz NOT NULL DEFAULT clock_ms();",
  "ALTER TABLE lots ADD COLUMN key uuid UNIQUE;",
  "ALTER TABLE lots ADD COLUMN n bigint GENERATED ALWAYS AS IDENTITY;",
  "ALTER TABLE lots ADD CONSTRAINT c CHECK (seq > 0);",
  "ALTER TABLE lots ADD CHECK (seq > 0) NOT VALID, ADD CHECK (seq < 9);",
  "ALTER TABLE lots ADD FOREIGN KEY (leader_id) REFERENCES users;",
  "ALTER TABLE lots ADD PRIMARY KEY (id);",
  "ALTER TABLE lots ADD CONSTRAINT c UNIQUE (id);",
  "ALTER TABLE lots ALTER COLUMN seq TYPE bigint;",
  "ALTER TABLE lots ALTER seq SET DATA TYPE bigint;",
  "ALTER TABLE lots ALTER COLUMN leader_id SET NOT NULL;",
  "ALTER TABLE lots RENAME COLUMN seq TO n;",
  "ALTER TABLE lots RENAME TO lot;",
  "ALTER TABLE lots DROP COLUMN seq;",
  "ALTER TABLE lots DROP seq;",
  "alter table only lots\n  drop column if exists seq;",
  "ALTER TABLE lots SET UNLOGGED;",
  "ALTER TABLE lots DISABLE TRIGGER ALL;",
  "CREATE INDEX lots_seq ON lots (seq);",
  "CREATE UNIQUE INDEX ON lots (seq);",
  "CREATE INDEX CONCURRENTLY lots_seq ON lots (seq);",
  "CREATE TABLE a (id int);\nDROP INDEX CONCURRENTLY IF EXISTS i;\nCREATE INDEX CONCURRENTLY i ON lots (seq);",
  "UPDATE lots SET seq = seq + 1;",
  "DELETE FROM lots;",
  "TRUNCATE lots;",
  "LOCK TABLE lots IN EXCLUSIVE MODE;",
  "DROP TABLE lots;",
  "DROP VIEW standing_payments;",
  "DROP INDEX lots_seq;",
  "DROP FUNCTION clock_ms();",
  "VACUUM FULL lots;",
  "DO $$ BEGIN UPDATE lots SET seq = 1; END $$;",
  "-- A comment says nothing of safety.\nDROP TABLE lots;",
];

const accepted = [
  "ALTER TABLE lots ADD COLUMN zone text;",
  "ALTER TABLE lots ADD COLUMN zone text NOT NULL DEFAULT 'a, CHECK; b', ADD COLUMN other int DEFAULT 3;",
  "ALTER TABLE lots ADD COLUMN zone int, ADD CONSTRAINT c CHECK (zone > 0) NOT VALID;",
  "ALTER TABLE lots ADD COLUMN yard_id bigint REFERENCES yards;",
  "ALTER TABLE lots ADD COLUMN at timestamptz DEFAULT now();",
  "ALTER TABLE lots ALTER COLUMN at SET DEFAULT clock_ms();",
  "ALTER TABLE lots VALIDATE CONSTRAINT c;",
  "ALTER TABLE lots ADD CONSTRAINT c UNIQUE USING INDEX i;",
  "ALTER TABLE lots DROP CONSTRAINT c, ALTER COLUMN seq DROP NOT NULL, ALTER COLUMN seq DROP DEFAULT;",
  "DROP INDEX CONCURRENTLY IF EXISTS i;\nCREATE UNIQUE INDEX CONCURRENTLY i ON lots (seq);",
  "CREATE TABLE tags (id int PRIMARY KEY, lot_id bigint NOT NULL REFERENCES lots);\nCREATE INDEX ON tags (lot_id);\nALTER TABLE tags ADD COLUMN name text NOT NULL;",
  "CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE lots SET seq = 1; DROP TABLE a; END $$;",
  "INSERT INTO site_facts (name, value) VALUES ('DROP TABLE lots; --', '1');",
  "COMMENT ON TABLE lots IS 'It''s; DELETE FROM lots';",
  "-- Safe: nothing uses it since 0021.\nALTER TABLE lots DROP COLUMN zone;",
];

describe("a migration", () => {
  test.each(refused)("is refused: %s", (text) => {
    expect(migrationFaults("0020-planted.sql", text)).not.toEqual([]);
  });

  test.each(accepted)("passes: %s", (text) => {
    expect(migrationFaults("0020-planted.sql", text)).toEqual([]);
  });

  test("of the first version isn't checked", () => {
    expect(migrationFaults("0019-old.sql", "DROP TABLE lots;")).toEqual([]);
  });
});

test("a number that an earlier file has is found", () => {
  expect(doubledNumbers(["0001-a.sql", "0002-b.sql", "0002-c.sql", "0003-d.sql"])).toEqual([
    "0002-c.sql",
  ]);
});
