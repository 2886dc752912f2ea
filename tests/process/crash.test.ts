import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createPool } from "../../server/src/db/pool.ts";
import { startMailServer } from "../../server/src/testing/mail-server.ts";
import { enqueueAll, job } from "../../server/src/jobs/enqueue.ts";
import { MAIL_CONNECTIONS } from "../../server/src/jobs/tasks.ts";
import { Bus } from "../../server/src/events/bus.ts";
import { Sessions } from "../../server/src/sign-in/sessions.ts";
import { readSettings } from "../../server/src/settings.ts";
import { runs } from "../../server/src/testing/runs.ts";
import { openPlainSecrets } from "../../server/src/testing/secrets.ts";
import { pino } from "pino";
import { rowsOf } from "../database.ts";
import { startEmpty, type OwnProduct } from "../product.ts";
import { letPass } from "../../server/src/testing/wait-for.ts";

const CRASHES = runs(20);
const BIDDERS = 8;

let market: OwnProduct;
beforeAll(async () => {
  market = await startEmpty(inject("postgresUrl"));
});
afterAll(() => market?.end());

const rows = <Row extends object>(text: string, values?: readonly unknown[]) =>
  rowsOf<Row>(market.database.ownerUrl, text, values);

/** Creates a lot that stays open, a lot that closes during the crashes, and bidders with tokens. */
async function prepare() {
  const [made] = await rows<{ open: number; closing: number }>(
    `WITH yard AS (
        INSERT INTO yards (name, city, state, zip, time_zone)
        VALUES ('Yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id
      ), auction AS (
        INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
        VALUES ('Crash sale', 'America/Chicago', clock_ms(), clock_ms() + interval '1 day', 'PUBLISHED') RETURNING id
      ), units AS (
        INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
          model, title_brand, yard_id, specs, starting_cents, status)
        SELECT 'crash-' || n, 'C' || n, 'PICKUP', 'NONE', 2019, 'Ford', 'F-150', 'CLEAN', yard.id, '{}', 10000, 'IN_AUCTION'
        FROM yard, generate_series(1, 2) AS n RETURNING id
      ), lots_made AS (
        INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, starting_cents,
          lot_number, soft_close_window_sec, soft_close_extend_sec)
        SELECT units.id, auction.id, clock_ms() - interval '1 minute', t.at, t.at, 10000, row_number() OVER (), 0, 0
        FROM auction, units, LATERAL (SELECT clock_ms() + CASE WHEN units.id % 2 = 0 THEN interval '6 seconds' ELSE interval '1 day' END AS at) t
        RETURNING id, inventory_id
      )
      SELECT max(inventory_id) FILTER (WHERE inventory_id % 2 = 1)::int AS open,
        max(inventory_id) FILTER (WHERE inventory_id % 2 = 0)::int AS closing FROM lots_made`,
  );
  await rows(
    "UPDATE inventory i SET current_lot_id = l.id FROM lots l WHERE l.inventory_id = i.id",
  );
  if (made === undefined) throw new Error("nothing was made");
  const people = await rows<{ id: string }>(
    `INSERT INTO users (email, name, password_hash, role, email_verified_at)
      SELECT 'crash' || n || '@people.example', 'Crash Bidder', 'none', 'ROLE_CUSTOMER', clock_ms()
      FROM generate_series(1, ${BIDDERS}) AS n RETURNING id`,
  );
  await rows("INSERT INTO bidders (user_id, limit_cents) SELECT id, 9000000000 FROM users");
  const pool = createPool(market.database.url, 2);
  const context = {
    pool,
    secrets: await openPlainSecrets(pool),
    bus: new Bus(market.database.url, pino({ level: "silent" })),
    settings: readSettings({ DATABASE_URL: market.database.url }),
  };
  const sessions = new Sessions(context);
  const tokens: { userId: number; jwt: string }[] = [];
  for (const { id } of people) {
    tokens.push({
      userId: Number(id),
      jwt: await sessions.issue(pool, Number(id), { ip: null, userAgent: null }),
    });
  }
  await pool.end();
  return { ...made, tokens };
}

