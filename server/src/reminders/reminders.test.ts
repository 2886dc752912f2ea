import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";
import { behindTriggers } from "../testing/behind-triggers.ts";
import { noteOutbid } from "./sql.ts";
import { OUTBID_AFTER_SEC, notifyOutbid, notifyWatchers } from "./tell.ts";

let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  sales = salesOn(app, staff);
  await app.query(twoPersonRuleOff);
});
afterAll(() => app.close());

/** Emails bidders who were outbid at least `afterSec` ago. */
const notifyOutbidAfter = async (afterSec: number) => {
  await noteOutbid(app.context.pool, { afterSec });
  return notifyOutbid(app.context);
};
const passTime = (minutes: number) =>
  app.query("UPDATE outbid_bidders SET told_at = told_at - make_interval(mins => $1)", [minutes]);
const ageBids = (inventoryId: number, minutes: number) =>
  behindTriggers(
    app.ownerUrl,
    `UPDATE ledger SET placed_at = placed_at - make_interval(mins => $2)
      WHERE lot_id = (SELECT current_lot_id FROM inventory WHERE id = $1)`,
    [inventoryId, minutes],
  );
const bid = (inventoryId: number, bidder: SignedUp, amount: number, max = amount) =>
  app.post(
    `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}&maxAmount=${max}`,
    undefined,
    bidder.jwt,
  );
const mailsTo = async (user: SignedUp, subject: string) =>
  (
    await app.query("SELECT 1 FROM mails WHERE recipient = $1 AND subject LIKE $2", [
      user.email,
      `%${subject}%`,
    ])
  ).length;
const duel = async () => {
  const [lot] = await sales.auctionWith([[2_500, 3_000]]);
  const [outbid, leader] = lot?.bidders ?? [];
  if (lot === undefined || outbid === undefined || leader === undefined) throw new Error("no lot");
  return { lot, outbid, leader };
};

