import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";

let app: AuthApp;
let admin: SignedUp;
let second: SignedUp;
let support: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp({ rateLimits: 0 });
  [admin, second] = [await app.administrator(), await app.administrator()];
  support = await app.support();
  sales = salesOn(app, support);
});
afterAll(() => app.close());

const outcome = (reply: { statusCode: number; body: string }) => [
  reply.statusCode,
  JSON.parse(reply.body).code,
];
const secondPerson = [202, "second-person"];
const lastProposal = async () =>
  (await app.query("SELECT * FROM proposals ORDER BY id DESC LIMIT 1"))[0] ?? {};
const confirm = async (by: SignedUp) =>
  app.post(
    `/api/adminsupport/proposals/${Number((await lastProposal())["id"])}/confirm`,
    undefined,
    by.jwt,
  );

test("selling far below the reserve takes two, in each way; a little below takes one (D38)", async () => {
  // The reserve is $2,000, and one person waives 10% of it.
  const lots = await sales.closedWith([1_100, 1_200], [1_100, 1_200], [1_900]);
  const [far, offered, near] = lots;
  if (far === undefined || offered === undefined || near === undefined) throw new Error("no lots");
  const decide = (lotId: number, body: object) =>
    app.post(`/api/adminsupport/lots/${lotId}/decision`, body, support.jwt);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  expect(outcome(await decide(far.lotId, { decision: "ACCEPT" }))).toEqual(secondPerson);
  expect(
    outcome(await decide(offered.lotId, { decision: "COUNTER_OFFER", amount: 1_300, until })),
  ).toEqual(secondPerson);
  const awards = () => app.query("SELECT 1 FROM awards WHERE lot_id = $1", [far.lotId]);
  expect(await awards()).toEqual([]);
  expect((await decide(near.lotId, { decision: "ACCEPT" })).statusCode).toBe(200);
  expect((await decide(far.lotId, { decision: "ACCEPT" })).statusCode).toBe(202);
  const [row] = await app.query(
    "SELECT id, before, after FROM proposals WHERE kind = 'RESERVE_WAIVER' AND subject_id = $1",
    [far.lotId],
  );
  expect(row).toMatchObject({
    before: { reserveCents: 200_000 },
    after: { hammerCents: 120_000, userId: far.bidders[1]?.userId },
  });
  const path = `/api/adminsupport/proposals/${Number(row?.["id"])}/confirm`;
  expect((await app.post(path, undefined, support.jwt)).statusCode).toBe(403);
  const confirmed = await app.post(path, undefined, second.jwt);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect(await awards()).toHaveLength(1);
});

test("forgiving more than one administrator can allow takes two, also in parts", async () => {
  const [lot] = await sales.closedWith([2_500]);
  const buyer = lot?.bidders[0];
  const path = `/api/admin/reset-bid-usage/${buyer?.userId}`;
  await app.query("UPDATE awards SET hammer_cents = 25000001 WHERE user_id = $1", [buyer?.userId]);
  await app.query("UPDATE awards SET forgiven_cents = hammer_cents WHERE user_id = $1", [
    buyer?.userId,
  ]);
  expect(outcome(await app.put(path, undefined, admin.jwt))).toEqual(secondPerson);
  expect((await confirm(admin)).statusCode).toBe(403);
  const [small] = await sales.closedWith([2_500]);
  const other = `/api/admin/reset-bid-usage/${small?.bidders[0]?.userId}`;
  expect((await app.put(other, undefined, admin.jwt)).statusCode).toBe(200);
});

