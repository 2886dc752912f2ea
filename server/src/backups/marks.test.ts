import type { staffHome } from "@gavelyard/contract/work-queue";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { mark, markNotKept } from "./marks-sql.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const overdue = async () => {
  const home: z.infer<typeof staffHome.response> = (
    await app.get("/api/adminsupport/home", staff.jwt)
  ).json();
  return home.queues.find(({ name }) => name === "BACKUPS")?.next.map(({ title }) => title);
};
const backups = async () => (await app.get("/api/adminsupport/backups", staff.jwt)).json();
const daysAgo = (days: number) => ({ at: new Date(Date.now() - days * 86_400_000) });

test("the work queue shows overdue backups", async () => {
  expect(await overdue()).toEqual([]);
  expect(await backups()).toMatchObject({ keptBy: null, lastBackupAt: null, standbys: [] });

  await mark(app.context.pool, "KEPT", daysAgo(41));
  expect(await overdue()).toEqual([
    "No backup was made",
    "The database log is not being backed up",
    "No test restore was made",
  ]);
  await mark(app.context.pool, "LOG_COPY");
  await mark(app.context.pool, "TEST_RESTORE", { ...daysAgo(39), problems: 2 });
  await mark(app.context.pool, "BACKUP", daysAgo(2));
  expect(await overdue()).toEqual(["No backup was made"]);
  await mark(app.context.pool, "BACKUP");
  expect(await overdue()).toEqual([]);
  expect(await backups()).toMatchObject({
    keptBy: "PGBACKREST",
    lastTestRestore: { problems: 2 },
    lastVerified: null,
  });
});

test("a server that its operator backs up is never overdue", async () => {
  await mark(app.context.pool, "BACKUP", daysAgo(30));
  expect(await overdue()).toHaveLength(1);
  await markNotKept(app.context.pool);
  expect(await overdue()).toEqual([]);
});
