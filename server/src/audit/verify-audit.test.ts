import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import { publishRoot } from "./chain-sql.ts";
import { insertAudit } from "./sql.ts";
import { verifyAudit } from "./verify-audit.ts";
import { act } from "../events/act.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const write = (reason: string) =>
  act(app.context, (tx) =>
    insertAudit(tx, {
      actorId: null,
      action: "limit-changed",
      subjectType: "user",
      subjectId: 1,
      before: { limit: 1.5, name: "José" },
      reason,
      ip: "10.0.0.1",
    }),
  );
const problems = async () => (await verifyAudit(app.context.pool)).problems;
const behind = (statement: string, ...values: unknown[]) =>
  behindTriggers(app.ownerUrl, statement, values);

test("records written at the same time form one valid chain (D47)", async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => write(`act ${index}`)));
  expect(await verifyAudit(app.context.pool)).toMatchObject({
    problems: [],
    root: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await verifyAudit(app.context.pool)).records).toBeGreaterThanOrEqual(30);
});

test.each(["audit_log", "audit_chain", "audit_roots"])("%s only grows", async (table) => {
  for (const statement of [`DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]) {
    await expect(app.query(statement)).rejects.toThrow("append-only");
  }
});

test("a record changed, removed or inserted with triggers off is found", async () => {
  await write("the true reason");
  const [row] = await app.query("SELECT max(id) AS id FROM audit_log");
  const id = Number(row?.["id"]);
  const change = "UPDATE audit_log SET reason = $2 WHERE id = $1";
  await behind(change, id, "another reason");
  expect(await problems()).toEqual([`Record ${id} or a link before it was changed`]);
  await behind(change, id, "the true reason");
  expect(await problems()).toEqual([]);
  await behind(
    "INSERT INTO audit_log (action, subject_type, subject_id) VALUES ('forged', 'user', 1)",
  );
  expect(await problems()).toEqual([`Record ${id + 1} is not in the chain`]);
  await behind("DELETE FROM audit_log WHERE id = $1", id + 1);
  await write("after it");
  await behind("DELETE FROM audit_log WHERE id = $1", id);
  expect((await problems())[0]).toMatch(/^Links \d+ to \d+ are missing$/);
  await behind("DELETE FROM audit_chain WHERE audit_id = $1", id);
  expect(await problems()).toHaveLength(2);
});

test("the root is published once a day, and a rewritten chain doesn't match a saved one", async () => {
  await publishRoot(app.context.pool);
  const published = (await app.get("/api/audit-roots")).json();
  expect(published).toHaveLength(1);
  await write("later");
  await publishRoot(app.context.pool);
  expect((await app.get("/api/audit-roots")).json()).toEqual(published);
  const kept = [{ ...published[0], hash: "0".repeat(64) }];
  expect((await verifyAudit(app.context.pool, kept)).problems).toContain(
    `The root of ${published[0].day} differs`,
  );
  const gone = [{ ...published[0], seq: 1_000_000 }];
  expect((await verifyAudit(app.context.pool, gone)).problems).toContain(
    `The chain ends before the root of ${published[0].day}`,
  );
});