const people = "/api/admin/users";
const addPasskey = ({ userId }: SignedUp) =>
  app.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, synced)
      VALUES ($1::bigint, 'key of ' || $1::bigint, '', 0, '{}', 'Phone', false)`,
    [userId],
  );
/** Each way to keep a bidder from bidding, and the kind of proposal that it becomes. */
const ways: readonly [
  name: string,
  kind: string,
  act: (bidder: SignedUp, by: SignedUp) => ReturnType<AuthApp["post"]>,
][] = [
  [
    "suspend",
    "BIDDER_SUSPENSION",
    ({ userId }, { jwt }) =>
      app.put(
        `/api/admin/update-user-status/${userId}`,
        { status: "SUSPENDED", reason: "Looks odd" },
        jwt,
      ),
  ],
  [
    "close the account of",
    "BIDDER_SUSPENSION",
    ({ userId }, { jwt }) => app.delete(`/api/admin/delete-user/${userId}`, jwt),
  ],
  [
    "lower the limit of",
    "BID_LIMIT",
    ({ userId }, { jwt }) =>
      app.put(`/api/admin/update-bid-limit/users/${userId}/1`, undefined, jwt),
  ],
  [
    "sign out",
    "BIDDER_SIGN_OUT",
    ({ userId }, { jwt }) => app.delete(`${people}/${userId}/sessions`, jwt),
  ],
  [
    "sign out one device of",
    "BIDDER_SIGN_OUT",
    async ({ userId, jwt: own }, { jwt }) => {
      const [device] = (await app.get("/api/user/sessions", own)).json();
      return app.delete(`${people}/${userId}/sessions/${device.id}`, jwt);
    },
  ],
  [
    "reset the second factor of",
    "BIDDER_SIGN_OUT",
    ({ userId }, { jwt }) =>
      app.post(`${people}/${userId}/reset-factors`, { reason: "Lost the phone" }, jwt),
  ],
];

test.each(ways)("one person can't %s a bidder in the last hour", async (_name, kind, act) => {
  const [lot] = await sales.auctionWith([[1_000, 1_500]]);
  const [bidder] = lot?.bidders ?? [];
  const idle = await app.customer();
  if (lot === undefined || bidder === undefined) throw new Error("no lot");
  for (const each of [bidder, idle]) await addPasskey(each);
  const closes = (minutes: number) =>
    app.query("UPDATE lots SET closes_at = clock_ms() + $2 * interval '1 minute' WHERE id = $1", [
      lot.lotId,
      minutes,
    ]);
  const isUntouched = async () => {
    const user = await app.get("/api/user/current", bidder.jwt);
    return user.statusCode === 200 && user.json().bidLimit !== 1;
  };
  await closes(59);
  // Anyone who has bid on nothing that closes now can't miss anything.
  expect((await act(idle, admin)).statusCode).toBe(200);
  expect(outcome(await act(bidder, admin))).toEqual(secondPerson);
  expect(await lastProposal()).toMatchObject({ kind, after: { userId: bidder.userId } });
  expect((await confirm(admin)).statusCode).toBe(403);
  expect(await isUntouched()).toBe(true);
  expect(outcome(await act(bidder, second))).toEqual([409, "waiting-request"]);
  const confirmed = await confirm(second);
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect(await isUntouched()).toBe(false);
});

test.each(ways)("one person can %s a bidder an hour before or after", async (_name, _kind, act) => {
  for (const moment of [
    "closes_at = clock_ms() + interval '61 minutes'",
    "closed_at = clock_ms(), outcome = 'NO_BIDS'",
  ]) {
    const [lot] = await sales.auctionWith([[1_000, 1_500]]);
    const [bidder] = lot?.bidders ?? [];
    if (lot === undefined || bidder === undefined) throw new Error("no lot");
    await addPasskey(bidder);
    await app.query(`UPDATE lots SET ${moment} WHERE id = $1`, [lot.lotId]);
    const reply = await act(bidder, admin);
    expect(reply.statusCode, reply.body).toBe(200);
  }
});

test("a bidder signs out and closes their own account at any time", async () => {
  const [lot] = await sales.auctionWith([[1_000, 1_500]]);
  const [bidder] = lot?.bidders ?? [];
  if (lot === undefined || bidder === undefined) throw new Error("no lot");
  await app.query("UPDATE lots SET closes_at = clock_ms() + interval '9 minutes' WHERE id = $1", [
    lot.lotId,
  ]);
  const closed = await app.post("/api/user/close", undefined, bidder.jwt);
  expect(closed.statusCode, closed.body).toBe(200);
});

test("the second person sees who it is apart from the name, which anyone can choose", async () => {
  const [lot] = await sales.closedWith([2_100, 3_000, 4_000]);
  const [accomplice, runnerUp] = lot?.bidders ?? [];
  if (lot === undefined || accomplice === undefined || runnerUp === undefined)
    throw new Error("no lot");
  const rename = { name: "Jordan Ellis Trucking" };
  for (const { userId, jwt } of [accomplice, runnerUp])
    expect((await app.put(`/api/update-user/${userId}`, rename, jwt)).statusCode).toBe(200);
  const records = await app.query(
    "SELECT actor_id, action, after FROM audit_log WHERE subject_type = 'user' AND subject_id = $1",
    [accomplice.userId],
  );
  expect(records).toEqual([
    { actor_id: accomplice.userId, action: "profile-changed", after: rename },
  ]);
  const bids = await app.get(`/api/bids/adminsupport/winningBids/${lot.auctionId}`, support.jwt);
  const { bidId } = bids.json()[0].runnersUp[1];
  const override = { inventoryId: lot.inventoryId, bidId, reason: "The winner withdrew" };
  const path = `/api/bids/adminsupport/declareWinner/${lot.auctionId}`;
  expect(outcome(await app.post(path, [override], support.jwt))).toEqual(secondPerson);
  expect(await lastProposal()).toMatchObject({
    after: {
      bidder: rename.name,
      userId: accomplice.userId,
      alias: "Bidder 1",
      bidId,
      hammerCents: 210_000,
      accountSince: expect.stringMatching(/^20/),
      renamedAt: expect.stringMatching(/^20/),
    },
  });
  // Renamed since, so it isn't what was proposed.
  await app.put(`/api/update-user/${accomplice.userId}`, { name: "Somebody" }, accomplice.jwt);
  expect(outcome(await confirm(second))).toEqual([409, "wrong-state"]);
});
