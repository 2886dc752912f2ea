import { randomBytes } from "node:crypto";
import { withClient } from "../client.ts";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { publishRoot } from "../../audit/chain-sql.ts";
import { deleteOldSecurityEvents } from "../../audit/security-sql.ts";
import { verifyAudit } from "../../audit/verify-audit.ts";
import { openAuthApp, type AuthApp } from "../../testing/auth-app.ts";
import { openDatabase, type TestDatabase } from "../../testing/database.ts";
import { insertLot } from "../../testing/lots.ts";
import { runStatements } from "../../testing/run-statements.ts";
import { forgetOutdated, forgetPerson } from "../../users/forget-sql.ts";
import { migrateFor, migrateOwn } from "../migrate.ts";
import { ownsRecords } from "./server-role-sql.ts";
import { inTransaction } from "../transaction.ts";

/** A database of an operator's server, whose owner is no superuser. */
async function ownDatabase(): Promise<TestDatabase> {
  const name = `gavelyard_test_${randomBytes(6).toString("hex")}`;
  const [owner, role] = [`${name}_owner`, `${name}_server`];
  const urlAs = (user: string) => {
    const url = new URL(inject("postgresUrl"));
    url.username = user;
    url.password = "secret";
    url.pathname = `/${name}`;
    return url.href;
  };
  await runStatements(inject("postgresUrl"), [
    `CREATE ROLE ${owner} LOGIN PASSWORD 'secret'`,
    `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`,
    `CREATE DATABASE ${name} OWNER ${owner}`,
  ]);
  await migrateFor(urlAs(owner), urlAs(role));
  return {
    url: urlAs(role),
    ownerUrl: urlAs(owner),
    drop: () =>
      runStatements(inject("postgresUrl"), [
        `DROP DATABASE ${name} WITH (FORCE)`,
        `DROP ROLE ${owner}`,
        `DROP ROLE ${role}`,
      ]),
  };
}

describe.each([
  ["of the embedded database", openDatabase],
  ["of an operator's server", ownDatabase],
])("the server's role %s", (_kind, open) => {
  let app: AuthApp;
  let attack: (statement: string) => Promise<unknown>;
  let names: { owner: string; role: string; database: string };
  beforeAll(async () => {
    app = await openAuthApp({}, await open());
    attack = (statement) => app.context.pool.query(statement);
    const { username, pathname } = new URL(app.databaseUrl);
    names = {
      owner: new URL(app.ownerUrl).username,
      role: username,
      database: pathname.slice(1),
    };
  });
  afterAll(() => app.close());

  test("is all that the server needs", async () => {
    const { pool } = app.context;
    const admin = await app.administrator();
    const bidder = await app.customer();
    const { inventoryId } = await insertLot(pool);
    const bid = `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=5000`;
    expect((await app.post(bid, undefined, bidder.jwt)).statusCode).toBe(200);
    expect((await app.get("/api/adminsupport/home", admin.jwt)).statusCode).toBe(200);
    const limit = `/api/admin/update-bid-limit/users/${bidder.userId}/60000`;
    expect((await app.put(limit, {}, admin.jwt)).statusCode).toBe(200);
    // What removes personal data in time.
    await inTransaction(pool, (tx) => forgetPerson(tx, bidder.userId, bidder.email));
    await forgetOutdated(pool);
    await deleteOldSecurityEvents(pool);
    await publishRoot(pool);
    expect((await pool.query("SELECT FROM ledger WHERE ip IS NOT NULL")).rows).toEqual([]);
  });

  test.each([
    ["audit_log", "reason"],
    ["audit_chain", "hash"],
    ["audit_roots", "hash"],
    ["ledger", "amount_cents"],
    ["payments", "cents"],
  ])("can't change %s (ASVS 16.4.2)", async (table, column) => {
    for (const statement of [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${table} OWNER TO ${names.role}`,
      `ALTER TABLE ${table} RENAME TO other`,
      `DROP TABLE ${table} CASCADE`,
      `CREATE RULE r AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      `CREATE TRIGGER t BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
    ])
      await expect(attack(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  });

  test("nor can it by way of the functions, the schema, the owner or the settings", async () => {
    for (const statement of [
      "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
      "DROP FUNCTION refuse_change() CASCADE",
      "DROP SCHEMA public CASCADE",
      "CREATE TABLE audit_log_2 ()",
      "SET session_replication_role = replica",
      `SET ROLE ${names.owner}`,
      `GRANT ${names.owner} TO ${names.role}`,
      `ALTER ROLE ${names.role} SUPERUSER`,
      `DROP DATABASE ${names.database}`,
      "DELETE FROM migrations",
      "ALTER SYSTEM SET fsync = off",
      "COPY audit_log TO PROGRAM 'cat'",
      "SELECT pg_read_file('postgresql.conf')",
    ])
      await expect(attack(statement), statement).rejects.toThrow(
        /permission denied|must be owner|cannot drop the currently open/,
      );
    expect((await verifyAudit(app.context.pool)).problems).toEqual([]);
  });

  test("a start says whether its role can change records, and doesn't migrate what it doesn't own", async () => {
    expect(await ownsRecords(app.context.pool)).toBe(false);
    expect(await migrateOwn(app.databaseUrl)).toBe(false);
    await withClient(app.ownerUrl, async (client) => {
      expect(await ownsRecords(client)).toBe(true);
      for (const before of [
        "DELETE FROM migrations WHERE name LIKE '0034-%'",
        `REVOKE SELECT ON migrations FROM ${names.role}`,
      ]) {
        await client.query(before);
        await expect(migrateOwn(app.databaseUrl), before).rejects.toThrow(
          "Run npm run migrate with MIGRATE_URL",
        );
      }
    });
  });
});
