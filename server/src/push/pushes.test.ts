import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, password, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { openPushService, vapidClaims, type PushService } from "../testing/push-service.ts";
import { openPool } from "../testing/database.ts";
import { salesOn } from "../testing/sales.ts";
import { pushClosing, pushDue } from "./due-pushes.ts";
import { takePickupsTomorrow } from "./due-sql.ts";

let service: PushService;
let app: AuthApp;
let sales: ReturnType<typeof salesOn>;
let staff: SignedUp;
beforeAll(async () => {
  service = await openPushService();
  app = await openAuthApp({ pushOrigins: [service.origin] });
  staff = await app.support();
  sales = salesOn(app, staff);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
afterEach(() => {
  service.status = 201;
});

const path = (user: SignedUp) => `/api/users/${user.userId}/push-devices`;
/** Turns notifications on in a browser; returns its name. */
async function turnOn(user: SignedUp, device: string = randomUUID()): Promise<string> {
  const reply = await app.post(path(user), service.subscribe(device), user.jwt);
  expect(reply.statusCode).toBe(200);
  return device;
}
const pushedTo = (device: string) =>
  service.pushed.filter((pushed) => pushed.device === device).map(({ notice }) => notice.title);
const arrives = (device: string, title: string | RegExp) =>
  expect
    .poll(() => pushedTo(device).join("; "), { interval: 10 })
    .toMatch(title instanceof RegExp ? title : new RegExp(title));
const change = (user: SignedUp, body: object) =>
  app.put(`/api/update-user/${user.userId}`, body, user.jwt);
const bid = (inventoryId: number, bidder: SignedUp, amount: number) =>
  app.post(
    `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`,
    undefined,
    bidder.jwt,
  );
/** Creates two bidders on one lot; the first was outbid before either had a device. */
async function duel() {
  const [lot] = await sales.auctionWith([[2_500, 3_000]]);
  const [one, two] = lot?.bidders ?? [];
  if (lot === undefined || one === undefined || two === undefined) throw new Error("no lot");
  return { lot, one, two };
}
/** Schedules a pickup from 9 to 11 AM on a day, or tomorrow, at a yard in a time zone. */
async function schedulePickup(
  { lot, winner, awardId }: Awaited<ReturnType<typeof sales.declared>>,
  zone: string,
  day: string | null,
) {
  await app.query(
    "UPDATE yards SET time_zone = $2 WHERE id = (SELECT yard_id FROM inventory WHERE id = $1)",
    [lot.inventoryId, zone],
  );
  await app.query(
    `INSERT INTO releases (award_id, gate_pin, pickup_due_at, pickup_on, pickup_from_hour,
        pickup_until_hour, pickup_set_by, pickup_set_at)
      VALUES ($1, '', clock_ms(), coalesce($4, (clock_ms() AT TIME ZONE $3)::date + 1), 9, 11, $2, clock_ms())
      ON CONFLICT (award_id) DO UPDATE SET pickup_on = excluded.pickup_on`,
    [awardId, winner.userId, zone, day],
  );
}
/** Outbids another bidder and waits for that push: earlier ones have been sent by then. */
async function laterPushArrives() {
  const { lot, one, two } = await duel();
  const device = await turnOn(two);
  await bid(lot.inventoryId, one, 3_500);
  await arrives(device, "Outbid");
}

describe("an outbid bidder", () => {
  test("gets a push on every device, encrypted and signed, within two seconds", async () => {
    const { lot, one, two } = await duel();
    const [phone, desk] = [await turnOn(two), await turnOn(two)];
    await bid(lot.inventoryId, one, 4_000);
    const committedAt = performance.now();
    await arrives(phone, "Outbid: 2019 Peterbilt 579");
    await arrives(desk, "Outbid: 2019 Peterbilt 579");
    expect(performance.now() - committedAt).toBeLessThan(2_000);
    const pushed = service.pushed.find(({ device }) => device === phone);
    expect(pushed?.notice).toEqual({
      title: "Outbid: 2019 Peterbilt 579",
      body: "Current bid: $4,000.",
      action: "Bid $4,050",
      path: `/truck/${lot.inventoryId}`,
      tag: `lot-${lot.inventoryId}`,
    });
    expect(pushed?.headers).toMatchObject({ urgency: "high", topic: `lot-${lot.inventoryId}` });
    if (pushed === undefined) throw new Error("nothing was pushed");
    expect(vapidClaims(pushed, app.pushes.publicKey)).toMatchObject({
      aud: service.origin,
      sub: "mailto:support@gavelyard.example",
    });
  });

  test("gets a push in Spanish that opens a Spanish page", async () => {
    const { lot, one, two } = await duel();
    const device = await turnOn(two);
    await change(two, { language: "es" });
    await bid(lot.inventoryId, one, 4_000);
    await arrives(device, "Puja superada: 2019 Peterbilt 579");
    const pushed = service.pushed.find((one) => one.device === device);
    expect(pushed?.notice.path).toBe(`/es/truck/${lot.inventoryId}`);
  });

  test("who leads again gets no push", async () => {
    const { lot, one, two } = await duel();
    const device = await turnOn(two);
    await bid(lot.inventoryId, one, 4_000);
    await bid(lot.inventoryId, two, 5_000);
    await laterPushArrives();
    expect(pushedTo(device)).toEqual([]);
  });

  test("who leads again while the push is queued gets none", async () => {
    const { lot, one, two } = await duel();
    const device = await turnOn(two);
    const { inventoryId } = lot;
    let asked = 0;
    const order = {
      userId: two.userId,
      kind: "OUTBID" as const,
      notice: { title: "You've been outbid", body: "", path: "/", tag: "t" },
      goodUntil: new Date(Date.now() + 60_000).toISOString(),
      deviceId: null,
    };
    await app.pushes.sendNow([order], "OUTBID", async () => {
      asked += 1;
      await bid(inventoryId, one, 4_000);
      return null;
    });
    expect([asked, pushedTo(device)]).toEqual([1, []]);
  });

  test("gets no push of a kind that is off, or in quiet hours", async () => {
    const off = await duel();
    const quiet = await duel();
    const devices = [await turnOn(off.two), await turnOn(quiet.two)];
    await change(off.two, { notificationPrefs: { OUTBID: { push: false } } });
    const hour = new Date().getUTCHours();
    const around = { fromHour: hour, untilHour: (hour + 2) % 24 };
    await change(quiet.two, { quietHours: around, timeZone: "Etc/UTC" });
    await bid(off.lot.inventoryId, off.one, 4_000);
    await bid(quiet.lot.inventoryId, quiet.one, 4_000);
    await laterPushArrives();
    expect(devices.map(pushedTo)).toEqual([[], []]);
  });
});

describe("a device", () => {
  test("gets nothing once it is signed out, while the user's others do", async () => {
    const { lot, one, two } = await duel();
    const left = await turnOn(two);
    const stays: SignedUp = { ...two, ...(await app.logIn(two.email, password)).json() };
    const other = await turnOn(stays);
    expect((await app.post("/auth/logout", undefined, two.jwt)).statusCode).toBe(200);
    await bid(lot.inventoryId, one, 4_000);
    await arrives(other, "Outbid");
    expect(pushedTo(left)).toEqual([]);
  });

  test("belongs to the next person who signs in on it", async () => {
    const { lot, one, two } = await duel();
    const next = await app.customer();
    const subscription = service.subscribe("shared");
    await app.post(path(two), subscription, two.jwt);
    await app.post(path(next), subscription, next.jwt);
    await bid(lot.inventoryId, one, 4_000);
    await laterPushArrives();
    expect(pushedTo("shared")).toEqual([]);
  });

  test("can't be taken over by somebody who knows only its address", async () => {
    const { lot, one, two } = await duel();
    const other = await app.customer();
    const subscription = service.subscribe("known");
    await app.post(path(two), subscription, two.jwt);
    const { keys } = service.subscribe("own keys");
    const taken = await app.post(path(other), { ...subscription, keys }, other.jwt);
    expect(taken.statusCode).toBe(409);
    const { href } = new URL(subscription.endpoint);
    for (const same of [
      `${href}#x`,
      ` ${href}`,
      href.replace("http", "HTTP"),
      href.replace(/\/(?=[^/]*$)/, "/x/../"),
    ]) {
      const again = await app.post(path(other), { endpoint: same, keys }, other.jwt);
      expect(again.statusCode, same).toBe(409);
    }
    expect(taken.json()).toMatchObject({ message: expect.stringContaining("another account") });
    await bid(lot.inventoryId, one, 4_000);
    await arrives("known", "Outbid");
  });

  test("that its push service no longer knows is deleted", async () => {
    const { lot, one, two } = await duel();
    await turnOn(two);
    service.status = 410;
    await bid(lot.inventoryId, one, 4_000);
    await expect
      .poll(() => app.query("SELECT 1 FROM push_devices WHERE user_id = $1", [two.userId]))
      .toEqual([]);
  });

  test("is one of the newest ten", async () => {
    const user = await app.customer();
    const devices: string[] = [];
    for (let n = 0; n < 12; n++) devices.push(await turnOn(user));
    const rows = await app.query(
      "SELECT endpoint FROM push_devices WHERE user_id = $1 ORDER BY id",
      [user.userId],
    );
    expect(rows.map(({ endpoint }) => String(endpoint).split("/").at(-1))).toEqual(
      devices.slice(2),
    );
  });

  test("can be turned off only by its owner", async () => {
    const [user, other] = [await app.customer(), await app.customer()];
    const { endpoint, keys } = service.subscribe("own");
    await app.post(path(user), { endpoint, keys }, user.jwt);
    const count = () => app.query("SELECT 1 FROM push_devices WHERE endpoint = $1", [endpoint]);
    await app.delete(path(other), other.jwt, { endpoint });
    expect(await count()).toHaveLength(1);
    expect((await app.delete(path(user), user.jwt, { endpoint })).statusCode).toBe(200);
    expect(await count()).toEqual([]);
  });

  test("is refused unless its address is a push service's and its key is valid", async () => {
    const user = await app.customer();
    const { keys } = service.subscribe("keys");
    const add = async (endpoint: string, other = keys) =>
      (await app.post(path(user), { endpoint, keys: other }, user.jwt)).statusCode;
    for (const endpoint of [
      "http://fcm.googleapis.com/fcm/send/x",
      "https://fcm.googleapis.com:8443/x",
      "https://fcm.googleapis.com.evil.example/x",
      "https://user:pass@fcm.googleapis.com/x",
      "https://169.254.169.254/latest/meta-data",
      "https://localhost/x",
      "https://[::1]/x",
      "http://127.0.0.1:5432/x",
      "https://evil.example/push.apple.com",
    ])
      expect(await add(endpoint), endpoint).toBe(422);
    expect(await add("https://web.push.apple.com/x")).toBe(200);
    expect(await add("https://updates.push.services.mozilla.com/wpush/v2/x")).toBe(200);
    const invalidKey = Buffer.alloc(65, 4).toString("base64url");
    expect(await add("https://fcm.googleapis.com/x", { ...keys, p256dh: invalidKey })).toBe(422);
    expect(await add("https://fcm.googleapis.com/x", { ...keys, auth: "short" })).toBe(400);
    expect(await add("file:///etc/passwd")).toBe(400);
  });
});

describe("pushes that can wait", () => {
  test("a win arrives after the close, also when the push service is down for a while", async () => {
    const { lot, two } = await duel();
    const device = await turnOn(two);
    service.status = 503;
    await sales.close(lot.auctionId);
    const failed = () =>
      app.query("SELECT 1 FROM graphile_worker.jobs WHERE last_error LIKE '%not taken%'");
    await expect.poll(failed).not.toEqual([]);
    service.status = 201;
    await app.query("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts > 0");
    await arrives(device, "You won 2019 Peterbilt 579");
    expect(pushedTo(device)).toEqual(["You won 2019 Peterbilt 579"]);
  });

  test("quiet hours delay a win's push until they end", async () => {
    const { lot, two } = await duel();
    const device = await turnOn(two);
    const hour = new Date().getUTCHours();
    await change(two, {
      quietHours: { fromHour: hour, untilHour: (hour + 3) % 24 },
      timeZone: "Etc/UTC",
    });
    await sales.close(lot.auctionId);
    const waiting = async () =>
      (
        await app.query(
          `SELECT extract(hour FROM run_at AT TIME ZONE 'UTC')::int AS hour FROM graphile_worker._private_jobs
            WHERE (payload ->> 'userId')::bigint = $1 AND payload ->> 'kind' = 'WON' AND run_at > now()`,
          [two.userId],
        )
      )[0]?.["hour"];
    await expect.poll(waiting).toBe((hour + 3) % 24);
    expect(pushedTo(device)).toEqual([]);
  });

  test("an offer and reminders of payments and pickups each arrive once", async () => {
    const [missed] = await sales.auctionWith([[1_500]]);
    const bidder = missed?.bidders[0];
    if (missed === undefined || bidder === undefined) throw new Error("no lot");
    const offered = await turnOn(bidder);
    await sales.close(missed.auctionId);
    const decision = { decision: "COUNTER_OFFER", amount: 1_900 };
    const path = `/api/adminsupport/lots/${missed.lotId}/decision`;
    expect((await app.post(path, decision, staff.jwt)).statusCode).toBe(200);

    const sale = await sales.declared();
    const reminded = await turnOn(sale.winner);
    await app.query("UPDATE invoices SET due_at = clock_ms() + interval '20 hours' WHERE id = $1", [
      sale.invoiceId,
    ]);
    // A zone where it is noon.
    const east = 12 - new Date().getUTCHours();
    await schedulePickup(sale, `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`, null);
    await Promise.all([pushDue(app.context), pushDue(app.context)]);
    await arrives(offered, "Offer for");
    await arrives(reminded, "Payment due");
    await arrives(reminded, "Pickup tomorrow");
    await pushDue(app.context);
    const waiting =
      "SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'send-push' AND run_at <= now()";
    await expect.poll(() => app.query(waiting)).toEqual([]);
    expect(pushedTo(offered)).toEqual(["Offer for 2019 Peterbilt 579"]);
    expect(pushedTo(reminded).toSorted()).toEqual([
      expect.stringMatching(/^Payment due /),
      "Pickup tomorrow: 2019 Peterbilt 579",
    ]);
    const bodies = service.pushed.filter(({ device }) => [offered, reminded].includes(device));
    expect(bodies.map(({ notice }) => notice.body).toSorted()).toEqual([
      expect.stringMatching(/^\$3,450 for 2019 Peterbilt 579, invoice GY-/),
      expect.stringMatching(/, 9 AM to 11 AM, North yard, .* gate PIN/),
      expect.stringMatching(/^You can buy it for \$1,900, plus fees\. Answer by /),
    ]);
  });

  test("a pickup is due for a reminder from 9 AM to midnight on the yard's day before it", async () => {
    const sale = await sales.declared();
    const owner = openPool(app.ownerUrl, 1);
    const startsIf = async (zone: string, day: string, now: string) => {
      await schedulePickup(sale, zone, day);
      const client = await owner.connect();
      await client.query("BEGIN");
      await client.query(
        `CREATE OR REPLACE FUNCTION clock_ms() RETURNS timestamptz LANGUAGE sql VOLATILE AS
          'SELECT timestamptz ''${now}'''`,
      );
      const rows = await takePickupsTomorrow(client);
      await client.query("ROLLBACK");
      client.release();
      const own = rows.filter((row) => row.inventory_id === sale.lot.inventoryId);
      return own.map((row) => row.starts_at.toISOString());
    };
    for (const [zone, day, from, until, startsAt] of [
      ["America/Chicago", "2026-11-24", "2026-11-23T15:00Z", "2026-11-24T06:00Z", "2026-11-24T15"],
      ["Pacific/Honolulu", "2026-11-24", "2026-11-23T19:00Z", "2026-11-24T10:00Z", "2026-11-24T19"],
      // The clocks change on November 1 at 2 AM.
      ["America/Chicago", "2026-11-02", "2026-11-01T15:00Z", "2026-11-02T06:00Z", "2026-11-02T15"],
      ["America/Chicago", "2026-11-01", "2026-10-31T14:00Z", "2026-11-01T05:00Z", "2026-11-01T15"],
      ["Pacific/Auckland", "2026-11-24", "2026-11-22T20:00Z", "2026-11-23T11:00Z", "2026-11-23T20"],
    ] as const) {
      const minuteBefore = (time: string) => new Date(Date.parse(time) - 60_000).toISOString();
      const times = [minuteBefore(from), from, minuteBefore(until), until];
      const found = [];
      for (const time of times) found.push(await startsIf(zone, day, time));
      const due = [`${startsAt}:00:00.000Z`];
      expect(found, `${zone} ${day}`).toEqual([[], due, due, []]);
    }
    await owner.end();
  });
});

test("lots that close soon push the bidder's position, once", async () => {
  const { lot, one, two } = await duel();
  const watcher = await app.customer();
  await app.post(`/api/wishlist/${watcher.userId}/add/${lot.inventoryId}`, undefined, watcher.jwt);
  const devices = [await turnOn(one), await turnOn(two), await turnOn(watcher)] as const;
  await pushClosing(app.context, app.pushes);
  await app.query("UPDATE lots SET closes_at = clock_ms() + interval '9 minutes' WHERE id = $1", [
    lot.lotId,
  ]);
  await Promise.all([pushClosing(app.context, app.pushes), pushClosing(app.context, app.pushes)]);
  for (const device of devices) await arrives(device, /Closes .* 2019 Peterbilt 579/);
  const bodies = devices.map(
    (device) =>
      service.pushed.find(
        (pushed) => pushed.device === device && pushed.notice.title.startsWith("Closes"),
      )?.notice.body,
  );
  expect(bodies).toEqual([
    "You've been outbid. Current bid: $3,000.",
    "You're the high bidder at $3,000.",
    "Current bid: $3,000.",
  ]);
});

test("a push about a close that waits has the position and price at the moment it is sent", async () => {
  const { lot, one, two } = await duel();
  const ended = await duel();
  const devices = [await turnOn(two), await turnOn(ended.two)] as const;
  await app.query(
    "UPDATE lots SET closes_at = clock_ms() + interval '9 minutes' WHERE id = ANY ($1)",
    [[lot.lotId, ended.lot.lotId]],
  );
  await pushClosing(app.context, {
    sendNow: async (orders, kind, current) => {
      await bid(lot.inventoryId, one, 4_000);
      await sales.close(ended.lot.auctionId);
      await app.pushes.sendNow(orders, kind, current);
    },
  });
  await arrives(devices[0], /Closes/);
  await laterPushArrives();
  const closing = service.pushed.filter(({ notice }) => notice.title.startsWith("Closes"));
  expect(closing.find(({ device }) => device === devices[0])?.notice.body).toBe(
    "You've been outbid. Current bid: $4,000.",
  );
  expect(closing.filter(({ device }) => device === devices[1])).toEqual([]);
});

test("many batches of pushes send twenty messages at once, and one kind doesn't wait for the other", async () => {
  const [one, other] = [await app.customer(), await app.customer()];
  for (const user of [one, other])
    for (let device = 0; device < 10; device += 1) await turnOn(user);
  const order = (userId: number) => ({
    userId,
    kind: "OUTBID" as const,
    notice: { title: "Many at once", body: "", path: "/", tag: "t" },
    goodUntil: new Date(Date.now() + 60_000).toISOString(),
    deviceId: null,
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<null>();
  const asked = { OUTBID: 0, ENDING_SOON: 0 };
  const send = (kind: keyof typeof asked) =>
    app.pushes.sendNow([order(one.userId), order(other.userId)], kind, () => {
      asked[kind] += 1;
      return held;
    });
  const sent = [send("OUTBID"), send("OUTBID"), send("OUTBID"), send("ENDING_SOON")];
  await expect.poll(() => asked.ENDING_SOON).toBe(20);
  await expect.poll(() => asked.OUTBID).toBe(20);
  letGo(null);
  await Promise.all(sent);
  expect(asked).toEqual({ OUTBID: 60, ENDING_SOON: 20 });
});
