import type { staffHome } from "@gavelyard/contract/work-queue";
import type { z } from "zod";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { dictionaryOf } from "@gavelyard/messages/dictionary";
import { deleteOutdated } from "../db/delete-outdated.ts";
import { inTransaction } from "../db/transaction.ts";
import { openAuthApp, type AuthApp } from "../testing/auth-app.ts";
import { startMailServer, type MailServer } from "../testing/mail-server.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { sendMail, smtpDelivery } from "./send-mail.ts";
import { tidy } from "../job-handlers/tidy.ts";
import type { MailOrder } from "../jobs/tasks.ts";
import { UnsubscribeLinks } from "./unsubscribe-links.ts";

let app: AuthApp;
let links: UnsubscribeLinks;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  app = await openAuthApp({ smtpUrl: server.url });
  links = new UnsubscribeLinks(app.context.secrets);
});
afterAll(async () => {
  await app.close();
  await server.close();
});
afterEach(() => {
  server.messages.length = 0;
  server.received = 0;
  server.refuse = false;
  server.hold = null;
});

const order = (eventKey: string): MailOrder => ({
  eventKey,
  to: `${eventKey}@example.com`,
  content: { kind: "WELCOME", name: "Dana Reyes", bidLimitCents: 2_500_000 },
});
const queue = (mail: MailOrder) =>
  inTransaction(app.context.pool, (tx) => enqueue(tx, "send-mail", mail));
const arrived = (count: number) =>
  expect.poll(() => server.messages.length, { interval: 20 }).toBe(count);
const sentAt = async (eventKey: string) =>
  (await app.query("SELECT sent_at FROM mails WHERE event_key = $1", [eventKey]))[0]?.["sent_at"];

test("an email arrives as text and HTML from the site's address", async () => {
  await queue(order("arrives"));
  await arrived(1);
  const [message = ""] = server.messages;
  expect(message).toMatch(/^From: Gavelyard <support@gavelyard\.example>\r$/m);
  expect(message).toMatch(/^To: arrives@example\.com\r$/m);
  expect(message).toContain("Subject: Welcome to Gavelyard");
  expect(message).toContain("Content-Type: text/plain");
  expect(message).toContain("Content-Type: text/html");
  await expect.poll(() => sentAt("arrives")).toBeInstanceOf(Date);
});

test("a remote server gets no email without TLS, unless SMTP_PLAIN allows it (ASVS 12.3.1)", async () => {
  // Reaches this machine, but isn't an address of a private network.
  const smtpUrl = server.url.replace("127.0.0.1", "0.0.0.0");
  const settings = { ...app.context.settings, smtpUrl };
  const deliver = smtpDelivery({ settings });
  await expect(sendMail(app.context, deliver, links, order("elsewhere"))).rejects.toThrow(
    "STARTTLS",
  );
  expect(server.messages).toHaveLength(0);
  const plainly = smtpDelivery({ settings: { ...settings, smtpPlain: true } });
  await sendMail(app.context, plainly, links, order("elsewhere"));
  expect(server.messages).toHaveLength(1);
});

test("an email is in the language of its recipient's account, or else of the requesting page", async () => {
  const spanish = await openAuthApp({ languages: ["en", "es"] });
  const { context } = spanish;
  const subjectOf = async (key: string) =>
    (await spanish.query("SELECT subject FROM mails WHERE event_key = $1", [key]))[0]?.["subject"];
  const [english, translated] = [
    "Welcome to Gavelyard",
    dictionaryOf("es").get("Welcome to Gavelyard"),
  ];
  expect(translated).not.toBe(english);
  await context.pool.query(
    `INSERT INTO users (name, email, password_hash, role, language)
      VALUES ('Ana', 'account@example.com', 'x', 'ROLE_CUSTOMER', 'es')`,
  );
  const own = new UnsubscribeLinks(context.secrets);
  await sendMail(context, null, own, order("account"));
  await sendMail(context, null, own, { ...order("asked"), language: "es" });
  await sendMail(context, null, own, order("neither"));
  expect(await Promise.all(["account", "asked", "neither"].map(subjectOf))).toEqual([
    translated,
    translated,
    english,
  ]);
  await spanish.close();
});

test("a job that is rolled back sends nothing", async () => {
  await expect(
    inTransaction(app.context.pool, async (tx) => {
      await enqueue(tx, "send-mail", order("rolled-back"));
      throw new Error("changed its mind");
    }),
  ).rejects.toThrow("changed its mind");
  await queue(order("after-rollback"));
  await arrived(1);
  expect(server.messages[0]).toContain("after-rollback@example.com");
});

test("one event sends one email, however often its job runs", async () => {
  await queue(order("once"));
  await queue(order("once"));
  await arrived(1);
  const deliver = smtpDelivery(app.context);
  await sendMail(app.context, deliver, links, order("once"));
  await queue(order("afterwards"));
  await arrived(2);
  expect(server.messages.filter((message) => message.includes("once@example.com"))).toHaveLength(1);
});

test("an order that comes while the email is sent doesn't send it again", async () => {
  const release = Promise.withResolvers<void>();
  server.hold = release.promise;
  await queue(order("at-once"));
  await expect.poll(() => server.received).toBe(1);
  await queue(order("at-once"));
  release.resolve();
  await arrived(1);
  await queue(order("after-at-once"));
  await arrived(2);
  expect(server.messages[1]).toContain("after-at-once@example.com");
});

