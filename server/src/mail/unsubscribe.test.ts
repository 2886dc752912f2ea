import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../db/transaction.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { startMailServer, type MailServer } from "../testing/mail-server.ts";
import { enqueue } from "../jobs/enqueue.ts";
import type { MailContent } from "../jobs/mail-content.ts";

let server: MailServer;
let app: AuthApp;
let user: SignedUp;
beforeAll(async () => {
  server = await startMailServer();
  app = await openAuthApp({ smtpUrl: server.url });
  user = await server.holding(() => app.customer());
});
afterAll(async () => {
  await app.close();
  await server.close();
});

let serial = 0;
const outbid = {
  kind: "OUTBID" as const,
  name: "Dana Reyes",
  inventoryId: 42,
  title: "2019 Peterbilt 579",
  auctionName: "Amarillo Fall Sale",
  priceCents: 300_000,
  closesAt: "2026-11-25T23:00:00.000Z",
  timeZone: "America/Chicago",
} satisfies MailContent;
const won = {
  kind: "WON" as const,
  name: "Dana Reyes",
  inventoryId: 42,
  title: "2019 Peterbilt 579",
  auctionName: "Amarillo Fall Sale",
  hammerCents: 300_000,
  paymentDueAt: "2026-11-25T23:00:00.000Z",
  timeZone: "America/Chicago",
} satisfies MailContent;
/** Sends an email; returns it with its wrapped lines joined. */
async function mail(content: Extract<MailContent, { title: string }>): Promise<string> {
  const title = `Unit ${++serial} of this test`;
  const order = { eventKey: title, to: user.email, content: { ...content, title } };
  await inTransaction(app.context.pool, (tx) => enqueue(tx, "send-mail", order));
  const find = () => server.messages.find((message) => message.includes(title));
  await expect.poll(find).toBeDefined();
  return (find() ?? "").replaceAll(/\r\n[ \t]+/g, " ").replaceAll("=\r\n", "");
}
const linkOf = (message: string) =>
  /^List-Unsubscribe: <https:\/\/gavelyard\.example([^>]+)>/m.exec(message)?.[1] ?? "";
const press = (link: string) =>
  app.app.inject({
    method: "POST",
    url: link,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "List-Unsubscribe=One-Click",
  });
const prefs = async () => (await app.get("/api/user/current", user.jwt)).json().notificationPrefs;

test("one-click unsubscribe stops that kind of email, signed out and repeatedly", async () => {
  const message = await mail(outbid);
  expect(message).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
  expect(message).toContain("Stop these emails");
  const link = linkOf(message);
  expect((await prefs()).OUTBID).toEqual({ email: true, push: true });
  expect((await press(link)).statusCode).toBe(200);
  expect((await press(link)).statusCode).toBe(200);
  expect(await prefs()).toMatchObject({
    OUTBID: { email: false, push: true },
    LOST: { email: true },
  });
  await inTransaction(app.context.pool, (tx) =>
    enqueue(tx, "send-mail", { eventKey: "stopped", to: user.email, content: outbid }),
  );
  await mail(won);
  expect(await app.query("SELECT 1 FROM mails WHERE event_key = 'stopped'")).toEqual([]);
});

test("a Spanish email has the link of a Spanish page; the one-click address stays", async () => {
  const { userId } = user;
  await app.query("UPDATE users SET language = 'es' WHERE id = $1", [userId]);
  const message = await mail({ ...won, kind: "LOST" });
  await app.query("UPDATE users SET language = 'en' WHERE id = $1", [userId]);
  expect(linkOf(message)).toMatch(/^\/unsubscribe\?token=/);
  expect(message).toContain("https://gavelyard.example/es/unsubscribe?token");
});

test("a mandatory email has no such link", async () => {
  const message = await mail(won);
  expect(message).not.toMatch(/unsubscribe|Stop these emails/i);
});

test("foreign links stop nothing, and neither does a GET", async () => {
  const signed = linkOf(await mail({ ...won, kind: "LOST" }));
  const token = new URLSearchParams(signed.split("?")[1]).get("token") ?? "";
  const other = await server.holding(() => app.customer());
  for (const forged of [
    "",
    "x",
    token.replace(String(user.userId), String(other.userId)),
    token.replace("LOST", "OUTBID"),
    token.replace("LOST", "WON"),
    token.slice(0, -1),
    `${token}x`,
  ])
    expect((await press(`/unsubscribe?token=${forged}`)).statusCode, forged).toBe(404);
  expect((await app.get(`/unsubscribe?token=${token}`)).statusCode).toBe(404);
  expect((await prefs()).LOST).toEqual({ email: true });
});
