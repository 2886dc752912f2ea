import type { UnitForStaff } from "@gavelyard/contract/inventory/inventory-staff";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type FormFile, type SignedUp } from "../testing/auth-app.ts";
import { trailer } from "../testing/trailer.ts";

let app: AuthApp;
let staff: SignedUp;
let around: readonly string[];
let unitId: number;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
  unitId = await enter();
  around = await uploaded(unitId, 12);
});
afterAll(() => app.close());

async function picture(width = 96, height = 64): Promise<FormFile> {
  const create = { width, height, channels: 3, background: "#456" } as const;
  return { fileName: "a.jpg", bytes: await sharp({ create }).jpeg().toBuffer() };
}

let serial = 0;
async function enter(): Promise<number> {
  const made = await app.post(
    "/api/adminsupport/createInventory",
    trailer(`S-${++serial}`),
    staff.jwt,
  );
  return made.json<UnitForStaff>().id;
}

const upload = (id: number, files: readonly FormFile[], jwt = staff.jwt) =>
  app.form(
    "POST",
    `/api/adminsupport/inventory/${id}/spin-frames`,
    files.map((file) => ["frames", file]),
    jwt,
  );
async function uploaded(id: number, number: number, size?: [number, number]) {
  const file = await picture(...(size ?? []));
  const reply = await upload(
    id,
    Array.from({ length: number }, () => file),
  );
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ frames: string[] }>().frames;
}
const publish = (id: number, frames: readonly string[], jwt = staff.jwt) =>
  app.put(`/api/adminsupport/inventory/${id}/spin`, { frames }, jwt);
const get = (url: string) => app.app.inject({ url });
const spinOf = async (id: number) =>
  (await app.get(`/api/adminsupport/inventory/${id}`, staff.jwt)).json<UnitForStaff>().spin;

describe("a unit's 360° view (D69)", () => {
  test("appears once it is complete, in its order, and disappears when removed", async () => {
    const id = await enter();
    const frames = await uploaded(id, 12);
    expect(await spinOf(id)).toBeNull();
    await app.query("UPDATE inventory SET status = 'AVAILABLE' WHERE id = $1", [id]);
    expect((await get(`/inventory/${id}`)).json()).toMatchObject({ spin: null });
    const order = frames.toReversed();
    const reply = await publish(id, order);
    expect(reply.json()).toMatchObject({ spin: order });
    const shown = (await get(`/inventory/${id}`)).json();
    expect(shown.spin).toEqual(order);
    expect((await get(`/media/${order[0]}/160.webp`)).statusCode).toBe(200);
    const listed = await app.post("/inventories/filter", { q: shown.stockNumber });
    expect(listed.json().content[0]).not.toHaveProperty("spin");

    const newer = await uploaded(id, 12, [192, 128]);
    expect((await get(`/inventory/${id}`)).json().spin).toEqual(order);
    expect((await publish(id, newer)).json().spin).toEqual(newer);
    // The pictures of the view before it are no longer the unit's.
    expect((await publish(id, order)).statusCode).toBe(400);
    await app.query("UPDATE inventory SET status = 'WITHDRAWN' WHERE id = $1", [id]);
    expect((await get(`/inventory/${id}`)).statusCode).toBe(404);
    expect((await publish(id, [])).json()).toMatchObject({ spin: null });
    const audit =
      "SELECT before, after FROM audit_log WHERE action = 'spin-changed' AND subject_id = $1 ORDER BY id";
    expect(await app.query(audit, [id])).toEqual([
      { before: { spin: [] }, after: { spin: order } },
      { before: { spin: order }, after: { spin: newer } },
      { before: { spin: newer }, after: { spin: [] } },
    ]);
  });

  test.each<[string, () => Promise<readonly string[]>, string]>([
    ["11 pictures", async () => around.slice(1), "12 to 72 pictures; you added 11"],
    ["a picture twice", async () => [...around, ...around.slice(1)], "each once"],
    ["an unknown picture", async () => [...around, randomUUID()], "uploaded for this unit"],
    [
      "another unit's picture",
      async () => [...around, ...(await uploaded(await enter(), 1))],
      "uploaded for this unit",
    ],
    [
      "a picture of another shape",
      async () => [...around, ...(await uploaded(unitId, 1, [64, 96]))],
      "Picture 13 isn't the same shape",
    ],
    ["73 pictures", async () => Array.from({ length: 73 }, () => randomUUID()), "72"],
    ["what is no ID", async () => ["a.jpg"], "must be an ID"],
  ])("refuses %s, and changes nothing", async (_name, frames, said) => {
    const reply = await publish(unitId, await frames());
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json().message).toContain(said);
    expect(await spinOf(unitId)).toBeNull();
  });

  test("refuses files that aren't pictures, units that aren't there, and everyone but staff", async () => {
    const text = { fileName: "a.txt", bytes: Buffer.from("no picture") };
    const unread = await upload(unitId, [await picture(), text]);
    expect([unread.statusCode, unread.json().message, unread.json().issues?.[0]?.path]).toEqual([
      400,
      "We can't read a.txt as a picture",
      "frames",
    ]);
    expect((await upload(unitId, [])).statusCode).toBe(400);
    expect((await upload(987_654, [await picture()])).statusCode).toBe(404);
    expect((await publish(987_654, [])).statusCode).toBe(404);
    const { jwt } = await app.customer();
    expect((await upload(unitId, [await picture()], jwt)).statusCode).toBe(403);
    expect((await publish(unitId, around, jwt)).statusCode).toBe(403);
    const archived = await enter();
    await app.query("UPDATE inventory SET status = 'ARCHIVED' WHERE id = $1", [archived]);
    expect((await upload(archived, [await picture()])).statusCode).toBe(409);
    expect((await publish(archived, [])).statusCode).toBe(409);
  });
});
