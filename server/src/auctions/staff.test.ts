import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  await app.query(twoPersonRuleOff);
});
afterAll(() => app.close());

let serial = 0;
async function units(count: number): Promise<number[]> {
  const rows = await app.query(
    `WITH yard AS (INSERT INTO yards (name, city, state, zip, time_zone)
        VALUES ('Yard', 'Amarillo', 'TX', '79101', 'America/Chicago') RETURNING id)
      INSERT INTO inventory (slug, stock_number, inventory_type, identifier_type, model_year, manufacturer,
        model, title_brand, yard_id, specs, starting_cents, reserve_cents, status)
      SELECT 'u-' || n, 'U' || n, 'TRUCK_TRACTOR', 'NONE', 2019, 'Peterbilt', '579', 'CLEAN', yard.id, '{}',
        100000, 200000, 'AVAILABLE' FROM yard, generate_series($1::int, $2::int) AS n RETURNING id`,
    [serial + 1, (serial += count)],
  );
  return rows.map(({ id }) => Number(id));
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;
const statusOf = async (id: number) =>
  (await app.query("SELECT status FROM inventory WHERE id = $1", [id]))[0]?.["status"];

interface Made {
  id: number;
  status: string;
  lifecycle: string;
  startTime: string;
  scheduledEndTime: string;
  staggerSec: number;
  endTime: string;
  updatedAt: string;
  runList: { inventoryId: number; lotNumber: string; lotId: number; closesAt: string }[];
}

async function make(more: object = {}): Promise<Made> {
  const made = await app.post(
    "/api/adminsupport/auctions/create",
    { auctionName: `Sale ${++serial}`, timeZone: "America/Chicago", ...more },
    staff.jwt,
  );
  expect(made.statusCode, made.body).toBe(200);
  return made.json();
}

const live = async (count = 2) =>
  make({
    startTime: inMs(-HOUR),
    scheduledEndTime: inMs(HOUR),
    lots: (await units(count)).map((inventoryId) => ({ inventoryId })),
  });
const patch = (id: number, body: object) =>
  app.patch(`/api/adminsupport/auctions/${id}/status`, body, staff.jwt);
const update = (id: number, body: object) =>
  app.put(`/api/adminsupport/auctions/update/${id}`, body, staff.jwt);
const drop = (id: number) => app.delete(`/api/adminsupport/auctions/delete/${id}`, staff.jwt);

async function bidOn(inventoryId: number, amount = 1_000): Promise<SignedUp> {
  const bidder = await app.customer();
  const bid = await app.post(
    `/api/bids/inventory/${inventoryId}/user/${bidder.userId}?amount=${amount}`,
    undefined,
    bidder.jwt,
  );
  expect(bid.statusCode, bid.body).toBe(200);
  return bidder;
}

describe("an auction is made", () => {
  test("open to buyers at once, its lots closing one after another (D17)", async () => {
    const [one = 0, two = 0, three = 0] = await units(3);
    const scheduledEndTime = inMs(2 * HOUR);
    const sale = await make({
      startTime: inMs(HOUR),
      scheduledEndTime,
      staggerSec: 45,
      lots: [
        { inventoryId: one, lotNumber: 10 },
        { inventoryId: two, lotNumber: 10, suffix: "A" },
        { inventoryId: three },
      ],
    });
    expect(sale).toMatchObject({ lifecycle: "PUBLISHED", status: "UPCOMING", scheduledEndTime });
    expect(sale.runList.map(({ lotNumber }) => lotNumber)).toEqual(["10", "10A", "11"]);
    expect(
      sale.runList.map(({ closesAt }) => Date.parse(closesAt) - Date.parse(scheduledEndTime)),
    ).toEqual([0, 45_000, 90_000]);
    expect(sale.endTime).toBe(sale.runList[2]?.closesAt);
    expect(await statusOf(one)).toBe("IN_AUCTION");
    expect((await app.get(`/auctions/${sale.id}`)).json().runList).toHaveLength(3);
  });

  test("as a draft that buyers do not see, and published later", async () => {
    const [unit = 0] = await units(1);
    const draft = await make({ lots: [{ inventoryId: unit }] });
    expect(draft).toMatchObject({ lifecycle: "DRAFT", status: "UNKNOWN" });
    expect((await app.get(`/auctions/${draft.id}`)).statusCode).toBe(404);
    expect(await statusOf(unit)).toBe("AVAILABLE");
    expect((await update(draft.id, { publish: true })).statusCode).toBe(409);
    const published = await update(draft.id, {
      startTime: inMs(HOUR),
      scheduledEndTime: inMs(2 * HOUR),
      publish: true,
    });
    expect(published.json()).toMatchObject({ lifecycle: "PUBLISHED", status: "UPCOMING" });
    expect(await statusOf(unit)).toBe("IN_AUCTION");
  });

  test("from a form with a picture, which comes off again", async () => {
    const bytes = await sharp({
      create: { width: 600, height: 400, channels: 3, background: "#357" },
    })
      .png()
      .toBuffer();
    const made = await app.form(
      "POST",
      "/api/adminsupport/auctions/create",
      [
        ["auctionName", "Form sale"],
        ["timeZone", "America/Denver"],
        ["staggerSec", "60"],
        ["image", { fileName: "yard.png", bytes }],
      ],
      staff.jwt,
    );
    const { id, imageUrl } = made.json();
    expect(made.json()).toMatchObject({ staggerSec: 60, timeZone: "America/Denver" });
    expect((await app.get(imageUrl)).statusCode).toBe(200);
    const off = await app.delete(
      `/api/adminsupport/auctions/delete/image?imageUrl=${encodeURIComponent(imageUrl)}`,
      staff.jwt,
    );
    expect(off.statusCode, off.body).toBe(200);
    expect(
      (await app.get(`/api/adminsupport/auctions/${id}`, staff.jwt)).json().imageUrl,
    ).toBeNull();
  });

  test.each([
    [{ auctionName: "X" }, 400, "auctionName"],
    [{ timeZone: "Nowhere" }, 400, "timeZone"],
    [{ startTime: "tomorrow" }, 400, "startTime"],
    [
      { startTime: "2030-01-01T00:00:00Z", scheduledEndTime: "2030-01-01T00:04:00Z" },
      400,
      "scheduledEndTime",
    ],
    [{ staggerSec: 601 }, 400, "staggerSec"],
    [{ increments: [{ from: 10, step: 5 }] }, 400, "increments"],
    [
      { fees: { premium: [{ from: 0, percent: 0, flat: 49 }], minPremium: 0, docFee: 0 } },
      400,
      "fees",
    ],
    [{ fees: { premium: [{ from: 0, percent: 120 }], minPremium: 0, docFee: 0 } }, 400, "fees"],
    [
      { fees: { premium: [{ from: 0, percent: 10 }], minPremium: 0, docFee: 79.999 } },
      400,
      "docFee",
    ],
    [
      { fees: { premium: [{ from: 0, percent: 8.8755 }], minPremium: 0, docFee: 0 } },
      400,
      "percent",
    ],
    [{ increments: [{ from: 0, step: 10.001 }] }, 400, "step"],
    [{ lots: [{ inventoryId: 999_999 }] }, 400, "lots"],
    [{ imageUrl: "https://elsewhere.example/x.png" }, 400, "imageUrl"],
    [{ publish: true }, 409, "startTime"],
  ])("not with %j", async (wrong, status, field) => {
    const refused = await app.post(
      "/api/adminsupport/auctions/create",
      { auctionName: "Wrong", timeZone: "America/Chicago", ...wrong },
      staff.jwt,
    );
    expect(refused.statusCode, refused.body).toBe(status);
    expect(refused.json().issues[0].path).toContain(field);
  });

  test("not with a unit that is offered elsewhere, or twice", async () => {
    const [unit = 0] = await units(1);
    const tryWith = (lots: object[]) =>
      app.post(
        "/api/adminsupport/auctions/create",
        { auctionName: "Again", timeZone: "America/Chicago", lots },
        staff.jwt,
      );
    expect((await tryWith([{ inventoryId: unit }, { inventoryId: unit }])).statusCode).toBe(400);
    await make({ lots: [{ inventoryId: unit }] });
    expect((await tryWith([{ inventoryId: unit }])).statusCode).toBe(409);
  });
});

describe("an auction is changed", () => {
  test("in its end, which moves its open lots and tells their history", async () => {
    const sale = await live();
    const [lot] = sale.runList;
    await bidOn(lot?.inventoryId ?? 0);
    const later = inMs(3 * HOUR);
    const moved = await update(sale.id, { scheduledEndTime: later });
    expect(moved.json().runList[0].closesAt).toBe(later);
    const history = (await app.get(`/api/bids/inventory/${lot?.inventoryId}`)).json();
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(["EXTENSION", "BID"]);
    expect(history[0]).toMatchObject({ seq: 2, amount: 1_000 });
    await bidOn(lot?.inventoryId ?? 0, 1_100);
    expect((await app.get(`/api/bids/inventory/${lot?.inventoryId}`)).json()).toHaveLength(3);
  });

  describe("while a lot's time is running out or up", () => {
    const lotOf = async (lotId: number | undefined) =>
      (await app.query("SELECT closes_at, seq, xmin FROM lots WHERE id = $1", [lotId]))[0];
    /** Runs `work` while a lot's close has passed but can't be written. */
    const whileDue = async (lotId: number | undefined, work: () => Promise<void>) => {
      await app.query(
        `CREATE FUNCTION keep_open() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'stays open for this test'; END $$`,
      );
      await app.query(
        `CREATE TRIGGER keep_open BEFORE UPDATE OF closed_at ON lots FOR EACH ROW
          WHEN (OLD.id = ${lotId}) EXECUTE FUNCTION keep_open()`,
      );
      await app.query("UPDATE lots SET closes_at = clock_ms() - interval '1 s' WHERE id = $1", [
        lotId,
      ]);
      try {
        await work();
      } finally {
        await app.query("DROP TRIGGER keep_open ON lots");
        await app.query("DROP FUNCTION keep_open");
      }
    };

    test("in its texts, which moves no lot", async () => {
      const sale = await live();
      const [lot] = sale.runList;
      await app.query("UPDATE lots SET closes_at = clock_ms() + interval '900 ms' WHERE id = $1", [
        lot?.lotId,
      ]);
      const before = await lotOf(lot?.lotId);
      const { startTime, scheduledEndTime, staggerSec } = sale;
      const changed = await update(sale.id, {
        auctionName: "Spring sale",
        description: "Preview on Friday",
        // The same values: no change.
        startTime,
        scheduledEndTime,
        staggerSec,
      });
      expect(changed.statusCode, changed.body).toBe(200);
      expect((await lotOf(lot?.lotId))?.["closes_at"]).toEqual(before?.["closes_at"]);
    });

    test.each([
      ["its words", () => ({ description: "Preview on Friday" })],
      ["its end", () => ({ scheduledEndTime: inMs(2 * HOUR) })],
      ["its start", () => ({ startTime: inMs(-2 * HOUR) })],
      ["the time between lots", () => ({ staggerSec: 60 })],
    ])("in %s, which does not move a lot whose time is up", async (_what, change) => {
      const sale = await live();
      const [lot] = sale.runList;
      await whileDue(lot?.lotId, async () => {
        const before = await lotOf(lot?.lotId);
        const changed = await update(sale.id, change());
        expect(changed.statusCode, changed.body).toBe(200);
        expect(await lotOf(lot?.lotId)).toEqual(before);
      });
    });

    test("in its status, which does not reopen a lot whose time is up", async () => {
      const sale = await live();
      const [lot] = sale.runList;
      await whileDue(lot?.lotId, async () => {
        const before = await lotOf(lot?.lotId);
        const putOff = await patch(sale.id, { status: "UPCOMING", startTime: inMs(5 * HOUR) });
        expect(putOff.statusCode, putOff.body).toBe(409);
        expect(await lotOf(lot?.lotId)).toEqual(before);
      });
    });
  });

  test("in the time between its lots not once they have begun to close", async () => {
    const sale = await live();
    await app.query(
      "UPDATE auctions SET scheduled_end_time = clock_ms() - interval '1 s' WHERE id = $1",
      [sale.id],
    );
    const before = sale.runList.map(({ closesAt }) => closesAt);
    expect((await update(sale.id, { staggerSec: 60 })).statusCode).toBe(409);
    const { runList } = (
      await app.get(`/api/adminsupport/auctions/${sale.id}`, staff.jwt)
    ).json<Made>();
    expect(runList.map(({ closesAt }) => closesAt)).toEqual(before);
  });

  test("but not in terms that bidders rely on, once there is a bid", async () => {
    const sale = await live();
    await bidOn(sale.runList[0]?.inventoryId ?? 0);
    for (const change of [
      { startTime: inMs(-1000) },
      { increments: null },
      { staggerSec: 10 },
      { softCloseWindowSec: 0 },
      { fees: null },
      { lots: [] },
    ])
      expect((await update(sale.id, change)).statusCode, JSON.stringify(change)).toBe(409);
    expect((await update(sale.id, { description: "Preview on Friday" })).statusCode).toBe(200);
  });

  test("but not over another change, nor if it doesn't exist", async () => {
    const sale = await make();
    expect((await update(sale.id, { updatedAt: sale.updatedAt, staggerSec: 5 })).statusCode).toBe(
      200,
    );
    expect((await update(sale.id, { updatedAt: sale.updatedAt, staggerSec: 6 })).statusCode).toBe(
      409,
    );
    expect((await update(999_999, {})).statusCode).toBe(404);
  });

  test("nor over another change of the run list alone", async () => {
    const [first = 0, second = 0] = await units(2);
    const sale = await make();
    const plan = (inventoryId: number) =>
      update(sale.id, { lots: [{ inventoryId }], updatedAt: sale.updatedAt });
    expect((await plan(first)).statusCode).toBe(200);
    const late = await plan(second);
    expect([late.statusCode, late.json().code]).toEqual([409, "edit-conflict"]);
    const kept = await app.query("SELECT inventory_id FROM planned_lots WHERE auction_id = $1", [
      sale.id,
    ]);
    expect(kept).toEqual([{ inventory_id: first }]);
  });
});

const early = { status: "EXPIRED", reason: "A storm closes the yard" };

describe("a status moves an auction in time (D16)", () => {
  test("LIVE starts it now, and bids are taken", async () => {
    const [unit = 0] = await units(1);
    const sale = await make({
      startTime: inMs(HOUR),
      scheduledEndTime: inMs(2 * HOUR),
      lots: [{ inventoryId: unit }],
    });
    const started = await patch(sale.id, { status: "LIVE" });
    expect(started.json()).toMatchObject({ status: "LIVE" });
    await bidOn(unit);
    expect((await patch(sale.id, { status: "UPCOMING", startTime: inMs(HOUR) })).statusCode).toBe(
      409,
    );
  });

  test("EXPIRED ends it now: lots close with their winners", async () => {
    const sale = await live();
    const unit = sale.runList[0]?.inventoryId ?? 0;
    const winner = await bidOn(unit, 2_500);
    const ended = await patch(sale.id, early);
    expect(ended.statusCode, ended.body).toBe(200);
    expect(ended.json().endReason).toBe(early.reason);
    await expect.poll(() => statusOf(unit)).toBe("SOLD");
    const [won] = (await app.get(`/api/winnings/auctions/${winner.userId}`, winner.jwt)).json();
    expect(won).toMatchObject({ inventoryId: unit, auctionId: sale.id });
    expect((await patch(sale.id, { status: "LIVE" })).statusCode).toBe(409);
    const unsettled = (await app.get("/api/adminsupport/auctions", staff.jwt)).json();
    expect(unsettled.map(({ id }: { id: number }) => id)).toContain(sale.id);
  });

  test.each([{}, { reason: "" }, { reason: " x " }])(
    "it doesn't end without a reason: %j",
    async (reason) => {
      const sale = await live();
      const refused = await patch(sale.id, { status: "EXPIRED", ...reason });
      expect(refused.statusCode, refused.body).toBe(400);
      expect(refused.json().message).toMatch(/why|reason/i);
      expect(await statusOf(sale.runList[0]?.inventoryId ?? 0)).toBe("IN_AUCTION");
    },
  );

  test("UPCOMING postpones it with its end and lots, while nobody has bid", async () => {
    const sale = await live();
    const startTime = inMs(5 * HOUR);
    const off = (await patch(sale.id, { status: "UPCOMING", startTime })).json();
    expect(off).toMatchObject({ status: "UPCOMING", startTime });
    expect(Date.parse(off.endTime) - Date.parse(sale.endTime)).toBe(
      Date.parse(startTime) - Date.parse(sale.startTime),
    );
    expect((await patch(sale.id, { status: "UPCOMING", startTime: inMs(-1) })).statusCode).toBe(
      409,
    );
  });

  test("nothing else does", async () => {
    const draft = await make();
    expect((await patch(draft.id, { status: "LIVE" })).statusCode).toBe(409);
    expect((await patch(draft.id, { status: "SETTLED" })).statusCode).toBe(400);
    expect((await patch(999_999, { status: "LIVE" })).statusCode).toBe(404);
  });

  test("a bid at the same time is decided before or after it, consistently", async () => {
    for (let round = 0; round < 5; round += 1) {
      const sale = await live(1);
      const unit = sale.runList[0]?.inventoryId ?? 0;
      const bidder = await app.customer();
      const [bid] = await Promise.all([
        app.post(
          `/api/bids/inventory/${unit}/user/${bidder.userId}?amount=2500`,
          undefined,
          bidder.jwt,
        ),
        patch(sale.id, early),
      ]);
      await expect.poll(() => statusOf(unit)).not.toBe("IN_AUCTION");
      expect(await statusOf(unit), bid.body).toBe(bid.statusCode === 200 ? "SOLD" : "UNSOLD");
    }
  });
});

describe("an auction is cancelled", () => {
  test("while it is not live and has no bids; its units are on sale again (D12)", async () => {
    const [unit = 0] = await units(1);
    const sale = await make({
      startTime: inMs(HOUR),
      scheduledEndTime: inMs(2 * HOUR),
      lots: [{ inventoryId: unit }],
    });
    expect((await drop(sale.id)).statusCode).toBe(200);
    expect(await statusOf(unit)).toBe("AVAILABLE");
    expect((await app.get(`/auctions/${sale.id}`)).statusCode).toBe(404);
    expect((await drop(sale.id)).statusCode).toBe(404);
  });

  test("in bulk with a result for each", async () => {
    const draft = await make();
    const running = await live();
    const report = await app.delete(
      `/api/adminsupport/auctions/bulk-delete?auctionIds=${draft.id},${running.id},999999`,
      staff.jwt,
    );
    expect(report.json()).toEqual([
      { auctionId: draft.id, deleted: true, message: "Auction canceled" },
      { auctionId: running.id, deleted: false, message: "This auction is live. End it first." },
      { auctionId: 999_999, deleted: false, message: "Auction not found" },
    ]);
    expect(
      (await app.delete("/api/adminsupport/auctions/bulk-delete", staff.jwt, { auctionIds: [] }))
        .statusCode,
    ).toBe(400);
  });
});

test("a copy is a draft with the unsold lots and no dates (D30)", async () => {
  const sale = await live();
  await bidOn(sale.runList[0]?.inventoryId ?? 0, 2_500);
  await patch(sale.id, early);
  await expect.poll(() => statusOf(sale.runList[1]?.inventoryId ?? 0)).toBe("UNSOLD");
  const copy = (
    await app.post(`/api/adminsupport/auctions/duplicate/${sale.id}`, undefined, staff.jwt)
  ).json();
  expect(copy).toMatchObject({ lifecycle: "DRAFT", startTime: null, status: "UNKNOWN" });
  expect(copy.runList).toMatchObject([
    { inventoryId: sale.runList[1]?.inventoryId, lotNumber: "1", lotId: null },
  ]);
});

test("staff search auctions by status, name and lifecycle", async () => {
  const sale = await live();
  const list = async (path: string) =>
    (await app.get(`/api/adminsupport/auctions/${path}`, staff.jwt)).json();
  const ids = (lines: { id: number }[]) => lines.map(({ id }) => id);
  expect(ids(await list("status/live"))).toContain(sale.id);
  expect(ids(await list("status/EXPIRED"))).not.toContain(sale.id);
  expect(ids(await list("expired"))).not.toContain(sale.id);
  expect((await app.get("/api/adminsupport/auctions/status/OPEN", staff.jwt)).statusCode).toBe(400);
  const found = await app.post(
    "/api/adminsupport/auctions/search",
    { status: ["LIVE"], lifecycle: ["PUBLISHED"], size: 1 },
    staff.jwt,
  );
  expect(found.json()).toMatchObject({ number: 0, size: 1, content: [{ status: "LIVE" }] });
  const none = await app.post("/api/adminsupport/auctions/search", { q: "%" }, staff.jwt);
  expect(none.json().totalElements).toBe(0);
  const audited = await app.query(
    "SELECT DISTINCT action FROM audit_log WHERE subject_type = 'auction' AND actor_id = $1",
    [staff.userId],
  );
  expect(audited.length).toBeGreaterThanOrEqual(5);
});
