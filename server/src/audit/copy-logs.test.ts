import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { act } from "../events/act.ts";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { copyLagSec, switchCopies, type CopiedLog } from "./copies-sql.ts";
import { copyLog } from "./copy-logs.ts";
import { insertAudit } from "./sql.ts";

/** The receiving system: what it accepted, and what it does before it responds. */
const accepted: { log: string; seq: number; action?: string; kind?: string; hash?: string }[] = [];
const heads: IncomingMessage["headers"][] = [];
let status = 200;
let beforeAnswer: () => Promise<void> = async () => {};
const system = createServer((request, response) => {
  text(request)
    .then(async (body) => {
      heads.push(request.headers);
      if (status === 200)
        accepted.push(
          ...body
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line)),
        );
      await beforeAnswer();
      response.writeHead(status).end();
    })
    .catch(() => response.destroy());
});

let app: AuthApp;
beforeAll(async () => {
  system.listen(0, "127.0.0.1");
  await once(system, "listening");
  const { port } = system.address() as AddressInfo;
  const auditUrl = `http://127.0.0.1:${port}/logs`;
  app = await openAuthApp({ auditUrl, auditToken: "a token of the log system" });
  await switchCopies(app.context.pool, true);
});
afterAll(async () => {
  await app.close();
  system.close();
});
beforeEach(async () => {
  for (const log of ["audit", "security"] as const) await copyLog(app.context, log);
  accepted.length = 0;
  heads.length = 0;
});

const write = (reason: string) =>
  act(app.context, (tx) =>
    insertAudit(tx, {
      actorId: null,
      action: "note-added",
      subjectType: "user",
      subjectId: 1,
      after: { text: "two\nlines" },
      reason,
      ip: "10.0.0.1",
    }),
  );
const last = async (log: CopiedLog) =>
  Number((await app.query("SELECT last FROM log_copies WHERE log = $1", [log]))[0]?.["last"]);

test("every record arrives once, in the order of the chain, with its hash", async () => {
  await app.query(
    `INSERT INTO audit_log (action, subject_type, subject_id, reason, ip)
      SELECT 'tried', 'user', 1, 'act ' || n, '10.0.0.1' FROM generate_series(1, 600) AS n`,
  );
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(`act ${index}`)));
  await Promise.all([copyLog(app.context, "audit"), copyLog(app.context, "audit")]);
  await copyLog(app.context, "audit");
  const chain = await app.query(
    "SELECT seq, encode(hash, 'hex') AS hash FROM audit_chain ORDER BY seq DESC LIMIT 620",
  );
  expect(accepted.map(({ seq, hash }) => ({ seq, hash }))).toEqual(chain.toReversed());
  expect(accepted[0]).toMatchObject({
    log: "audit",
    action: "tried",
    ip: "10.0.0.1",
    subjectId: 1,
  });
  expect(heads).toHaveLength(2);
  expect(heads[0]).toMatchObject({
    authorization: "Bearer a token of the log system",
    "content-type": "application/x-ndjson",
  });
});

test("the security log arrives too, half a minute later, when no earlier entry can appear", async () => {
  await app.logIn(app.newEmail(), "a wrong pass phrase");
  await copyLog(app.context, "security");
  expect(accepted).toEqual([]);
  await app.query("UPDATE security_events SET at = at - interval '31 seconds'");
  await copyLog(app.context, "security");
  expect(accepted.at(-1)).toMatchObject({
    log: "security",
    kind: "SIGN_IN_FAILED",
    ip: "127.0.0.1",
  });
});

test("rejected records are sent again, and none is left out", async () => {
  const before = await last("audit");
  await write("one");
  status = 503;
  await expect(copyLog(app.context, "audit")).rejects.toThrow("it answered 503");
  await write("two");
  status = 200;
  await copyLog(app.context, "audit");
  expect(accepted.map(({ seq }) => seq)).toEqual([before + 1, before + 2]);
});

test("a process that died before saving its position sends the same records again", async () => {
  const before = await last("audit");
  await write("sent twice");
  const dying = createPool(app.databaseUrl, 1);
  beforeAnswer = () => dying.end();
  await expect(copyLog({ ...app.context, pool: dying }, "audit")).rejects.toThrow();
  beforeAnswer = async () => {};
  // Nobody else copies while it might still be running.
  await copyLog(app.context, "audit");
  expect(accepted.map(({ seq }) => seq)).toEqual([before + 1]);
  await app.query("UPDATE log_copies SET claimed_until = claimed_until - interval '1 minute'");
  await write("after it");
  await copyLog(app.context, "audit");
  expect(accepted.map(({ seq }) => seq)).toEqual([before + 1, before + 1, before + 2]);
});

test("a log not copied for ten minutes raises an alarm, until copying is turned off", async () => {
  const admin = await app.administrator();
  const alarms = async () =>
    (await app.get("/api/adminsupport/home", admin.jwt))
      .json()
      .queues.find(({ name }: { name: string }) => name === "BACKUPS")
      .next.map(({ title }: { title: string }) => title);
  const title = "The audit log is not being copied";
  expect(await alarms()).not.toContain(title);
  await app.query("UPDATE log_copies SET copied_until = clock_ms() - interval '11 minutes'");
  expect(await copyLagSec(app.context.pool)).toBeGreaterThan(600);
  expect(await alarms()).toContain(title);
  await switchCopies(app.context.pool, false);
  expect(await alarms()).not.toContain(title);
  expect(await copyLagSec(app.context.pool)).toBe(0);
});
