import { inventoryStatuses } from "@gavelyard/contract/inventory/inventory-fields";
import { inventorySorts } from "@gavelyard/contract/inventory/inventory-filter";
import sharp from "sharp";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../testing/auth-app.ts";
import { salesOn } from "../testing/sales.ts";
import { twoPersonRuleOff } from "../testing/two-person-rule.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

let serial = 0;
const tractor = () => ({
  inventoryType: "TRUCK_TRACTOR",
  modelYear: 2019,
  manufacturer: "Peterbilt",
  model: "579",
  titleBrand: "CLEAN",
  startingPrice: 31_500,
  stockNumber: `S-${++serial}`,
  location: {
    name: "Amarillo Yard",
    street: "1 Loop Rd",
    city: "Amarillo",
    state: "TX",
    zip: "79101",
    timeZone: "America/Chicago",
  },
});

async function enter(more: object = {}): Promise<{ id: number; updatedAt: string }> {
  const made = await app.post(
    "/api/adminsupport/createInventory",
    { ...tractor(), ...more },
    staff.jwt,
  );
  expect(made.statusCode, made.body).toBe(200);
  return made.json();
}

const update = (body: object) => app.put("/api/adminsupport/updateInventory", body, staff.jwt);

async function photo(width = 900, height = 600): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#456" } })
    .withExif({ IFD0: { Copyright: "somebody at 32.7 N" } })
    .jpeg()
    .toBuffer();
}

