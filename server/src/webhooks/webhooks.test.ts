import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { unawaited } from "@gavelyard/domain/unawaited";
import { webhookData, webhookEventTypes, type WebhookEvent } from "@gavelyard/contract/webhooks";
import { Webhook as Receiver } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { act } from "../events/act.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { offerableUnits, salesOn } from "../testing/sales.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";
import { recordForWebhooks } from "./events-sql.ts";
import { isPublicAddress } from "../network/post.ts";
import { numberWebhookEvents, sendWebhooks } from "./send.ts";

interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * An external system that stores messages and responds with status `answer`, or not at all. While
 * `hold` is set, it responds only when that resolves.
 */
async function openReceiver() {
  const state = {
    answer: 204 as number | null,
    messages: [] as Message[],
    headers: {},
    hold: null as Promise<void> | null,
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      state.messages.push({ headers: request.headers, body, ...JSON.parse(body) });
      const respond = () => {
        if (state.answer === null) request.socket.destroy();
        else response.writeHead(state.answer, state.headers).end("x".repeat(100_000));
      };
      unawaited(Promise.resolve(state.hold).then(respond));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { state, url: `http://127.0.0.1:${port}/hooks`, port, close };
}

let app: AuthApp;
let admin: SignedUp;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  app = await openAuthApp({ privateWebhooks: true });
  admin = await app.administrator();
  await app.query(twoPersonRuleOff);
  receiver = await openReceiver();
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});
beforeEach(async () => {
  await app.query("DELETE FROM webhooks");
  await app.query("DELETE FROM webhook_events");
  Object.assign(receiver.state, { answer: 204, messages: [], headers: {}, hold: null });
});

