import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { insertLot } from "../testing/lots.ts";

let app: AuthApp;
beforeAll(async () => {
  app = await openAuthApp();
});
afterAll(() => app.close());

const path = "/api/user/calendar-link";

async function createLink({ jwt }: SignedUp): Promise<string> {
  const { url } = (await app.post(path, undefined, jwt)).json<{ url: string }>();
  expect(url).toMatch(/^https:\/\/gavelyard\.example\/calendar\.ics\?key=[\w-]{43}$/);
  return url.replace("https://gavelyard.example", "");
}

/** Reads the properties of each event; lines that continue are joined (RFC 5545). */
function eventsOf(text: string): Map<string, string>[] {
  return text
    .replaceAll("\r\n ", "")
    .split("BEGIN:VEVENT")
    .slice(1)
    .map((event) => {
      // A reminder has some of the same properties and comes later.
      const lines = event
        .split("\r\n")
        .filter((line) => line.includes(":"))
        .toReversed();
      return new Map(
        lines.map((line) => [
          line.slice(0, line.search(/[:;]/)),
          line.slice(line.indexOf(":") + 1),
        ]),
      );
    });
}

const stamp = (at: string) => at.replace(/[-:]|\.\d+/g, "");

test("a link shows the closes of watched lots", async () => {
  const user = await app.customer();
  const link = await createLink(user);
  const lot = await insertLot(app.context.pool, { leaderId: user.userId, priceCents: 410_000 });
  const closed = await insertLot(app.context.pool);
  await app.query(
    "UPDATE lots SET closed_at = clock_ms(), outcome = 'NO_BIDS' WHERE inventory_id = $1",
    [closed.inventoryId],
  );
  for (const { inventoryId } of [lot, closed])
    await app.post(`/api/wishlist/${user.userId}/add/${inventoryId}`, undefined, user.jwt);

  const reply = await app.get(link);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(reply.headers["cache-control"]).toBe("no-store");
  const [close] = await app.query(
    "SELECT id::text, to_char(closes_at AT TIME ZONE 'UTC', 'YYYYMMDD\"T\"HH24MISS\"Z\"') AS at FROM lots WHERE inventory_id = $1",
    [lot.inventoryId],
  );
  const [event, ...others] = eventsOf(reply.body);
  expect(others).toEqual([]);
  expect(Object.fromEntries(event ?? [])).toMatchObject({
    SUMMARY: "Bidding closes: 2019 Peterbilt 579",
    UID: `lot-${String(close?.["id"])}@gavelyard.example`,
    DTSTART: close?.["at"],
    URL: `https://gavelyard.example/truck/${lot.inventoryId}`,
    DESCRIPTION: expect.stringContaining("Current bid $4\\,100"),
    TRIGGER: "-PT15M",
  });

  await app.query("UPDATE users SET language = 'es' WHERE id = $1", [user.userId]);
  const [inSpanish] = eventsOf((await app.get(link)).body);
  expect(Object.fromEntries(inSpanish ?? [])).toMatchObject({
    SUMMARY: "Cierre de pujas: 2019 Peterbilt 579",
    DESCRIPTION: expect.stringContaining("Puja actual $4\\,100"),
    URL: `https://gavelyard.example/es/truck/${lot.inventoryId}`,
  });

  // The close moves; the event is the same.
  const [moved] = await app.query(
    "UPDATE lots SET closes_at = closes_at + interval '90 s' WHERE inventory_id = $1 RETURNING closes_at",
    [lot.inventoryId],
  );
  const [later] = eventsOf((await app.get(link)).body);
  expect(later?.get("UID")).toBe(event?.get("UID"));
  const at = moved?.["closes_at"];
  expect(later?.get("DTSTART")).toBe(stamp(at instanceof Date ? at.toISOString() : ""));
});

test("a link stops working after a new one, when turned off, and during a suspension", async () => {
  const user = await app.customer();
  expect((await app.get(path, user.jwt)).json()).toEqual({ createdAt: null });
  const first = await createLink(user);
  const second = await createLink(user);
  expect((await app.get(path, user.jwt)).json()).toEqual({ createdAt: expect.any(String) });
  expect((await app.get(first)).statusCode).toBe(404);
  expect((await app.get(second)).statusCode).toBe(200);
  await app.setStatus(user.userId, "SUSPENDED");
  expect((await app.get(second)).statusCode).toBe(404);
  await app.setStatus(user.userId, "ACTIVE");
  const again = (await app.logIn(user.email)).json<SignedUp>();
  expect((await app.delete(path, again.jwt)).statusCode).toBe(200);
  expect((await app.get(second)).statusCode).toBe(404);
});

test("the file is in iCalendar's format", async () => {
  const user = await app.customer();
  const { body } = await app.get(await createLink(user));
  expect(body).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:[^\r]+\r\n/);
  expect(body).toMatch(/END:VCALENDAR\r?\n?$/);
  for (const line of body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