/** A PNG of a few bytes that claims to be 60,000 px wide and high. */
function pixelFlood(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(60_000, 0);
  header.writeUInt32BE(60_000, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe("a unit", () => {
  test("is entered as a draft that buyers don't see, and published once complete", async () => {
    const { id } = await enter();
    expect((await app.get(`/inventory/${id}`)).statusCode).toBe(404);
    const early = await app.post(`/api/adminsupport/inventory/${id}/publish`, undefined, staff.jwt);
    expect(early.statusCode).toBe(409);
    expect(early.json().issues.map(({ path }: { path: string }) => path)).toEqual([
      "vin",
      "odometer",
      "odometerBrand",
      "images",
    ]);
    const filled = await update({
      id,
      specs: { gvwrLb: 52_000 },
      vin: "1xp-bd49x 7kd612345",
      odometer: 412_380,
      odometerBrand: "ACTUAL",
    });
    expect(filled.json().message).toMatch(/check digit should be/);
    const right = /should be (\w)/.exec(filled.json().message)?.[1] ?? "";
    expect(
      (
        await update({
          id,
          specs: { gvwrLb: 52_000 },
          vin: `1XPBD49X${right}KD612345`,
          odometer: 412_380,
          odometerBrand: "ACTUAL",
        })
      ).statusCode,
    ).toBe(200);
    await app.form(
      "POST",
      `/api/adminsupport/addImageToInventory/${id}`,
      [["imageUrllist", { fileName: "front.jpg", bytes: await photo() }]],
      staff.jwt,
    );
    const published = await app.post(
      `/api/adminsupport/inventory/${id}/publish`,
      undefined,
      staff.jwt,
    );
    expect(published.json()).toMatchObject({ inventoryStatus: "AVAILABLE", publishGaps: [] });
    const seen = (await app.get(`/inventory/${id}`)).json();
    expect(seen).toMatchObject({ id, vin: `1XPBD49X${right}KD612345`, startingPrice: 31_500 });
    expect(JSON.stringify(seen)).not.toMatch(/reservePrice|publishGaps|vinOverride/);
  });

  test("can be a form with pictures, whose texts are read by their fields' types", async () => {
    const { location, ...fields } = tractor();
    const parts: [string, string | { fileName: string; bytes: Buffer }][] = Object.entries({
      ...fields,
      reservePrice: 40_000,
      saleType: "RESERVE",
      featured: true,
    }).map(([name, value]) => [name, String(value)]);
    const made = await app.form(
      "POST",
      "/api/adminsupport/createInventory",
      [
        ...parts,
        ["location", JSON.stringify(location)],
        ["specs", '{"horsepower":455,"gvwrLb":52000}'],
        ["imageUrllist", { fileName: "a.jpg", bytes: await photo() }],
        ["imageUrllist", { fileName: "b.jpg", bytes: await photo(600, 400) }],
      ],
      staff.jwt,
    );
    expect(made.json(), made.body).toMatchObject({
      startingPrice: 31_500,
      reservePrice: 40_000,
      featured: true,
      gvwrClass: 8,
      specs: { horsepower: 455 },
      images: [{ width: 900 }, { width: 600 }],
    });
  });

  test.each([
    [{ startingPrice: -1 }, "startingPrice"],
    [{ startingPrice: 100.005 }, "startingPrice"],
    [{ reservePrice: 100 }, "reservePrice"],
    [{ saleType: "ABSOLUTE", reservePrice: 50_000 }, "reservePrice"],
    [{ buyNowPrice: 20_000 }, "buyNowPrice"],
    [{ estimateLow: 50_000, estimateHigh: 40_000 }, "estimateHigh"],
    [{ vin: "SHORT" }, "vin"],
    [{ modelYear: 1492 }, "modelYear"],
    [{ inventoryType: "SPACESHIP" }, "inventoryType"],
    [{ odometer: 99_999_999 }, "odometer"],
    [{ grade: 5.1 }, "grade"],
    [{ location: { name: "X" } }, "location"],
    [{ location: undefined }, "location"],
    [{ yardId: 999_999 }, "yardId"],
    [{ manufacturer: "   " }, "manufacturer"],
  ])("is refused with %j", async (wrong, field) => {
    const refused = await app.post(
      "/api/adminsupport/createInventory",
      { ...tractor(), ...wrong },
      staff.jwt,
    );
    expect(refused.statusCode).toBe(400);
    expect(refused.json().issues[0].path).toContain(field);
  });

  test("has a stock number and an identifier of its own", async () => {
    const one = await enter({ vin: "1XPBD49X9KD600001", vinOverrideReason: "Checked by eye" });
    const stockNumber = `S-${serial}`;
    const again = (more: object) =>
      app.post("/api/adminsupport/createInventory", { ...tractor(), ...more }, staff.jwt);
    expect((await again({ stockNumber })).statusCode).toBe(409);
    const same = { vin: "1XPBD49X9KD600001", vinOverrideReason: "Checked by eye" };
    expect((await again(same)).statusCode).toBe(409);
    await app.delete(`/api/adminsupport/inventory/${one.id}`, staff.jwt);
    expect((await again(same)).statusCode).toBe(200);
  });

  test("isn't changed over another change", async () => {
    const { id, updatedAt } = await enter();
    expect((await update({ id, updatedAt, trim: "Ultraloft" })).statusCode).toBe(200);
    const stale = await update({ id, updatedAt, trim: "Day cab" });
    expect([stale.statusCode, stale.json().message]).toEqual([
      409,
      expect.stringContaining("Someone changed this unit"),
    ]);
    expect((await update({ id: 999_999, trim: "x" })).statusCode).toBe(404);
  });

  test("keeps the specifications that a change leaves out", async () => {
    const unit = await enter({
      specs: { gvwrLb: 52_000, horsepower: 455, features: ["Wet kit"] },
    });
    const reply = await update({ id: unit.id, specs: { horsepower: 500, gvwrLb: null } });
    expect(reply.json().specs).toMatchObject({
      gvwrLb: null,
      horsepower: 500,
      features: ["Wet kit"],
    });
  });

  test("keeps what bidders rely on; without bids its lot follows its prices", async () => {
    const { id } = await enter();
    const [auction] = await app.query(
      `INSERT INTO auctions (name, time_zone, start_time, scheduled_end_time, lifecycle)
        VALUES ('Sale', 'America/Chicago', clock_ms(), clock_ms() + interval '1 day', 'PUBLISHED') RETURNING id`,
    );
    const [lot] = await app.query(
      `INSERT INTO lots (inventory_id, auction_id, opens_at, closes_at, scheduled_closes_at, starting_cents,
          lot_number, soft_close_window_sec, soft_close_extend_sec)
        VALUES ($1, $2, clock_ms(), clock_ms() + interval '1 day', clock_ms() + interval '1 day', 3150000, 1, 120, 120)
        RETURNING id`,
      [id, auction?.["id"]],
    );
    await app.query(
      "UPDATE inventory SET status = 'IN_AUCTION', current_lot_id = $2 WHERE id = $1",
      [id, lot?.["id"]],
    );
    expect((await update({ id, startingPrice: 30_000, reservePrice: 36_000 })).statusCode).toBe(
      200,
    );
    expect(
      await app.query("SELECT starting_cents, reserve_cents FROM lots WHERE id = $1", [
        lot?.["id"],
      ]),
    ).toEqual([{ starting_cents: 3_000_000, reserve_cents: 3_600_000 }]);
    expect((await app.delete(`/api/adminsupport/inventory/${id}`, staff.jwt)).statusCode).toBe(409);

    const bidder = await app.customer();
    await app.query("UPDATE bidders SET limit_cents = 100000000 WHERE user_id = $1", [
      bidder.userId,
    ]);
    const bid = await app.post(
      `/api/bids/inventory/${id}/user/${bidder.userId}?amount=30000`,
      undefined,
      bidder.jwt,
    );
    expect(bid.statusCode, bid.body).toBe(200);
    expect((await update({ id, reservePrice: 99_000 })).statusCode).toBe(409);
    expect((await update({ id, model: "389" })).statusCode).toBe(409);
    expect((await update({ id, description: "New tires all round" })).statusCode).toBe(200);
    // Stored before names had one spelling: to spell them is no change.
    await app.query(
      "UPDATE inventory SET manufacturer = 'PETERBILT', model = '579  EX' WHERE id = $1",
      [id],
    );
    const spelled = { id, manufacturer: "PETERBILT", model: "579  EX", trim: "Day cab" };
    expect((await update(spelled)).json()).toMatchObject({
      manufacturer: "Peterbilt",
      model: "579 EX",
      trim: "Day cab",
    });
    expect((await update({ id, manufacturer: "Kenworth" })).statusCode).toBe(409);
  });

  test("can be withdrawn, archived and copied, each audited", async () => {
    const specs = { equipmentNotes: "Wet kit\nAlloy wheels", knownFlaws: "Cracked bumper" };
    const { id } = await enter({
      vin: "1XPBD49X9KD600002",
      vinOverrideReason: "Checked by eye",
      specs,
    });
    expect((await app.get(`/api/adminsupport/inventory/${id}`, staff.jwt)).json()).toMatchObject({
      specs: { ...specs, serviceHistory: null },
    });
    const copy = (
      await app.post(`/api/adminsupport/inventory/${id}/duplicate`, undefined, staff.jwt)
    ).json();
    expect(copy).toMatchObject({ vin: null, inventoryStatus: "DRAFT", model: "579", images: [] });
    expect(copy.specs).toMatchObject({ ...specs, knownFlaws: null });
    expect(copy.id).not.toBe(id);
    await app.post(`/api/adminsupport/inventory/${id}/withdraw`, undefined, staff.jwt);
    await app.delete(`/api/adminsupport/inventory/${id}`, staff.jwt);
    expect((await update({ id, trim: "x" })).statusCode).toBe(409);
    expect(
      await app.query(
        "SELECT action, actor_id FROM audit_log WHERE subject_type = 'inventory' AND subject_id = $1 ORDER BY id",
        [id],
      ),
    ).toEqual(
      ["inventory-entered", "inventory-withdrawn", "inventory-archived"].map((action) => ({
        action,
        actor_id: staff.userId,
      })),
    );
  });

  test("can be found by staff in any status", async () => {
    const { id } = await enter({ manufacturer: "Oshkosh", model: "S-Series" });
    const find = async (body: object) =>
      (await app.post("/api/adminsupport/inventory/search", body, staff.jwt)).json();
    expect(await find({ q: "Oshkosh" })).toMatchObject({ totalElements: 1, content: [{ id }] });
    expect(await find({ q: "Oshkosh", inventoryStatus: ["AVAILABLE"] })).toMatchObject({
      totalElements: 0,
    });
    await app.delete(`/api/adminsupport/inventory/${id}`, staff.jwt);
    expect(await find({ q: "Oshkosh" })).toMatchObject({ totalElements: 0 });
    expect(await find({ q: "Oshkosh", inventoryStatus: ["ARCHIVED"] })).toMatchObject({
      totalElements: 1,
    });
  });
});

test("a model year of the future is refused, and a stored one stays until it is changed", async () => {
  const thisYear = new Date().getUTCFullYear();
  const refused = await app.post(
    "/api/adminsupport/createInventory",
    { ...tractor(), modelYear: thisYear + 3 },
    staff.jwt,
  );
  const message = `No vehicle has the model year ${thisYear + 3} yet. Enter one up to ${thisYear + 2}.`;
  expect([refused.statusCode, refused.json().issues]).toEqual([
    400,
    [expect.objectContaining({ path: "modelYear", message })],
  ]);
  const { id } = await enter({ modelYear: thisYear + 2 });
  await app.query("UPDATE inventory SET model_year = $2 WHERE id = $1", [id, thisYear + 5]);
  const same = { id, modelYear: thisYear + 5, description: "Fleet kept" };
  expect((await update(same)).statusCode).toBe(200);
  expect((await update({ id, modelYear: thisYear + 4 })).statusCode).toBe(400);
  expect((await update({ id, modelYear: thisYear })).statusCode).toBe(200);
});

test("staff see all units in the same order with or without listing every status", async () => {
  const lots = await salesOn(app, staff).closedWith([1_500, 2_500], [2_100], []);
  expect(lots).toHaveLength(3);
  await app.query(
    `UPDATE inventory SET created_at = clock_ms() - (id * 7 % 11) * interval '1 hour',
      model_year = 2000 + id % 7, odometer = 1000 * (id % 5)`,
  );
  const ids = async (body: object): Promise<number[]> => {
    const found: number[] = [];
    for (let page = 0; ; page += 1) {
      const reply = await app.post(
        "/api/adminsupport/inventory/search",
        { ...body, page, size: 4 },
        staff.jwt,
      );
      const { content, totalPages } = reply.json();
      found.push(...content.map(({ id }: { id: number }) => id));
      if (page + 1 >= totalPages) return found;
    }
  };
  const every = inventoryStatuses.filter((status) => status !== "ARCHIVED");
  for (const sort of inventorySorts) {
    const found = await ids({ sort });
    expect(new Set(found).size).toBe(found.length);
    expect(found, sort).toEqual(await ids({ sort, inventoryStatus: every }));
    expect(found.length).toBeGreaterThan(8);
  }
});

describe("pictures", () => {
  const add = (id: number, fileName: string, bytes: Buffer) =>
    app.form(
      "POST",
      `/api/adminsupport/addImageToInventory/${id}`,
      [["imageUrllist", { fileName, bytes }]],
      staff.jwt,
    );

  test("are re-encoded without metadata, and keep their order", async () => {
    const { id } = await enter();
    for (const width of [500, 700, 900])
      expect((await add(id, "x.jpg", await photo(width))).statusCode).toBe(200);
    const { images } = (await app.get(`/api/adminsupport/inventory/${id}`, staff.jwt)).json();
    expect(images.map(({ width }: { width: number }) => width)).toEqual([500, 700, 900]);
    const served = await app.get(`/media/${images[0].id}/320.webp`);
    expect(served.statusCode).toBe(200);
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined();

    const backwards = images
      .toReversed()
      .map(({ id: image }: { id: string }) => ({ id: image, kind: "DAMAGE", alt: "Dent" }));
    const arrange = (list: object[]) =>
      app.put(`/api/adminsupport/inventory/${id}/images`, { images: list }, staff.jwt);
    expect((await arrange(backwards)).json().images).toMatchObject([
      { width: 900, kind: "DAMAGE", alt: "Dent" },
      { width: 700 },
      { width: 500 },
    ]);
    expect((await arrange(backwards.slice(1))).statusCode).toBe(409);

    const gone = await app.delete(
      `/api/adminsupport/deleteImageFromInventory/${id}?imageUrllist=${images[1].url}`,
      staff.jwt,
    );
    expect(gone.json().images).toHaveLength(2);
    const again = await app.delete(`/api/adminsupport/deleteImageFromInventory/${id}`, staff.jwt, {
      imageUrllist: [images[1].url],
    });
    expect(again.statusCode).toBe(400);
    const byUrl = await app.post(
      `/api/adminsupport/addImageToInventory/${id}`,
      { imageUrllist: [images[1].url] },
      staff.jwt,
    );
    expect(byUrl.json().images).toHaveLength(3);
  });

  test.each([
    [
      "drawing.svg",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ],
    ["page.jpg", Buffer.from("<html><body>hello</body></html>")],
    ["archive.png", Buffer.from("PK\x03\x04rest of a zip", "latin1")],
    ["empty.jpg", Buffer.alloc(0)],
    ["cut.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ["flood.png", pixelFlood()],
  ])("%s is refused, and nothing of it is stored", async (fileName, bytes) => {
    const { id } = await enter();
    const refused = await add(id, fileName, bytes);
    expect(refused.statusCode, refused.body).toBe(400);
    expect(refused.json().issues[0].path).toBe("imageUrllist");
    expect((await app.get(`/api/adminsupport/inventory/${id}`, staff.jwt)).json().images).toEqual(
      [],
    );
  });

  test("are refused above 10 MB, and above 20 at once", async () => {
    const { id } = await enter();
    expect((await add(id, "huge.jpg", Buffer.alloc(10 * 1024 * 1024 + 1, 1))).statusCode).toBe(413);
    const many = await app.form(
      "POST",
      `/api/adminsupport/addImageToInventory/${id}`,
      Array.from(
        { length: 21 },
        () => ["imageUrllist", { fileName: "x", bytes: Buffer.of(1) }] as const,
      ),
      staff.jwt,
    );
    expect(many.statusCode).toBe(413);
  });

  test.each([
    "https://elsewhere.example/media/018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d/320.webp",
    "http://127.0.0.1/admin",
    "http://2130706433/",
    "file:///etc/passwd",
    "//elsewhere.example/x.webp",
    "/media/../../../etc/passwd",
    "/media/018f6d2e-7c1b-4f6a-9d3e-2b1c0a9f8e7d/320.webp",
  ])("aren't served at %s", async (url) => {
    const { id } = await enter();
    const refused = await app.post(
      `/api/adminsupport/addImageToInventory/${id}`,
      { imageUrllist: [url] },
      staff.jwt,
    );
    expect(refused.statusCode).toBe(400);
  });

  test("need complete forms", async () => {
    const { id } = await enter();
    const send = (type: string, payload: string) =>
      app.app.inject({
        method: "POST",
        url: `/api/adminsupport/addImageToInventory/${id}`,
        headers: { authorization: `Bearer ${staff.jwt}`, "content-type": type },
        payload,
      });
    for (const [type, payload] of [
      [
        "multipart/form-data; boundary=x",
        "--x\r\nContent-Disposition: form-data; name=imageUrllist; filename=a.jpg\r\n\r\ncut o",
      ],
      ["multipart/form-data", "no boundary"],
      ["multipart/form-data; boundary=x", "garbage"],
      ["text/xml", "<a/>"],
    ] as const) {
      const answer = await send(type, payload);
      expect([400, 415], `${type} ${answer.body}`).toContain(answer.statusCode);
    }
    const stray = await app.form(
      "POST",
      `/api/adminsupport/addImageToInventory/${id}`,
      [["invoice", { fileName: "x.pdf", bytes: Buffer.from("%PDF-1.7") }]],
      staff.jwt,
    );
    expect(stray.json().message).toBe("Invoice must not be a file");
  });
});

describe("units without a stock number", () => {
  const post = async (path: string, body?: object) => {
    const reply = await app.post(`/api/adminsupport/${path}`, body, staff.jwt);
    return reply.statusCode === 200
      ? reply.json<{ id: number; stockNumber: string }>()
      : Promise.reject(new Error(reply.body));
  };
  const unnumbered = { ...tractor(), stockNumber: undefined };

  test("get one each, however many are entered and copied at once", async () => {
    const { id } = await enter();
    const numbers = new Set<string>();
    for (let round = 0; round < 15; round += 1) {
      const made = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n % 3 === 0 ? post(`inventory/${id}/duplicate`) : post("createInventory", unnumbered),
        ),
      );
      for (const { stockNumber } of made) numbers.add(stockNumber);
    }
    expect(numbers.size).toBe(120);
  });

  test("skip a number that somebody typed", async () => {
    const { stockNumber } = await post("createInventory", unnumbered);
    const next = `GY${String(Number(stockNumber.slice(2)) + 1).padStart(6, "0")}`;
    await enter({ stockNumber: next });
    const after = await post("createInventory", unnumbered);
    expect(after.stockNumber > next).toBe(true);
  });
});

test("a search for what is live finds only lots that take bids, and counts no others", async () => {
  await app.query(twoPersonRuleOff);
  const lots = await salesOn(app, staff).auctionWith([[2_500], [], []]);
  const [closed, paused, open] = lots;
  const { auctionId } = open ?? { auctionId: 0 };
  const now = await app.post(
    `/api/adminsupport/lots/${closed?.lotId}/close`,
    { reason: "The yard closes" },
    staff.jwt,
  );
  expect(now.statusCode, now.body).toBe(200);
  await app.query("UPDATE lots SET opens_at = closes_at - interval '1 minute' WHERE id = $1", [
    paused?.lotId,
  ]);
  const search = async (body: object) => {
    const reply = await app.post("/inventories/filter", { size: 100, ...body });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{
      content: { id: number }[];
      totalElements: number;
      facets: { auctionStatus: { value: string; count: number }[] };
    }>();
  };
  // One auction is found by row, all of them by bitmap.
  for (const within of [{ auctionId }, {}]) {
    const { facets } = await search(within);
    for (const [stage, lot] of [
      ["LIVE", open],
      ["UPCOMING", paused],
      ["EXPIRED", closed],
    ] as const) {
      const { content, totalElements } = await search({ ...within, auctionStatus: [stage] });
      const ids = content.map(({ id }) => id);
      expect(lots.filter(({ inventoryId }) => ids.includes(inventoryId))).toEqual([lot]);
      expect(facets.auctionStatus.find(({ value }) => value === stage)?.count).toBe(totalElements);
    }
  }
});