test("a refused email is retried until it is accepted", async () => {
  server.refuse = true;
  await queue(order("retried"));
  await expect
    .poll(() =>
      app.query(
        "SELECT 1 FROM graphile_worker.jobs WHERE attempts >= 1 AND last_error LIKE '%try later%'",
      ),
    )
    .toHaveLength(1);
  expect(await sentAt("retried")).toBeNull();
  server.refuse = false;
  await app.query(
    "SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker.jobs), run_at => now())",
  );
  await arrived(1);
  await expect.poll(() => sentAt("retried")).toBeInstanceOf(Date);
});

test("an email whose process dies while sending is sent by another within seconds", async () => {
  const release = Promise.withResolvers<void>();
  server.hold = release.promise;
  await queue(order("died"));
  await expect.poll(() => server.received).toBe(1);
  // Its lock belongs to a dead process from now on.
  await app.query("INSERT INTO job_runners (id) VALUES ('pool-dead')");
  await app.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead' WHERE key = 'mail:died'",
  );
  await expect.poll(() => server.received).toBe(2);
  release.resolve();
  await expect.poll(() => sentAt("died")).toBeInstanceOf(Date);
});

test("nothing is lost while the mail server is unavailable", async () => {
  const away = smtpDelivery({
    settings: { ...app.context.settings, smtpUrl: "smtp://127.0.0.1:1" },
  });
  await expect(sendMail(app.context, away, links, order("away"))).rejects.toThrow("ECONNREFUSED");
  expect(await sentAt("away")).toBeNull();
  await sendMail(app.context, smtpDelivery(app.context), links, order("away"));
  expect(server.messages).toHaveLength(1);
});

test("expired records are deleted, the rest stays", async () => {
  const { jwt } = await server.holding(() => app.customer());
  await app.query(
    "INSERT INTO rate_windows VALUES ('over', 1, clock_ms() - interval '1 s'), ('runs', 1, clock_ms() + interval '1 h')",
  );
  await app.query(
    "INSERT INTO mails (event_key, recipient, subject, text_body, html_body, created_at) VALUES ('old', 'a@b.c', '', '', '', clock_ms() - interval '91 days')",
  );
  await tidy(app.context);
  const buckets = await app.query(
    "SELECT bucket FROM rate_windows WHERE bucket IN ('over', 'runs')",
  );
  expect(buckets).toEqual([{ bucket: "runs" }]);
  expect(await app.query("SELECT 1 FROM mails WHERE event_key = 'old'")).toEqual([]);
  expect((await app.get("/api/user/current", jwt)).statusCode).toBe(200);
});

test("a part of the deletions that fails doesn't stop the others, and is reported", async () => {
  const done: string[] = [];
  const part = async (name: string) => {
    if (name === "second") throw new Error("too slow");
    done.push(name);
  };
  const failed = tidy(
    app.context,
    ["first", "second", "third"].map((name) => [name, () => part(name)] as const),
  );
  await expect(failed).rejects.toMatchObject({ errors: [new Error("too slow")] });
  expect(done).toEqual(["first", "third"]);
});

test("a backlog is deleted in batches", async () => {
  await app.query(
    `INSERT INTO mails (event_key, recipient, subject, text_body, html_body)
      SELECT 'backlog ' || n, 'a@b.c', '', '', '' FROM generate_series(1, 11) n`,
  );
  await deleteOutdated(app.context.pool, "mails", "event_key LIKE 'backlog %'", 5);
  expect(await app.query("SELECT 1 FROM mails WHERE event_key LIKE 'backlog %'")).toEqual([]);
});

test("a sent code isn't stored", async () => {
  await queue({
    eventKey: "code",
    to: "code@example.com",
    content: { kind: "CODE", code: "314159" },
  });
  await expect.poll(() => sentAt("code")).toBeInstanceOf(Date);
  const [kept] = await app.query("SELECT text_body, html_body FROM mails WHERE event_key = 'code'");
  expect(JSON.stringify(kept)).not.toContain("314159");
});

test("the work queue tells administrators of emails and jobs that nothing runs", async () => {
  const staff = await app.administrator();
  const alarms = async () => {
    const home: z.infer<typeof staffHome.response> = (
      await app.get("/api/adminsupport/home", staff.jwt)
    ).json();
    return home.queues.find(({ name }) => name === "BACKUPS")?.next.map(({ title }) => title);
  };
  expect(await alarms()).toEqual([]);
  await app.query(
    `INSERT INTO mails (event_key, recipient, subject, text_body, html_body, created_at)
      VALUES ('left', 'a@b.c', '', '', '', clock_ms() - interval '20 minutes')`,
  );
  // No runner knows such a task.
  await app.query(
    "SELECT graphile_worker.add_job('of-old', run_at => now() - interval '6 minutes')",
  );
  expect(await alarms()).toEqual(["Background work is waiting", "Emails were not sent"]);
  await app.query(
    "SELECT graphile_worker.add_job('of-old', job_key => 'mail:left', run_at => now() - interval '1 minute')",
  );
  expect(await alarms()).toEqual(["Background work is waiting"]);
});
