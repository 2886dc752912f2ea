import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAuthApp, type AuthApp, type SignedUp } from "../../testing/auth-app.ts";
import { offerableUnits } from "../../testing/sales.ts";

let app: AuthApp;
let staff: SignedUp;
beforeAll(async () => {
  app = await openAuthApp();
  staff = await app.support();
});
afterAll(() => app.close());

const photo = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer();
const send = (
  unit: number,
  key: string,
  bytes: Buffer,
  fileName = "IMG_1.jpg",
  kind = "INTERIOR",
) =>
  app.form(
    "PUT",
    `/api/adminsupport/inventory/${unit}/yard-pictures/${key}`,
    [
      ["kind", kind],
      ["picture", { fileName, bytes }],
    ],
    staff.jwt,
  );
const kindsOf = async (unit: number) =>
  (
    await app.query("SELECT kind FROM inventory_images WHERE inventory_id = $1 ORDER BY position", [
      unit,
    ])
  ).map(({ kind }) => kind);

test("a picture whose answer was lost is added once, whatever the order of its copies", async () => {
  const [unit = 0, other = 0] = await offerableUnits(app, 2);
  const [bytes, key] = [await photo("#123"), randomUUID()];
  const replies = await Promise.all([1, 2, 3].map(() => send(unit, key, bytes)));
  const added = replies.map((reply) => reply.json<{ added: boolean }>().added);
  expect(added.filter(Boolean), replies[0]?.body).toHaveLength(1);
  // The same file, chosen again on another phone.
  expect((await send(unit, randomUUID(), bytes)).json()).toEqual({
    inventoryId: unit,
    added: false,
  });
  expect(await kindsOf(unit)).toEqual(["INTERIOR"]);
  expect((await send(other, randomUUID(), bytes)).json()).toMatchObject({ added: true });
  // A picture that staff removed can come again, but not by a late copy of the first upload.
  await app.query("DELETE FROM inventory_images WHERE inventory_id = $1", [unit]);
  expect((await send(unit, key, bytes)).json()).toMatchObject({ added: false });
  expect((await send(unit, randomUUID(), bytes)).json()).toMatchObject({ added: true });
});

test("what isn't a picture, is HEIC, or belongs to no unit is refused with what to do", async () => {
  const [unit = 0] = await offerableUnits(app, 1);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic0000mif1heic")]);
  expect((await send(unit, randomUUID(), heic, "IMG_1.HEIC")).json()).toMatchObject({
    statusCode: 400,
    message:
      "We can't read HEIC. On an iPhone, choose Settings, Camera, Formats, Most Compatible, then take it again.",
  });
  expect((await send(unit, randomUUID(), Buffer.from("text"))).statusCode).toBe(400);
  expect((await send(999_999, randomUUID(), await photo("#345"))).statusCode).toBe(404);
  expect(await kindsOf(unit)).toEqual([]);
});