describe("a bidder who was outbid", () => {
  test("gets one email, after a delay", async () => {
    const { outbid, leader } = await duel();
    await notifyOutbidAfter(OUTBID_AFTER_SEC);
    expect(await mailsTo(outbid, "outbid")).toBe(0);
    await Promise.all([notifyOutbidAfter(0), notifyOutbidAfter(0)]);
    await notifyOutbidAfter(0);
    const mail = await app.mailTo(outbid.email, "been outbid on 2019 Peterbilt 579");
    expect(mail.text_body).toContain("$3,000");
    expect(await mailsTo(outbid, "outbid")).toBe(1);
    expect(await mailsTo(leader, "outbid")).toBe(0);
  });

  test("who leads again by then gets none", async () => {
    const { lot, outbid, leader } = await duel();
    await bid(lot.inventoryId, outbid, 5_000);
    await notifyOutbidAfter(0);
    await app.mailTo(leader.email, "been outbid");
    expect(await mailsTo(outbid, "outbid")).toBe(0);
  });

  test("who briefly regained the lead waits again", async () => {
    const { lot, outbid, leader } = await duel();
    await ageBids(lot.inventoryId, 10);
    await bid(lot.inventoryId, outbid, 4_000);
    await bid(lot.inventoryId, leader, 6_000);
    await notifyOutbidAfter(5 * 60);
    expect(await mailsTo(outbid, "outbid")).toBe(0);
    await ageBids(lot.inventoryId, 10);
    await notifyOutbidAfter(5 * 60);
    await app.mailTo(outbid.email, "been outbid");
    expect(await mailsTo(outbid, "outbid")).toBe(1);
  });

  test("who lost a lead from before the last run gets one", async () => {
    const { lot, outbid, leader } = await duel();
    await notifyOutbidAfter(0);
    await bid(lot.inventoryId, outbid, 5_000);
    await notifyOutbidAfter(0);
    const mail = await app.mailTo(leader.email, "been outbid");
    expect(mail.text_body).toContain("$5,000");
  });

  test("gets none after a void, or for a bid below a maximum", async () => {
    const { lot, outbid, leader } = await duel();
    await bid(lot.inventoryId, leader, 3_000, 9_000);
    await bid(lot.inventoryId, outbid, 5_000);
    const other = await duel();
    const top = await bid(other.lot.inventoryId, other.outbid, 9_000);
    const taken = await app.delete(
      `/api/bids/${top.json().id}?userId=${other.outbid.userId}&reason=Placed+by+mistake`,
      staff.jwt,
    );
    expect(taken.statusCode).toBe(200);
    await notifyOutbidAfter(0);
    await app.mailTo(outbid.email, "been outbid");
    expect(await mailsTo(outbid, "outbid")).toBe(1);
    expect(await mailsTo(other.outbid, "outbid")).toBe(0);
    expect(await mailsTo(other.leader, "outbid")).toBe(0);
  });

  test("gets the next one only after ten minutes", async () => {
    const { lot, outbid, leader } = await duel();
    await notifyOutbidAfter(0);
    await app.mailTo(outbid.email, "been outbid");
    await bid(lot.inventoryId, outbid, 4_000);
    await bid(lot.inventoryId, leader, 6_000);
    await passTime(1);
    await notifyOutbidAfter(0);
    expect(await mailsTo(outbid, "outbid")).toBe(1);
    await passTime(10);
    expect(await notifyOutbidAfter(0)).toBe(1);
  });

  test("gets none about bids from hours ago", async () => {
    const { lot, outbid } = await duel();
    await ageBids(lot.inventoryId, 61);
    const recent = await duel();
    await notifyOutbidAfter(0);
    await app.mailTo(recent.outbid.email, "been outbid");
    expect(await mailsTo(outbid, "outbid")).toBe(0);
  });

  test("gets none about a closed lot, or when they are turned off", async () => {
    const over = await duel();
    await sales.close(over.lot.auctionId);
    const quiet = await duel();
    await app.put(
      `/api/update-user/${quiet.outbid.userId}`,
      { notificationPrefs: { OUTBID: { email: false } } },
      quiet.outbid.jwt,
    );
    await notifyOutbidAfter(0);
    const seen = await duel();
    await notifyOutbidAfter(0);
    await app.mailTo(seen.outbid.email, "been outbid");
    expect(await mailsTo(over.outbid, "outbid")).toBe(0);
    expect(await mailsTo(quiet.outbid, "outbid")).toBe(0);
  });
});

describe("a watcher", () => {
  const watch = (user: SignedUp, inventoryId: number) =>
    app.post(`/api/wishlist/${user.userId}/add/${inventoryId}`, undefined, user.jwt);
  const notifyAll = async (kind: "AUCTION_LIVE" | "ENDING_SOON") => {
    while (await notifyWatchers(app.context, kind));
  };

  test("gets one email for all lots when the auction goes live", async () => {
    const [one, two] = await sales.auctionWith([[], []]);
    const watcher = await app.customer();
    for (const lot of [one, two]) await watch(watcher, lot?.inventoryId ?? 0);
    await app.query(
      "UPDATE auctions SET start_time = clock_ms() - interval '1 minute' WHERE id = $1",
      [one?.auctionId],
    );
    await Promise.all([notifyAll("AUCTION_LIVE"), notifyAll("AUCTION_LIVE")]);
    const mail = await app.mailTo(watcher.email, "is live");
    expect(mail.text_body.match(/2019 Peterbilt 579: closes/g)).toHaveLength(2);
    await notifyAll("AUCTION_LIVE");
    expect(await mailsTo(watcher, "is live")).toBe(1);
  });

  test("gets an email 15 minutes before lots close", async () => {
    const [lot] = await sales.auctionWith([[]]);
    const watcher = await app.customer();
    await watch(watcher, lot?.inventoryId ?? 0);
    await notifyAll("ENDING_SOON");
    expect(await mailsTo(watcher, "closing soon")).toBe(0);
    await app.query(
      "UPDATE auctions SET scheduled_end_time = clock_ms() + interval '14 minutes' WHERE id = $1",
      [lot?.auctionId],
    );
    await notifyAll("ENDING_SOON");
    await app.mailTo(watcher.email, "closing soon");
  });
});
