import type { ControlRoom } from "@gavelyard/contract/auctions/control";
import { verifyLot } from "@gavelyard/domain/lot-proofs/verify-lot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../db/secrets/sha256.ts";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
let sales: ReturnType<typeof salesOn>;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  await app.query(twoPersonRuleOff);
  sales = salesOn(app, staff);
});
afterAll(() => app.close());

const MINUTE = 60_000;
const room = async (auctionId: number): Promise<ControlRoom> => {
  const reply = await app.get(`/api/adminsupport/auctions/${auctionId}/control`, staff.jwt);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const steer = (path: string, body?: object) =>
  app.post(`/api/adminsupport/${path}`, body, staff.jwt);
const bid = (inventoryId: number, bidder: SignedUp, amount: number) =>
  app.post(
    `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`,
    undefined,
    bidder.jwt,
  );
async function lot(...bids: number[]) {
  const [made] = await sales.auctionWith([bids]);
  if (made === undefined) throw new Error("no lot");
  return made;
}
const onlyLot = ({ lots: [first] }: ControlRoom) => {
  if (first === undefined) throw new Error("no lot in the room");
  return first;
};

test("the room shows who leads, the reserve and what happened, newest first", async () => {
  const { auctionId, inventoryId, bidders } = await lot(1_000, 1_500);
  const { lots, log, pausedUntil } = await room(auctionId);
  expect(lots).toMatchObject([
    {
      inventoryId,
      status: "OPEN",
      price: 1_500,
      reserve: 2_000,
      reserveState: "NOT_MET",
      leader: { userId: bidders[1]?.userId, alias: "Bidder 2" },
      bidCount: 2,
      bidsLastMinute: 2,
    },
  ]);
  expect(log.map(({ kind, amount, bidderAlias }) => [kind, amount, bidderAlias])).toEqual([
    ["BID", 1_500, "Bidder 2"],
    ["BID", 1_000, "Bidder 1"],
  ]);
  expect(pausedUntil).toBeNull();
});

test("a voided bid disappears, with its reason in the log", async () => {
  const { auctionId, bidders } = await lot(1_000, 1_500);
  const [newest] = (await room(auctionId)).log;
  const gone = await app.delete(
    `/api/bids/${newest?.bidId}?userId=${bidders[1]?.userId}&reason=Typed%20one%20nought%20too%20many`,
    staff.jwt,
  );
  expect(gone.statusCode, gone.body).toBe(200);
  const { lots, log } = await room(auctionId);
  expect(lots[0]).toMatchObject({ price: 1_000, leader: { userId: bidders[0]?.userId } });
  expect(log[0]).toMatchObject({ kind: "VOID", note: "Typed one nought too many" });
  expect(log.find(({ kind, amount }) => kind === "BID" && amount === 1_500)?.bidId).toBeNull();
});

describe("a lot", () => {
  test("gets more time, recorded in its history and the audit", async () => {
    const { auctionId, lotId, inventoryId } = await lot(1_000);
    const before = onlyLot(await room(auctionId));
    const reply = await steer(`lots/${lotId}/extend`, {
      minutes: 5,
      reason: "Bidder hall offline",
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const after = onlyLot(reply.json());
    expect(Date.parse(after.closesAt) - Date.parse(before.closesAt)).toBe(5 * MINUTE);
    expect(after.seq).toBe(before.seq + 1);
    const history = (await app.get(`/api/bids/inventory/${inventoryId}`)).json();
    expect(history[0]).toMatchObject({ kind: "EXTENSION", seq: after.seq });
    const [audit] = await app.query(
      "SELECT reason FROM audit_log WHERE action = 'lot-extended' AND subject_id = $1",
      [lotId],
    );
    expect(audit?.["reason"]).toBe("Bidder hall offline");
  });

  test("closes immediately with the current bid, and stays closed", async () => {
    const { auctionId, lotId } = await lot(2_500);
    const reply = await steer(`lots/${lotId}/close`, { reason: "Withdrawn by the yard" });
    expect(reply.statusCode, reply.body).toBe(200);
    await expect
      .poll(async () => onlyLot(await room(auctionId)))
      .toMatchObject({ status: "CLOSED", outcome: "SOLD" });
    const again = await steer(`lots/${lotId}/extend`, { minutes: 5, reason: "Too late" });
    expect(again.statusCode).toBe(409);
  });

  test("is refused with a clear message if it doesn't exist or the reason is missing", async () => {
    expect((await steer("lots/999999/close", { reason: "Not there" })).statusCode).toBe(404);
    const { lotId } = await lot();
    for (const body of [{ reason: "" }, { reason: "why", minutes: 0 }, { minutes: 5 }]) {
      const reply = await steer(`lots/${lotId}/extend`, body);
      expect([reply.statusCode, reply.json().message]).toEqual([400, expect.any(String)]);
    }
    expect(
      (
        await app.post(
          `/api/adminsupport/lots/${lotId}/close`,
          { reason: "mine" },
          (await app.customer()).jwt,
        )
      ).statusCode,
    ).toBe(403);
  });
});

describe("an auction", () => {
  test("pauses: bids are refused, closes move, and it resumes automatically or by request", async () => {
    const { auctionId, inventoryId, bidders } = await lot(1_000);
    const before = onlyLot(await room(auctionId));
    const paused = await steer(`auctions/${auctionId}/pause`, {
      minutes: 10,
      reason: "Power cut in the yard",
    });
    expect(paused.statusCode, paused.body).toBe(200);
    const room1: ControlRoom = paused.json();
    expect(onlyLot(room1).status).toBe("UPCOMING");
    expect(room1.pausedUntil).toBe(onlyLot(room1).opensAt);
    expect(Date.parse(onlyLot(room1).closesAt) - Date.parse(before.closesAt)).toBe(10 * MINUTE);
    const [bidder] = bidders;
    if (bidder === undefined) throw new Error("no bidder");
    const refused = await bid(inventoryId, bidder, 2_000);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining("hasn't opened yet"),
    ]);
    expect(
      (await steer(`auctions/${auctionId}/pause`, { minutes: 1, reason: "again" })).statusCode,
    ).toBe(409);

    const resumed = await steer(`auctions/${auctionId}/resume`);
    expect(resumed.statusCode, resumed.body).toBe(200);
    const room2: ControlRoom = resumed.json();
    expect(onlyLot(room2).status).toBe("OPEN");
    expect(room2.pausedUntil).toBeNull();
    const lateMs = Date.parse(onlyLot(room2).closesAt) - Date.parse(before.closesAt);
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(MINUTE);
    expect(
      room2.log
        .slice(0, 4)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(["EXTENSION", "EXTENSION", "PAUSED", "RESUMED"]);
    expect((await bid(inventoryId, bidder, 2_000)).statusCode).toBe(200);
    expect((await steer(`auctions/${auctionId}/resume`)).statusCode).toBe(409);
  });

  test("has a valid proof after staff paused, extended and closed it", async () => {
    const { auctionId, inventoryId, lotId, bidders } = await lot(1_000);
    const [bidder] = bidders;
    if (bidder === undefined) throw new Error("no bidder");
    await steer(`auctions/${auctionId}/pause`, { minutes: 10, reason: "Power cut" });
    await steer(`auctions/${auctionId}/resume`);
    await steer(`lots/${lotId}/extend`, { minutes: 5, reason: "Power cut" });
    const rival = await app.customer();
    expect((await bid(inventoryId, rival, 2_500)).statusCode).toBe(200);
    await steer(`lots/${lotId}/close`, { reason: "The yard closes" });
    await expect.poll(async () => onlyLot(await room(auctionId)).outcome).toBe("SOLD");
    const reply = await app.get(`/api/lots/${lotId}/proof`);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(await verifyLot(reply.json(), sha256)).toMatchObject({ holds: true, problems: [] });
  });

  test("can end while it is paused", async () => {
    const { auctionId } = await lot(2_500);
    await steer(`auctions/${auctionId}/pause`, { minutes: 10, reason: "Power cut" });
    await sales.close(auctionId);
    expect(onlyLot(await room(auctionId))).toMatchObject({ status: "CLOSED", outcome: "SOLD" });
  });

  test("announces a message to its bidders and keeps it", async () => {
    const { auctionId, bidders } = await lot(1_000, 1_500);
    const reply = await steer(`auctions/${auctionId}/message`, { message: "We go on at noon." });
    expect(reply.json().told).toBe(bidders.length);
    expect(reply.json().room.log[0]).toMatchObject({ kind: "MESSAGE", note: "We go on at noon." });
  });

  test("has no control room as a draft", async () => {
    const made = await app.post(
      "/api/adminsupport/auctions/create",
      { auctionName: "A draft", timeZone: "America/Chicago" },
      staff.jwt,
    );
    const { id } = made.json();
    expect((await app.get(`/api/adminsupport/auctions/${id}/control`, staff.jwt)).statusCode).toBe(
      404,
    );
    expect(
      (await steer(`auctions/${id}/pause`, { minutes: 1, reason: "why not" })).statusCode,
    ).toBe(409);
  });
});
