import type { ControlRoom } from "@gavelyard/contract/auctions/control";
import { Writable } from "node:stream";
import { withClient } from "../db/client.ts";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { lotsToRetry, nextCloseInMs } from "./close-sql.ts";
import { salesOn } from "../testing/sales.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";

const logged: string[] = [];
let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  const log = pino(
    { level: "error" },
    new Writable({
      write: (line, _encoding, done) => {
        logged.push(String(line));
        done();
      },
    }),
  );
  app = await openAuthApp({ log });
  staff = await app.support();
  await app.query(twoPersonRuleOff);
  sales = salesOn(app, staff);
});
afterAll(() => app.close());

const end = async (auctionId: number | undefined) => {
  const ended = await app.patch(
    `/api/adminsupport/auctions/${auctionId}/status`,
    { status: "EXPIRED", reason: "The yard closes" },
    staff.jwt,
  );
  expect(ended.statusCode, ended.body).toBe(200);
};
const room = async (auctionId: number | undefined): Promise<ControlRoom> =>
  (await app.get(`/api/adminsupport/auctions/${auctionId}/control`, staff.jwt)).json();
const outcomeOf = async (lotId: number | undefined) =>
  (await app.query("SELECT outcome FROM lots WHERE id = $1", [lotId]))[0]?.["outcome"];
const mailsAbout = (lotId: number | undefined) =>
  app.query(
    `SELECT recipient, subject FROM mails WHERE event_key LIKE 'lot-closed:' || $1 || ':%' ORDER BY event_key`,
    [lotId],
  );
const allowance = async (userId: number | undefined) =>
  (
    await app.query(
      "SELECT leading_cents::int AS leading, awarded_cents::int AS awarded FROM bidders WHERE user_id = $1",
      [userId],
    )
  )[0];

test("a lot that can't be closed is set aside, and all others close", async () => {
  const lots = await sales.auctionWith([[2_500], [2_500], [1_500], []]);
  const [bad, ...good] = lots;
  await app.query(
    `CREATE FUNCTION refuse_close() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'lot % is cursed', OLD.id; END $$`,
  );
  await app.query(
    `CREATE TRIGGER refuse_close BEFORE UPDATE OF closed_at ON lots FOR EACH ROW
      WHEN (OLD.id = ${bad?.lotId}) EXECUTE FUNCTION refuse_close()`,
  );
  await end(bad?.auctionId);
  await expect
    .poll(() => Promise.all(good.map(({ lotId }) => outcomeOf(lotId))))
    .toEqual(["SOLD", "RESERVE_NOT_MET", "NO_BIDS"]);
  await expect
    .poll(async () => (await room(bad?.auctionId)).lots[0])
    .toMatchObject({ status: "CLOSED", outcome: null, failedClose: { tries: 1 } });
  expect(await outcomeOf(bad?.lotId)).toBeNull();

  // Later lots are not held up either.
  const [later] = await sales.auctionWith([[2_500]]);
  await end(later?.auctionId);
  await expect.poll(() => outcomeOf(later?.lotId)).toBe("SOLD");

  const again = () =>
    app.query("UPDATE failed_closes SET next_try_at = clock_ms() WHERE lot_id = $1", [bad?.lotId]);
  const tries = async () =>
    (await room(bad?.auctionId)).lots.find(({ lotId }) => lotId === bad?.lotId)?.failedClose?.tries;
  await again();
  await expect.poll(tries).toBe(2);
  const audited = await app.query(
    "SELECT actor_id, reason FROM audit_log WHERE action = 'lot-close-failed' AND subject_id = $1",
    [bad?.lotId],
  );
  expect(audited).toEqual([{ actor_id: null, reason: `lot ${bad?.lotId} is cursed` }]);
  expect(logged.filter((line) => line.includes(`"lotId":${bad?.lotId}`))).toHaveLength(2);
  const { log } = await room(bad?.auctionId);
  expect(log).toContainEqual(
    expect.objectContaining({
      kind: "CLOSE_FAILED",
      inventoryId: bad?.inventoryId,
      note: "We're still trying. The lot is closed to bids.",
    }),
  );
  const inSpanish = await app.app.inject({
    url: `/api/adminsupport/auctions/${bad?.auctionId}/control`,
    headers: { "accept-language": "es", authorization: `Bearer ${staff.jwt}` },
  });
  expect(inSpanish.json<ControlRoom>().log.map(({ note }) => note)).toContain(
    "Seguimos intentando. El lote ya no acepta pujas.",
  );
  // Its close has passed, so its bid can no longer be voided.
  const [bid] = log.filter(
    ({ kind, inventoryId }) => kind === "BID" && inventoryId === bad?.inventoryId,
  );
  expect(bid).toMatchObject({ amount: 2_500, bidId: null });
  const stale = await app.query(
    "SELECT id, user_id FROM ledger WHERE lot_id = $1 AND kind = 'BID'",
    [bad?.lotId],
  );
  const refused = await app.delete(
    `/api/bids/${Number(stale[0]?.["id"])}?userId=${Number(stale[0]?.["user_id"])}&reason=A%20slip`,
    staff.jwt,
  );
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    "Bidding on this lot has closed. Its bids are final.",
  ]);

  await app.query("DROP TRIGGER refuse_close ON lots");
  await again();
  await expect.poll(() => outcomeOf(bad?.lotId)).toBe("SOLD");
  expect(await tries()).toBeUndefined();
});