interface Created {
  readonly webhook: { readonly id: number };
  readonly secret: string;
}
async function create(given: object = {}): Promise<Created> {
  const body = { url: receiver.url, description: "Our CRM", events: webhookEventTypes, ...given };
  const reply = await app.post("/api/admin/webhooks", body, admin.jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const verified = (userId: number): WebhookEvent => ({ type: "user.verified", data: { userId } });
const record = (...events: WebhookEvent[]) =>
  act(app.context, (tx) => recordForWebhooks(tx, events));
const log = async ({ webhook }: Created) =>
  (await app.get(`/api/adminsupport/webhooks/${webhook.id}/deliveries?size=100`, admin.jwt)).json()
    .content;
const received = () => receiver.state.messages;
/** Makes waiting retries due, and runs the job that runs every minute. */
async function passTime(): Promise<void> {
  await app.query("UPDATE webhook_deliveries SET next_attempt_at = clock_ms()");
  await numberWebhookEvents(app.context);
}

test("a message is signed as in Standard Webhooks and has the event", async () => {
  const created = await create();
  await record(verified(7));
  await expect.poll(() => received().length).toBe(1);
  const [message] = received();
  const headers = Object.fromEntries(
    Object.entries(message?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  expect(new Receiver(created.secret).verify(message?.body ?? "", headers)).toEqual({
    type: "user.verified",
    timestamp: expect.stringMatching(/Z$/),
    sequence: expect.any(Number),
    data: { userId: 7 },
  });
  expect(() => new Receiver(created.secret).verify(`${message?.body} `, headers)).toThrow();
  await expect
    .poll(() => log(created))
    .toMatchObject([{ status: "DELIVERED", attempts: 1, lastStatus: 204 }]);
});

test("events that were rolled back or aren't subscribed to are not sent", async () => {
  await create({ events: ["unit.published"] });
  const failed = act(app.context, async (tx) => {
    await recordForWebhooks(tx, [
      { type: "unit.published", data: { inventoryId: 1, stockNumber: "A1", title: "Truck" } },
    ]);
    throw new Error("changed our mind");
  });
  await expect(failed).rejects.toThrow("changed our mind");
  await record(verified(7));
  await numberWebhookEvents(app.context);
  expect(await app.query("SELECT 1 FROM webhook_events")).toEqual([]);
});

test("concurrent events are numbered without gaps and sent in order", async () => {
  const created = await create();
  await Promise.all(Array.from({ length: 40 }, (_, index) => record(verified(index + 1))));
  await expect.poll(() => received().length).toBe(40);
  const sequences = received().map(({ sequence }) => sequence);
  const [first = 0] = sequences.toSorted((one, other) => one - other);
  expect(sequences.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 40 }, (_, index) => first + index),
  );
  await expect
    .poll(async () =>
      (await log(created)).every(({ status }: { status: string }) => status === "DELIVERED"),
    )
    .toBe(true);
});

test("a failed delivery is retried with the same id until it is accepted", async () => {
  const created = await create();
  receiver.state.answer = 500;
  await record(verified(7));
  await expect
    .poll(() => log(created))
    .toMatchObject([
      { status: "PENDING", attempts: 1, lastStatus: 500, lastFault: "Responded with status 500" },
    ]);
  const inSpanish = await app.app.inject({
    url: `/api/adminsupport/webhooks/${created.webhook.id}/deliveries`,
    headers: { "accept-language": "es", authorization: `Bearer ${admin.jwt}` },
  });
  expect(inSpanish.json().content).toMatchObject([{ lastFault: "Respondió 500" }]);
  receiver.state.answer = 200;
  await passTime();
  await expect
    .poll(() => log(created))
    .toMatchObject([{ status: "DELIVERED", attempts: 2, lastStatus: 200 }]);
  expect(new Set(received().map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("a delivery that keeps failing ends after a day, and can be resent", async () => {
  const created = await create();
  receiver.state.answer = 400;
  await record(verified(7));
  await expect.poll(() => log(created)).toMatchObject([{ attempts: 1 }]);
  await app.query(
    "UPDATE webhook_deliveries SET started_at = clock_ms() - interval '24 hours', attempts = 9",
  );
  await passTime();
  await expect
    .poll(() => log(created))
    .toMatchObject([{ status: "FAILED", attempts: 10, nextAttemptAt: null }]);
  receiver.state.answer = 204;
  const [{ id }] = await log(created);
  const resent = await app.post(`/api/admin/webhook-deliveries/${id}/resend`, {}, admin.jwt);
  expect(resent.statusCode, resent.body).toBe(200);
  await expect.poll(() => log(created)).toMatchObject([{ status: "DELIVERED", attempts: 1 }]);
});

test("an unreachable webhook gets later events in order once it responds", async () => {
  const created = await create();
  receiver.state.answer = null;
  await record(verified(1), verified(2), verified(3));
  await expect
    .poll(() => log(created))
    .toMatchObject([{ attempts: 0 }, { attempts: 0 }, { attempts: 1, lastStatus: null }]);
  receiver.state.answer = 200;
  receiver.state.messages = [];
  await app.query(
    "UPDATE webhook_deliveries SET next_attempt_at = clock_ms() WHERE seq = (SELECT min(seq) FROM webhook_deliveries)",
  );
  await numberWebhookEvents(app.context);
  await expect.poll(() => received().map(({ data }) => data["userId"])).toEqual([1, 2, 3]);
});

test("a delivery whose process died is sent by another", async () => {
  await create();
  const release = Promise.withResolvers<void>();
  receiver.state.hold = release.promise;
  await record(verified(7));
  await expect.poll(() => received().length).toBe(1);
  // Its locks belong to a dead process from now on.
  await app.query("INSERT INTO job_runners (id) VALUES ('pool-dead')");
  await app.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = 'pool-dead' WHERE job_queue_id IS NOT NULL",
  );
  await app.query(
    "UPDATE graphile_worker._private_job_queues SET locked_by = 'pool-dead' WHERE locked_by IS NOT NULL",
  );
  await expect.poll(() => received().length).toBe(2);
  release.resolve();
});

test("slow webhooks hold up neither emails nor each other, and get one message at a time", async () => {
  const release = Promise.withResolvers<void>();
  receiver.state.hold = release.promise;
  const [slow, other] = [await create(), await create()];
  await record(verified(1), verified(2));
  await expect.poll(() => received().length).toBe(2);
  await record(verified(3));
  await app.verify(app.newEmail());
  expect(received()).toHaveLength(2);
  for (const webhook of [slow, other])
    expect(await log(webhook)).toMatchObject([{ attempts: 0 }, { attempts: 0 }, { attempts: 0 }]);
  release.resolve();
  await expect.poll(() => received().length).toBe(6);
});

test("for a day after a rotation, messages are signed with both secrets, then only with the new one", async () => {
  const created = await create();
  const path = `/api/admin/webhooks/${created.webhook.id}/secret`;
  const rotated: Created = (await app.post(path, {}, admin.jwt)).json();
  expect(rotated.secret).not.toBe(created.secret);
  const verifies = (secret: string, message: Message) => {
    try {
      const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)]);
      new Receiver(secret).verify(message.body, Object.fromEntries(headers));
      return true;
    } catch {
      return false;
    }
  };
  const both = [created.secret, rotated.secret];
  await record(verified(1));
  await expect.poll(() => received().length).toBe(1);
  expect(both.map((secret) => received().map((message) => verifies(secret, message)))).toEqual([
    [true],
    [true],
  ]);
  await app.query("UPDATE webhooks SET old_secret_until = clock_ms() - interval '1 second'");
  await record(verified(2));
  await expect.poll(() => received().length).toBe(2);
  const last = received().slice(-1);
  expect(both.map((secret) => last.map((message) => verifies(secret, message)))).toEqual([
    [false],
    [true],
  ]);
});

test("a secret is in no list or audit record, and encrypted in the database", async () => {
  const created = await create();
  await app.post(`/api/admin/webhooks/${created.webhook.id}/secret`, {}, admin.jwt);
  const texts = [
    await app.query("SELECT before, after FROM audit_log"),
    await app.query("SELECT w::text AS row FROM webhooks w"),
    (await app.get("/api/adminsupport/webhooks", admin.jwt)).json(),
  ].map((each) => JSON.stringify(each));
  for (const text of texts) expect(text).not.toContain(created.secret.slice(6, -2));
  const hex = Buffer.from(created.secret).toString("hex");
  expect(texts.join()).not.toContain(hex);
  const acts = await app.query(
    "SELECT action FROM audit_log WHERE subject_type = 'webhook' AND subject_id = $1 ORDER BY id",
    [created.webhook.id],
  );
  expect(acts.map(({ action }) => action)).toEqual(["webhook-created", "webhook-secret-rotated"]);
});

test("a redirect is not followed, and a long response is not read", async () => {
  const created = await create();
  const other = await openReceiver();
  receiver.state.answer = 307;
  receiver.state.headers = { location: other.url };
  await record(verified(7));
  await expect.poll(() => log(created)).toMatchObject([{ lastStatus: 307, status: "PENDING" }]);
  expect(other.state.messages).toEqual([]);
  await other.close();
});

test("without the setting, no private address is called, by IP address or by name", async () => {
  const guarded = { ...app.context, settings: { ...app.context.settings, privateWebhooks: false } };
  const { port } = receiver;
  for (const [url, fault] of [
    [`https://127.0.0.1:${port}/`, "The address is private"],
    [`https://2130706433:${port}/`, "The address is private"],
    [`https://[::ffff:7f00:1]:${port}/`, "The address is private"],
    [`https://localhost:${port}/`, "The address is private"],
    [receiver.url, "Only https is allowed"],
  ] as const) {
    const created = await create({ url: receiver.url });
    await app.query("UPDATE webhooks SET url = $2 WHERE id = $1", [created.webhook.id, url]);
    await act(app.context, async (tx) => {
      await recordForWebhooks(tx, [verified(7)]);
      await tx.query("DELETE FROM graphile_worker._private_jobs");
    });
    // Inserted by hand: the app's own runner would send it first, and it may call private
    // addresses.
    await app.query(
      `INSERT INTO webhook_deliveries (webhook_id, event_id, seq)
        SELECT $1, id, position FROM webhook_events ORDER BY position DESC LIMIT 1`,
      [created.webhook.id],
    );
    await sendWebhooks(guarded, created.webhook.id);
    expect((await log(created))[0], url).toMatchObject({ lastStatus: null, lastFault: fault });
    await app.query("DELETE FROM webhooks");
  }
  expect(received()).toEqual([]);
});

test("a webhook with an address that can't be called is refused", async () => {
  const strict = await app.sibling({ privateWebhooks: false });
  const body = { description: "Our CRM", events: ["lot.closed"] };
  for (const url of [
    "https://10.0.0.8/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://[fd00::1]/",
    "http://example.com/hook",
    "https://user:secret@example.com/",
    "https://example.com/#part",
    "ftp://example.com/",
    "javascript:alert(1)",
  ]) {
    const reply = await strict.post("/api/admin/webhooks", { ...body, url }, admin.jwt);
    expect([reply.statusCode, reply.json().issues?.[0]?.path], url).toEqual([400, "url"]);
  }
  const good = await strict.post(
    "/api/admin/webhooks",
    { ...body, url: "https://example.com/hook?of=us" },
    admin.jwt,
  );
  expect(good.statusCode, good.body).toBe(200);
  await strict.close();
});

test.each([
  ["93.184.215.14", true],
  ["2606:2800:21f:cb07:6820:80da:af6b:8b2c", true],
  ["0.0.0.0", false],
  ["100.64.0.1", false],
  ["172.31.255.255", false],
  ["192.0.0.8", false],
  ["198.18.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["fe80::1", false],
  ["::ffff:10.0.0.1", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["nonsense", false],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

async function publishUnit(): Promise<void> {
  const [id] = await offerableUnits(app, 1);
  await app.query(
    "UPDATE inventory SET status = 'DRAFT', odometer = 400000, odometer_brand = 'ACTUAL', vin_override_reason = 'Plate lost' WHERE id = $1",
    [id],
  );
  await app.query(
    `WITH picture AS (INSERT INTO media (width, height)
        VALUES (3, 2) RETURNING id)
      INSERT INTO inventory_images (inventory_id, position, media_id, kind, alt)
      SELECT $1, 0, id, 'EXTERIOR', 'The unit' FROM picture`,
    [id],
  );
  const reply = await app.post(`/api/adminsupport/inventory/${id}/publish`, {}, admin.jwt);
  expect(reply.statusCode, reply.body).toBe(200);
}

test("each event is sent, in the contract's shape and without secrets", async () => {
  await create();
  const sales = salesOn(app, admin);
  const [lot] = await sales.closedWith([2_500, 3_000]);
  const winner = lot?.bidders.at(-1);
  if (lot === undefined || winner === undefined) throw new Error("no lot");
  const { auctionId, lotId, inventoryId } = lot;
  const winners = await app.get(`/api/bids/adminsupport/winningBids/${auctionId}`, admin.jwt);
  const declared = await app.post(
    `/api/bids/adminsupport/declareWinner/${auctionId}`,
    winners.json(),
    admin.jwt,
  );
  const [{ awardId, invoiceId }] = declared.json();
  const part = await app.post(
    `/api/adminsupport/invoices/${invoiceId}/payments`,
    { amount: 100, method: "CHECK", reference: "C-100", receivedOn: "2026-11-20" },
    admin.jwt,
  );
  expect(part.statusCode, part.body).toBe(200);
  const removed = await app.post(
    `/api/adminsupport/payments/${part.json().payments[0].id}/void`,
    { reason: "The check was returned" },
    admin.jwt,
  );
  expect(removed.statusCode, removed.body).toBe(200);
  const paid = await app.form(
    "POST",
    `/api/adminsupport/users/mark-as-paid/${winner.userId}/${inventoryId}`,
    [
      [
        "invoice",
        { fileName: "receipt.pdf", bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n") },
      ],
    ],
    admin.jwt,
  );
  expect(paid.statusCode, paid.body).toBe(200);
  const { gatePin } = (await app.get(`/api/invoices/${invoiceId}`, winner.jwt)).json().release;
  const released = await app.post(
    `/api/adminsupport/awards/${awardId}/release`,
    { gatePin, carrierName: "Plains Haul", driverName: "Lee Ray" },
    admin.jwt,
  );
  expect(released.statusCode, released.body).toBe(200);
  await publishUnit();
  const types = () => [...new Set(received().map(({ type }) => type))].toSorted();
  await expect.poll(types).toEqual(webhookEventTypes.toSorted());
  for (const { type, data } of received()) {
    const known = webhookEventTypes.find((each) => each === type);
    expect(known === undefined ? null : webhookData[known].strict().parse(data)).toEqual(data);
  }
  expect(received().find(({ type }) => type === "lot.closed")?.data).toEqual({
    lotId,
    auctionId,
    inventoryId,
    outcome: "SOLD",
    price: 3_000,
  });
  const order = received().map(({ type }) => type);
  expect(order.indexOf("lot.closed")).toBeLessThan(order.indexOf("award.declared"));
  expect(order.indexOf("payment.recorded")).toBeLessThan(order.indexOf("unit.released"));
  const all = received()
    .map(({ body }) => body)
    .join();
  for (const secret of [gatePin, winner.email, "Lee Ray"]) expect(all).not.toContain(`"${secret}"`);
});