test(`${CRASHES} kills under load lose or duplicate no acknowledged bid, and close lots correctly`, async () => {
  const { open, closing, tokens } = await prepare();
  const acknowledged = new Map<string, number>();
  let price = 1_000;
  let over = false;
  const bidding = tokens.map(async ({ userId, jwt }, index) => {
    for (let round = 0; !over; round += 1) {
      const key = `k-${index}-${round}`;
      const amount = (price += 1_000);
      const inventoryId = round % 3 === 0 ? closing : open;
      // Retry with the same key until there is a response, as clients do.
      for (let answered = false; !answered && !over;) {
        try {
          const response = await fetch(
            `${market.product.url}/api/bids/inventory/${inventoryId}/user/${userId}?amount=${amount}`,
            {
              method: "POST",
              headers: { authorization: `Bearer ${jwt}`, "idempotency-key": key },
            },
          );
          const body: { bidId?: number } = await response.json();
          if (response.status === 200 && body.bidId !== undefined)
            acknowledged.set(key, body.bidId);
          answered = response.status !== 503;
        } catch {
          await letPass(20, "a client's pause before it tries again");
        }
      }
    }
  });
  for (let crash = 0; crash < CRASHES; crash += 1) {
    // A slow machine needs longer for its first bids, which are for the lot that closes.
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before);
    await letPass((crash % 5) * 60, "crashes come at different moments of the work");
    await market.product.kill();
    await market.product.start();
  }
  const afterCrashes = acknowledged.size;
  await expect.poll(() => acknowledged.size).toBeGreaterThan(afterCrashes);
  over = true;
  await Promise.all(bidding);

  expect(acknowledged.size).toBeGreaterThan(CRASHES);
  const stored = await rows<{ id: string; idempotency_key: string }>(
    "SELECT id, idempotency_key FROM ledger WHERE kind IN ('BID', 'RAISE')",
  );
  const byKey = new Map(stored.map((row) => [row.idempotency_key, Number(row.id)]));
  expect(byKey.size).toBe(stored.length);
  for (const [key, bidId] of acknowledged) expect(byKey.get(key), key).toBe(bidId);
  expect(
    await rows(
      "SELECT lot_id FROM ledger GROUP BY lot_id HAVING min(seq) <> 1 OR max(seq) <> count(*)",
    ),
  ).toEqual([]);
  const lateBids = await rows(
    `SELECT g.id FROM ledger g JOIN lots l ON l.id = g.lot_id
      WHERE g.kind <> 'CLOSE' AND g.placed_at > g.closes_at`,
  );
  expect(lateBids).toEqual([]);
  await expect
    .poll(() =>
      rows(
        "SELECT outcome, (SELECT count(*)::int FROM awards a WHERE a.lot_id = l.id AND a.user_id = l.leader_id AND a.hammer_cents = l.price_cents) AS awards FROM lots l WHERE inventory_id = $1",
        [closing],
      ),
    )
    .toEqual([{ outcome: "SOLD", awards: 1 }]);
});

test("every email in progress during a kill is sent, and those that weren't, or fell due meanwhile, only once", async () => {
  const smtp = await startMailServer();
  const { product, database, end } = await startEmpty(inject("postgresUrl"), {
    SMTP_URL: smtp.url,
  });
  const pool = createPool(database.url, 1);
  const addresses: string[] = [];
  let inProgress = 0;
  for (let kill = 0; kill < 3; kill += 1) {
    const accepted = Promise.withResolvers<void>();
    smtp.hold = accepted.promise;
    const received = smtp.received;
    const send = async (to: readonly string[]) => {
      addresses.push(...to);
      await enqueueAll(
        pool,
        to.map((each) =>
          job("send-mail", {
            eventKey: each,
            to: each,
            content: { kind: "WELCOME", name: "Lee", bidLimitCents: 0 },
          }),
        ),
      );
    };
    await send(Array.from({ length: 20 }, (_, index) => `kill${kill}-${index}@people.example`));
    await expect.poll(() => smtp.received - received).toBe(MAIL_CONNECTIONS);
    inProgress += MAIL_CONNECTIONS;
    await product.kill();
    await send([`meanwhile${kill}@people.example`]);
    // The mail server accepts them all the same, but nobody hears it.
    accepted.resolve();
    smtp.hold = null;
    await product.start();
    const sent = "SELECT FROM mails WHERE sent_at IS NOT NULL";
    await expect.poll(() => pool.query(sent)).toMatchObject({ rowCount: addresses.length });
  }
  const recipients = smtp.messages.map((message) => /^To: <?([^>\r]+)>?\r$/m.exec(message)?.[1]);
  expect(new Set(recipients)).toEqual(new Set(addresses));
  expect(recipients.length).toBe(addresses.length + inProgress);
  expect((await pool.query("SELECT FROM graphile_worker.jobs")).rowCount).toBe(0);
  await pool.end();
  await end();
  await smtp.close();
});