test("every bidder gets one email about how each lot ended", async () => {
  const lots = await sales.closedWith([1_000, 1_500, 2_500], [1_000, 1_500], []);
  const [sold, under, empty] = lots;
  await expect.poll(async () => (await mailsAbout(sold?.lotId)).length).toBe(3);
  await expect.poll(async () => (await mailsAbout(under?.lotId)).length).toBe(2);
  const subjects = new Map(
    (await mailsAbout(sold?.lotId)).map(({ recipient, subject }) => [recipient, subject]),
  );
  const [first, second, winner] = sold?.bidders ?? [];
  expect(subjects.get(winner?.email)).toMatch(/won/i);
  expect(subjects.get(first?.email)).toBe(subjects.get(second?.email));
  expect(subjects.get(first?.email)).not.toBe(subjects.get(winner?.email));
  expect(await mailsAbout(empty?.lotId)).toEqual([]);
});

test("a winner of several lots has the holds replaced by the awards", async () => {
  const [one, two] = await sales.auctionWith([[2_500], []]);
  const [bidder] = one?.bidders ?? [];
  const bid = await app.post(
    `/api/bids/inventory/${two?.inventoryId}/user/${bidder?.userId}?amount=2000&maxAmount=5000`,
    undefined,
    bidder?.jwt,
  );
  expect(bid.statusCode, bid.body).toBe(200);
  expect(await allowance(bidder?.userId)).toEqual({ leading: 750_000, awarded: 0 });
  await sales.close(one?.auctionId ?? 0);
  expect(await allowance(bidder?.userId)).toEqual({ leading: 0, awarded: 450_000 });
});

test("a waiting close locks no bidder", async () => {
  const [lot] = await sales.auctionWith([[2_500]]);
  const [bidder] = lot?.bidders ?? [];
  await withClient(app.ownerUrl, async (client) => {
    // The last lock of a close except for bidders: the list of roots, held here by another process.
    await client.query("BEGIN");
    await client.query("LOCK TABLE lot_roots IN EXCLUSIVE MODE");
    await end(lot?.auctionId);
    await expect
      .poll(() =>
        app.query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'lot_roots'::regclass"),
      )
      .toHaveLength(1);
    const free = await app.query(
      "SELECT user_id FROM bidders WHERE user_id = $1 FOR UPDATE SKIP LOCKED",
      [bidder?.userId],
    );
    expect(free).toHaveLength(1);
  });
  await expect.poll(() => outcomeOf(lot?.lotId)).toBe("SOLD");
});

test("closing a lot updates its unit once", async () => {
  const lots = await sales.auctionWith([[2_500], [1_500], []]);
  await app.query("CREATE TABLE unit_writes (id bigint)");
  await app.query(
    `CREATE FUNCTION note_unit_write() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO unit_writes VALUES (NEW.id); RETURN NEW; END $$`,
  );
  await app.query(
    "CREATE TRIGGER note_unit_writes AFTER UPDATE ON inventory FOR EACH ROW EXECUTE FUNCTION note_unit_write()",
  );
  await end(lots[0]?.auctionId);
  await expect.poll(() => outcomeOf(lots[2]?.lotId)).toBe("NO_BIDS");
  const units = lots.map(({ inventoryId }) => ({ id: inventoryId, writes: 1 }));
  expect(
    await app.query("SELECT id, count(*)::int AS writes FROM unit_writes GROUP BY id ORDER BY id"),
  ).toEqual(units);
});

test("a lot that was extended after a failed close is due when it closes, not before", async () => {
  const [lot] = await sales.auctionWith([[2_500]]);
  await app.query(
    "INSERT INTO failed_closes (lot_id, next_try_at, error) VALUES ($1, clock_ms() - interval '1 minute', 'x')",
    [lot?.lotId],
  );
  expect(await lotsToRetry(app.context.pool)).not.toContain(lot?.lotId);
  expect(await nextCloseInMs(app.context.pool)).toBeGreaterThan(0);
  await app.query("DELETE FROM failed_closes WHERE lot_id = $1", [lot?.lotId]);
});
